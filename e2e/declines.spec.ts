import { expect, test, type Page } from "@playwright/test";
import { openAlteredWire } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { choose, createPayment } from "./support/merchant";
import { newSession, startSession } from "./support/staff";

const DECLINES = "/v1/ops/payments/declines";
const TITLE = "Why payments were not paid";

const panel = (page: Page) => page.getByRole("region", { name: TITLE }).first();
const numberOf = async (page: Page, name: RegExp): Promise<number> => {
  const link = panel(page).getByRole("link", { name });
  return (await link.count()) === 0 ? 0 : Number(await link.innerText());
};

test("each number of the decline reasons leads to its payments, and counts them", async ({ page }) => {
  await startSession(page, "admin");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto("/gateways");
  const cell = /^\d+ payments: Expired card, simulator$/;
  await expect(page.getByRole("region", { name: /^simulator/ })).toBeVisible();
  const before = await numberOf(page, cell);

  const expired = await createPayment("351.83");
  await choose(expired.payment_link, "failure");
  const declined = await createPayment("352.84");
  await choose(declined.payment_link, "failure");
  await choose((await createPayment("353.00")).payment_link, "drop");
  await page.reload();

  const matrix = panel(page).getByRole("table", { name: /by decline reason and gateway/ });
  await expect(panel(page).getByRole("link", { name: cell })).toHaveText(String(before + 1));
  await expect(matrix.getByRole("rowheader", { name: "Abandoned by customer" })).toBeVisible();
  await expect(matrix).toContainText("No gateway could have succeeded");
  await expect(matrix).toContainText("Another gateway may have succeeded");
  await panel(page).getByRole("link", { name: cell }).click();

  await expect(page).toHaveURL(/\/payments\?range=7d&decline=expired_card&gateway=simulator$/);
  const list = page.getByRole("table", { name: "Payments" });
  await expect(list.getByText(expired.merchant_transaction_id)).toBeVisible();
  await expect(list.getByText(declined.merchant_transaction_id)).toHaveCount(0);
  await expect(list.getByRole("row")).toHaveCount(1 + Math.min(before + 1, 50));
  await expect(page.getByRole("link", { name: /Expired card/ })).toBeVisible();
});

test("payments are filtered by their decline reason, also typed, and it is a column", async ({ page }) => {
  await startSession(page, "finance");
  await page.setViewportSize({ width: 1280, height: 900 });
  const declined = await createPayment("354.84");
  await choose(declined.payment_link, "failure");
  await page.goto("/payments?decline=issuer_declined&columns=reference,amount,decline");
  const row = page.getByRole("row", { name: new RegExp(declined.transaction_id) });
  await expect(row).toContainText("Declined by bank");

  await page.goto(`/payments?typed=${encodeURIComponent('reason:"declined by bank" period:today')}`);
  await expect(page).toHaveURL(/decline=issuer_declined/);
  await expect(page.getByText(declined.merchant_transaction_id)).toBeVisible();
  await page.goto("/payments?decline=bad_luck");
  await expect(page.getByText("Nothing was searched")).toBeVisible();

  const file = await page.request.get("/api/export/payments?decline=issuer_declined&range=today&format=csv");
  const lines = (await file.text()).split("\n");
  expect(lines[0]).toContain("decline_reason");
  expect(lines.find((line) => line.includes(declined.transaction_id))).toContain("issuer_declined");
});

const decline = (gateway: string, reason: string, count: number, avoidability = "unavoidable") => ({
  gateway,
  decline_reason: reason,
  avoidability,
  count,
});
const MANY = [
  "stripe",
  "razorpay",
  "adyen",
  "paypal",
  "cashfree",
  "simulator",
  "simulator-north-with-a-long-name",
].flatMap((gateway, index) => [
  decline(gateway, "insufficient_funds", Math.floor(1_20_000 / (index + 1))),
  decline(gateway, "customer_abandoned", 42_317 - index),
  decline(gateway, "issuer_declined", 30_000 * (index + 1), "mendable"),
  ...(index % 2 === 0 ? [decline(gateway, "merchant_account_error", 7, "mendable")] : []),
  decline(gateway, "unknown", index + 1, "unknown"),
]);

test("only the newest payments of many gateways are counted, which is said; a failed count is said", async ({
  browser,
}) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    const since = "2026-11-20T00:00:00.000Z";
    wire.alter(DECLINES, { kind: "answer", status: 200, body: { declines: MANY, since, complete: false } });
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/gateways?declines=30d`);
    await expect(panel(admin)).toContainText("Only the newest");
    await expect(panel(admin).getByRole("link", { name: "30 days" })).toHaveAttribute("aria-current", "page");
    wire.alter(DECLINES, { kind: "answer", status: 502, body: "<html>" });
    await admin.reload();
    await expect(panel(admin)).toContainText("The payment service can’t be reached");
    await expect(admin.getByRole("region", { name: /^simulator/ })).toContainText("Active");
    await admin.context().close();
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});
