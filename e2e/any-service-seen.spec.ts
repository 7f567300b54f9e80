import { randomInt, randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { AnyService } from "./support/any-service";

const bare = AnyService.forTheseTests();

async function create(page: Page, contact: { email?: string; phone?: string }): Promise<string> {
  const reference = `ORDER-${randomUUID()}`;
  await page.goto(bare.at("/payments/new"));
  await page.getByLabel("Merchant reference").fill(reference);
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
  await expect(ops.getByText("anything else only among payments seen in Paydeck")).toBeVisible();
  await ops.getByLabel("Merchant reference").fill(`+91 ${phone}`);
  await ops.getByRole("button", { name: "Search" }).click();
  const results = ops.getByRole("alert").filter({ hasText: "2 payments seen in Paydeck" });
  await expect(results.getByRole("link", { name: other })).toBeVisible();
  await expectCleanState(ops, "payments seen of a phone number");
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
  await expectCleanState(ops, "a customer seen here alone");
  expect(await ops.content()).not.toContain(email);
  expect(
    requested.filter((url) => /@|9\d{9}\b/.test(decodeURIComponent(url).replaceAll(/TXN\S+/g, ""))),
  ).toEqual([]);

  bare.service.always("transaction_status", { kind: "drop", when: "before" });
  await ops.reload();
  await expect(ops.getByText("2 payments are shown as last seen")).toBeVisible();
  await expectCleanState(ops, "a customer while the service does not answer");
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
  await expectCleanState(support, "lines of a service without the extension");
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
  await expectCleanState(support, "payments seen at a service without the extension");
  await rows.nth(2).getByRole("link").click();
  await expect(support.getByText("FAILURE").first()).toBeVisible();

  await support.goto(bare.at("/payments?status=FAILURE"));
  await expect(support.getByText("This payment service can’t filter payments")).toBeVisible();
  await support.getByRole("link", { name: "Show payments seen in Paydeck" }).click();
  await expect(rows.nth(2)).toContainText(/FAILURE\s*seen/);
});
