import { randomInt, randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { response, AnyService } from "./support/any-service";
import { openRefund, record, search } from "./support/staff";

const bare = AnyService.forTheseTests();

test.describe("with the five endpoints alone", () => {
  test("support searches, ops cancels, finance refunds and follows the refund to its end", async () => {
    const open = bare.addPayment({ transaction_status: "INITIATED" });
    const paid = bare.addPayment();
    const support = bare.as("support");
    await support.goto(bare.at("/payments"));
    await search(support, paid.merchant_transaction_id);
    await expect(record(support, paid.transaction_id).getByText("SUCCESS")).toBeVisible();

    const ops = bare.as("ops");
    await bare.look(ops, open);
    await record(ops, open.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
    await ops.getByRole("alertdialog").getByRole("button", { name: "Cancel payment" }).click();
    await expect(record(ops, open.transaction_id).getByText("CANCELLED").first()).toBeVisible();

    const finance = bare.as("finance");
    await bare.refund(finance, paid, "120.00");
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    const status = finance.getByRole("main").getByRole("status").first();
    await expect(status).toContainText("INITIATED");
    const made = bare.service.refunds.find((one) => one.transaction_id === paid.transaction_id);
    Object.assign(made ?? {}, { refund_status: "SUCCESS", refund_completed_at: new Date().toISOString() });
    await expect(status).toContainText("SUCCESS");

    const asked = bare.service.calls
      .filter(({ path }) => path.startsWith("/v1/ops/"))
      .map(({ path }) => path);
    expect(new Set(asked)).toEqual(new Set(["/v1/ops/capabilities"]));
  });

  test("a payment is created, and found by its reference", async () => {
    const ops = bare.as("ops");
    const reference = `ORDER-${randomUUID()}`;
    await ops.goto(bare.at("/payments/new"));
    await ops.getByLabel("Merchant reference", { exact: true }).fill(reference);
    await ops.getByLabel("Amount").fill("499.00");
    await ops.getByLabel(/Email/).fill("customer@example.com");
    await ops.getByRole("button", { name: "Create payment" }).click();
    await expect(ops.getByText("http://pay.example/").first()).toBeVisible();
    await ops.goto(bare.at(`/payments?reference=${reference}`));
    await expect(ops.getByText("INITIATED").first()).toBeVisible();
  });

  test("the balance is the dashboard's ledger, and what a refusal reported beside it stops no refund", async () => {
    const payment = bare.addPayment();
    const finance = bare.as("finance");
    await bare.refund(finance, payment, "100.00");
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    bare.service.refundOutsideDashboard(payment, "350.00");

    const dialog = await bare.refund(finance, payment, "200.00");
    await expect(dialog.getByRole("alert").first()).toContainText(
      "Refund amount exceeds refundable balance. Remaining refundable: 50.00",
    );
    await bare.look(finance, payment);
    const again = await openRefund(finance, payment.transaction_id);
    await expect(again.getByText(/₹350\.00 was refunded or in progress outside Paydeck/)).toBeVisible();
    await again.getByLabel("Refund amount").fill("50.01");
    await again.getByRole("button", { name: "Refund ₹50.01" }).click();
    await expect(again.getByLabel("Refund amount")).toHaveAccessibleDescription(/₹50\.00/);
    await again.getByLabel("Refund amount").fill("50.00");
    await again.getByRole("button", { name: "Refund ₹50.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    expect(bare.service.refundedPaise(payment.transaction_id)).toBe(50_000n);
  });
});

test.describe("a refund", () => {
  test("without an answer is Outcome unknown: reserved, never failed, never offered again", async () => {
    const payment = bare.addPayment();
    bare.service.always("refund_initiate", { kind: "drop", when: "after" });
    const finance = bare.as("finance");
    const dialog = await bare.refund(finance, payment, "120.00");
    await expect(dialog.getByText("Outcome unknown").first()).toBeVisible();
    await expect(dialog.getByText(/failed|refused|not sent/i)).toHaveCount(0);
    await expect(dialog.getByRole("button", { name: /^Refund|again/ })).toHaveCount(0);

    await bare.look(finance, payment);
    await record(finance, payment.transaction_id).getByRole("button", { name: "Refund" }).click();
    await expect(finance.getByRole("dialog").getByText("Outcome unknown").first()).toBeVisible();
    await expect(finance.getByRole("dialog").getByRole("button", { name: /^Refund ₹/ })).toHaveCount(0);
    expect(bare.sentFor(payment)).toBe(1);
  });

  test("that a refused key or a busy service did not take is shown as not sent, and can be sent again", async () => {
    const payment = bare.addPayment();
    const finance = bare.as("finance");
    bare.service.always("refund_initiate", response(429, { success: false, message: "Wait.", data: null }));
    const dialog = await bare.refund(finance, payment, "120.00");
    await expect(dialog.getByRole("alert").first()).toContainText("The refund was not sent");
    bare.service.always("refund_initiate", response(401, { detail: "Invalid authentication hash." }));
    await dialog.getByRole("button", { name: "Refund ₹120.00" }).click();
    await expect(dialog.getByRole("alert").first()).toContainText("key");
    bare.service.always(null);
    await dialog.getByRole("button", { name: "Refund ₹120.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    expect(bare.service.refundedPaise(payment.transaction_id)).toBe(12_000n);
  });

  test("that cannot be followed keeps its last status on the screen; one that is not there says so", async () => {
    const payment = bare.addPayment();
    const finance = bare.as("finance");
    const made = bare.service.refundOutsideDashboard(payment, "20.00");
    await finance.goto(bare.at(`/refunds/${made.refund_id}`));
    const main = finance.getByRole("main");
    await expect(main.getByRole("status").first()).toContainText("INITIATED");
    bare.service.always("refund_status", response(502, "<html>Bad gateway</html>"));
    await main.getByRole("button", { name: "Check now" }).click();
    await expect(main.getByText("The payment service can’t be reached").first()).toBeVisible();
    await expect(main.getByText("INITIATED").first()).toBeVisible();
    await expect(main.getByText(/No refund has this id/)).toHaveCount(0);
    bare.service.always(null);
    await finance.goto(bare.at(`/refunds/RFD20261121${String(Date.now())}`));
    await expect(main.getByText("No refund has this id")).toBeVisible();
  });
});

async function create(page: Page, contact: { email?: string; phone?: string }): Promise<string> {
  const reference = `ORDER-${randomUUID()}`;
  await page.goto(bare.at("/payments/new"));
  await page.getByLabel("Merchant reference", { exact: true }).fill(reference);
  await page.getByLabel("Amount").fill("499.00");
  if (contact.email !== undefined) await page.getByLabel(/Email/).fill(contact.email);
  if (contact.phone !== undefined) await page.getByLabel(/Phone/).fill(contact.phone);
  await page.getByRole("button", { name: "Create payment" }).click();
  await expect(page.getByText("http://pay.example/").first()).toBeVisible();
  return reference;
}

test("a customer of a service that returns no contact is found by payments created here, and the page says so", async () => {
  const digits = String(randomInt(100_000_000, 999_999_999));
  const email = `c${digits}@example.com`;
  const phone = `9${digits}`;
  const ops = bare.as("ops");
  const first = await create(ops, { email, phone });
  const other = await create(ops, { phone });
  const stranger = await create(ops, { email: `x${email}` });
  const [paid] = bare.service.payments.get(first) ?? [];
  if (paid === undefined) throw new Error("not created");
  paid.transaction_status = "SUCCESS";

  const requested: string[] = [];
  ops.on("request", (request) => requested.push(request.url()));
  await ops.goto(bare.at("/payments"));
  await expect(ops.getByText("Everything else is searched among payments seen in Paydeck")).toBeVisible();
  await ops.getByLabel("Merchant reference").fill(`+91 ${phone}`);
  await ops.getByRole("button", { name: "Search" }).click();
  const results = ops.getByRole("alert").filter({ hasText: "2 payments seen in Paydeck" });
  await expect(results.getByRole("link", { name: other })).toBeVisible();
  await results.getByRole("link", { name: first }).click();
  await expect(ops).toHaveURL(new RegExp(`/payments/${paid.transaction_id}`));

  await ops.getByRole("button", { name: "Payments of this customer created in Paydeck" }).click();
  await expect(ops.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  await expect(ops.getByText("Only payments created in Paydeck")).toBeVisible();
  const table = ops.getByRole("table");
  await expect(table).toContainText(first);
  await expect(table).toContainText(other);
  await expect(table).not.toContainText(stranger);
  await expect(ops.getByText("1 paid · 1 can still be paid")).toBeVisible();
  expect(await ops.content()).not.toContain(email);
  expect(
    requested.filter((url) => /@|9\d{9}\b/.test(decodeURIComponent(url).replaceAll(/TXN\S+/g, ""))),
  ).toEqual([]);

  bare.service.always("transaction_status", { kind: "drop", when: "before" });
  await ops.reload();
  await expect(ops.getByText("2 payments are shown as last seen")).toBeVisible();
});

test("pasted lines are searched among what was seen here, in the state of now", async () => {
  const payment = bare.addPayment({
    transaction_id: `TXN20261121${String(Date.now())}`,
    gateway_transaction_id: `pi_${randomUUID().slice(0, 8)}`,
    transaction_status: "INITIATED",
  });
  const support = bare.as("support");
  await bare.look(support, payment);
  await expect(support.getByText(payment.transaction_id).first()).toBeVisible();
  payment.transaction_status = "SUCCESS";

  await support.goto(bare.at("/payments/find"));
  await expect(support.getByText("Only payments seen in Paydeck")).toBeVisible();
  const lines = [payment.gateway_transaction_id, payment.transaction_id, "nobody@example.net"];
  await support.getByLabel("Identifiers").fill(lines.join("\n"));
  await support.getByRole("button", { name: "Find payments" }).click();
  const table = support.getByRole("table", { name: "Results by line" });
  const rows = table.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("SUCCESS");
  await expect(table.getByRole("row").filter({ hasText: "nobody@" })).toContainText("Not seen in Paydeck");
});

test("the payments seen here are listed, newest first, with the status that was seen", async () => {
  const at = (minute: number): string => new Date(Date.now() + minute * 60_000).toISOString();
  const older = bare.addPayment({ transaction_date_time: at(1), transaction_status: "INITIATED" });
  const newer = bare.addPayment({ transaction_date_time: at(2), transaction_status: "SUCCESS" });
  const support = bare.as("support");
  await bare.look(support, newer);
  await bare.look(support, older);
  await expect(support.getByText(older.transaction_id).first()).toBeVisible();
  older.transaction_status = "FAILURE";

  await support.goto(bare.at("/payments"));
  await expect(support.getByRole("heading", { name: "Payments seen in Paydeck" })).toBeVisible();
  const rows = support.getByRole("table", { name: "Payments" }).getByRole("row");
  await expect(rows.nth(1)).toContainText(newer.transaction_id);
  await expect(rows.nth(2)).toContainText(older.transaction_id);
  await expect(rows.nth(2)).toContainText(/INITIATED\s*seen/);
  await rows.nth(2).getByRole("link").click();
  await expect(support.getByText("FAILURE").first()).toBeVisible();

  await support.goto(bare.at("/payments?status=FAILURE"));
  await expect(support.getByText("This payment service can’t filter payments")).toBeVisible();
  await support.getByRole("link", { name: "Show payments seen in Paydeck" }).click();
  await expect(rows.nth(2)).toContainText(/FAILURE\s*seen/);
});
