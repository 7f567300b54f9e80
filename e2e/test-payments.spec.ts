import { expect, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { openAlteredWire, opsClient } from "./support/altered-wire";
import { startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment, createPayment, refundOutsideDashboard } from "./support/merchant";
import { startSession, newSession } from "./support/staff";

test("a payment of the simulator is marked as a test wherever it shows", async ({ page }) => {
  const payment = await createPaidPayment("12.00");
  const { refund_id: refundId } = await refundOutsideDashboard(payment.transaction_id, "2.00");
  await startSession(page, "admin");
  const mark = { exact: true };

  await page.goto(`/payments?reference=${payment.merchant_transaction_id}`);
  await expect(
    page.getByRole("article", { name: payment.transaction_id }).getByText("Test", mark),
  ).toBeVisible();
  await page.goto(`/payments/${payment.transaction_id}`);
  await expect(
    page.getByRole("article", { name: payment.transaction_id }).getByText("Test", mark),
  ).toBeVisible();
  await page.goto("/payments?status=SUCCESS");
  await expect(page.getByRole("main").getByText("Test data. No real money moves.")).toHaveCount(1);
  await expect(page.getByRole("table").getByText("Test", mark)).toHaveCount(0);
  await page.goto(`/refunds/${refundId}`);
  await expect(page.getByRole("main").getByText("Test", mark)).toBeVisible();
  await page.goto("/gateways");
  await expect(page.getByRole("region", { name: "simulator" }).getByText("Test", mark)).toBeVisible();
  const file = await page.request.get("/api/export/payments?format=csv");
  const [row] = parse<Record<string, string>>(await file.text(), { bom: true, columns: true });
  expect(row?.test).toBe("test");
});

test("the checkout says above everything that it is a test", async ({ page }) => {
  const payment = await createPayment("12.00");
  await page.goto(payment.payment_link);
  await expect(page).toHaveTitle(/^Test: /);
  await expect(page.getByText("This is a test payment. No money is moved.")).toBeVisible();
});

test("rules that name a gateway which is off show what to correct, and the gateway shows that it is off", async ({
  browser,
}) => {
  const wire = await openAlteredWire();
  const dashboard = await startDashboardOn(wire.url);
  try {
    const [rules, gateways] = await Promise.all([
      opsClient.ops("rules.current", {}),
      opsClient.ops("gateways.list", {}),
    ]);
    if (rules.kind !== "answered" || gateways.kind !== "answered")
      throw new Error("the service could not be read");
    const text = 'The gateway "simulator" is off and takes no payments.';
    wire.alter("/v1/ops/rules/current", {
      kind: "answer",
      status: 200,
      body: { ...rules.value, problems: [{ field: "rules.0.target.gateway", text }] },
    });
    const [simulator] = gateways.value.gateways;
    wire.alter("/v1/ops/gateways/list", {
      kind: "answer",
      status: 200,
      body: { ...gateways.value, gateways: [{ ...simulator, takes_payments: false }] },
    });
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(`${dashboard.url}/rules`);
    await expect(admin.getByText("1 field of the current rules needs correcting")).toBeVisible();
    const card = admin.getByRole("listitem", { name: "Rule 1" });
    await expect(card).toContainText(text);
    await card.getByRole("button", { name: /^Edit: / }).click();
    await expect(card.getByLabel("Gateway", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await admin.goto(`${dashboard.url}/gateways`);
    await expect(admin.getByRole("region", { name: "simulator" })).toContainText("It takes no payments");
  } finally {
    await dashboard.stop();
    await wire.close();
  }
});
