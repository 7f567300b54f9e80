import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { startSession } from "./support/staff";

/** A merchant's server that responds to webhooks with a chosen status. */
async function startReceiver() {
  let status = 200;
  const got: { headers: Record<string, unknown>; body: string }[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      got.push({ headers: request.headers, body });
      response.writeHead(status, { "content-type": "text/plain" });
      response.end(`answer ${String(status)}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    got,
    respondWith: (next: number) => (status = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function addEndpoint(page: Page, url: string): Promise<string> {
  await page.goto("/webhooks");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const form = page.getByRole("dialog", { name: "Add a webhook endpoint" });
  const address = form.getByLabel("Endpoint URL");
  await address.fill("https://10.0.0.1/hook");
  await form.getByLabel("Description").fill("made by a test");
  await form.getByRole("button", { name: "Add endpoint" }).click();
  await expect(address).toHaveAccessibleDescription(/private, local or reserved/);
  await expect(address).toHaveValue("https://10.0.0.1/hook");
  await address.fill(url);
  await form.getByRole("button", { name: "Add endpoint" }).click();
  const dialog = page.getByRole("alertdialog", { name: /signing secret/i });
  const secret = (await dialog.getByRole("code").textContent()) ?? "";
  expect(secret).toMatch(/^whsec_/);
  await dialog.getByRole("button", { name: "I have stored it" }).click();
  await expect(page.getByRole("heading", { name: url })).toBeVisible();
  return secret;
}

test("an endpoint is added, sent a payment and a test, shows what was sent and answered, and sends it again", async ({
  page,
}) => {
  test.slow();
  const receiver = await startReceiver();
  try {
    await startSession(page, "admin");
    const secret = await addEndpoint(page, receiver.url);
    await page.reload();
    expect(await page.content()).not.toContain(secret);

    const payment = await createPaidPayment("31.00");
    await expect
      .poll(() => receiver.got.some(({ body }) => body.includes(payment.transaction_id)), {
        timeout: 90_000,
      })
      .toBe(true);
    await page.reload();
    await expect(page.getByRole("table", { name: /Deliveries/ })).toContainText(
      payment.merchant_transaction_id,
    );

    receiver.respondWith(500);
    await page.getByRole("button", { name: "Send test" }).click();
    await expect(page.getByText("Sending a test event.")).toBeVisible();
    await page.getByRole("link", { name: "View result" }).click();
    const attempts = page.getByRole("region", { name: "Attempts" });
    await expect(attempts).toContainText("500");
    await attempts.getByText("Attempt 1", { exact: true }).click();
    await expect(attempts).toContainText("webhook-signature");
    await expect(attempts).toContainText("answer 500");
    await expect(page.getByText("Retrying", { exact: true }).first()).toBeVisible();

    receiver.respondWith(200);
    const before = receiver.got.length;
    await page.getByRole("button", { name: "Resend" }).click();
    await expect(page.getByText("Resending the delivery.")).toBeVisible();
    await expect.poll(() => receiver.got.length).toBeGreaterThan(before);
    await expect(page.getByText("Delivered", { exact: true })).toBeVisible({ timeout: 45_000 });

    await page.getByRole("link", { name: "made by a test" }).click();
    await page.getByText(/^Filters/).click();
    await page.getByLabel("Event").selectOption("webhook.test");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(page).toHaveURL(/event=webhook\.test/);
    await expect(page.getByRole("table", { name: /Deliveries/ })).not.toContainText(
      payment.merchant_transaction_id,
    );

    await page.getByRole("button", { name: "Disable" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Disable" }).click();
    await expect(page.getByText("Endpoint disabled.")).toBeVisible();
    await page.getByRole("button", { name: "Enable" }).click();
    await expect(page.getByText(/^Endpoint enabled/)).toBeVisible();

    await page.getByRole("button", { name: "Replay a period…" }).click();
    const span = page.getByRole("dialog", { name: "Replay a period" });
    await span.getByRole("button", { name: "Replay", exact: true }).click();
    await expect(span.getByLabel("Events before")).toHaveAccessibleDescription("Enter both times.");
    await span.getByLabel("Events from").fill("2020-01-01T00:00");
    await span.getByLabel("Events before").fill("2099-01-01T00:00");
    await span.getByRole("button", { name: "Replay", exact: true }).click();
    await expect(page.getByText(/^(Resending \d+ deliver|No deliveries to resend)/)).toBeVisible();

    await page.getByRole("button", { name: "Rotate secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Rotate secret" }).click();
    const dialog = page.getByRole("alertdialog", { name: "New signing secret" });
    expect(await dialog.getByRole("code").textContent()).not.toBe(secret);
    await dialog.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByText("Old secret valid until")).toBeVisible();

    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete endpoint" }).click();
    await expect(page).toHaveURL(/\/webhooks$/);
    await expect(page.getByRole("link", { name: receiver.url })).toHaveCount(0);
  } finally {
    await receiver.close();
  }
});
