import { expect, test, type Browser, type Page } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { type FaultyWire, openFaultyWire, startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment, type CreatedPayment } from "./support/merchant";
import { newPerson, openRefund, search } from "./support/staff";

type Scene = { wire: FaultyWire; url: string; finance: Page; payment: CreatedPayment };

/** A refund whose outcome nobody knows, on a dashboard of its own; `lost` is where the wire breaks. */
async function withUnknown(
  browser: Browser,
  lost: "answers" | "requests",
  act: (scene: Scene) => Promise<void>,
): Promise<void> {
  const wire = await openFaultyWire();
  const dashboard = await startDashboardOn(wire.url, { ROUTING_TIMEOUT_MS: "3000" });
  try {
    const payment = await createPaidPayment("90.00");
    const finance = await newPerson(browser, "finance", dashboard.url);
    await search(finance, payment.merchant_transaction_id);
    const dialog = await openRefund(finance, payment.transaction_id);
    await dialog.getByLabel("Refund amount").fill("40.00");
    if (lost === "answers") wire.loseAnswers(true);
    else wire.loseRequests(true);
    await dialog.getByRole("button", { name: "Refund ₹40.00" }).click();
    await expect(dialog.getByText("Outcome unknown")).toBeVisible({ timeout: 30_000 });
    await act({ wire, url: dashboard.url, finance, payment });
    await finance.context().close();
  } finally {
    await dashboard.stop();
    await wire.close();
  }
}

async function openRequest({ finance, url, payment }: Scene): Promise<void> {
  await finance.goto(`${url}/refunds?view=attention`);
  const row = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(row).toContainText("Outcome unknown");
  await row.getByRole("link", { name: "Look into it" }).click();
  await expect(finance.getByRole("heading", { name: "Refund request" })).toBeVisible();
}

test("a refund that never arrived is settled as not sent, and can then be made anew", async ({ browser }) => {
  test.setTimeout(180_000);
  await withUnknown(browser, "requests", async (scene) => {
    const { finance, wire, url, payment } = scene;
    await openRequest(scene);
    await expect(finance.getByRole("heading", { name: "What was tried" })).toBeVisible();
    await expect(finance.getByText("No refund in the service’s list could be this one.")).toBeVisible();

    await finance.getByRole("button", { name: "Settle by hand" }).click();
    const dialog = finance.getByRole("dialog");
    await dialog.getByLabel("It was not sent").check();
    await dialog.getByLabel("How do you know?").fill("The gateway has no such refund");
    const settle = dialog.getByRole("button", { name: "Settle as not sent" });
    await settle.click();
    await expect(dialog.getByText("Fill this in.")).toBeVisible();
    await dialog.getByLabel("Type the amount, 40.00, to confirm").fill("40.00");
    await expectCleanState(finance, "settle dialog");
    // A try that is under way at this moment goes first; the person presses again, as the dialog says.
    const settled = finance.getByText("It counts as not sent.");
    await expect(async () => {
      if (await dialog.isVisible()) await settle.click();
      await expect(settled).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 60_000 });

    wire.loseRequests(false);
    await finance.goto(`${url}/payments?reference=${payment.merchant_transaction_id}`);
    const again = await openRefund(finance, payment.transaction_id);
    await expect(again.getByText("₹90.00").first()).toBeVisible();
  });
});

test("a refund that took effect cannot be settled as not sent; it is found, or settled by its id", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  await withUnknown(browser, "answers", async ({ finance, url, payment }) => {
    await finance.goto(`${url}/refunds?view=elsewhere`);
    const atService = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
    const refundId = await atService.getByRole("link").first().innerText();

    await finance.goto(`${url}/refunds?q=${payment.merchant_transaction_id}`);
    const row = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
    await row.getByRole("link", { name: "Look into it" }).click();
    await expect(finance.getByRole("link", { name: refundId })).toBeVisible();
    await finance.getByRole("button", { name: "Settle by hand" }).click();
    const dialog = finance.getByRole("dialog");
    await dialog.getByLabel("Refund id").fill("RFD00000000");
    await dialog.getByLabel("How do you know?").fill("Seen in the gateway’s portal");
    await dialog.getByRole("button", { name: "Settle as refunded" }).click();
    await expect(dialog.getByText("The payment service has no refund with this id.")).toBeVisible({
      timeout: 30_000,
    });
    await dialog.getByLabel("Refund id").fill(refundId);
    const settled = finance.getByText(`It is refund ${refundId} now`);
    await expect(async () => {
      if (await dialog.isVisible()) await dialog.getByRole("button", { name: "Settle as refunded" }).click();
      await expect(settled).toBeVisible({ timeout: 3_000 });
    }).toPass({ timeout: 60_000 });
    await finance.goto(`${url}/refunds/${refundId}`);
    await expect(finance.getByRole("main").getByRole("status").first()).toContainText("SUCCESS", {
      timeout: 60_000,
    });
  });
});
