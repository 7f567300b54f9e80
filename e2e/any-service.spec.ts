import { randomUUID } from "node:crypto";
import { expect, test, type Page } from "@playwright/test";
import type { TransactionRecord } from "../lib/contract/responses";
import { TEST_CREDENTIALS } from "../server/dashboard/testing/scripted-ledger";
import { type Misbehaviour, ScriptedService } from "../server/dashboard/testing/scripted-service";
import { expectCleanState } from "./support/accessible";
import { startDashboardOn } from "./support/faulty-wire";
import { newPerson, openRefund, record, search, type StaffRole } from "./support/staff";

/** A service with only the five endpoints of the specification, and a dashboard on it. */
const service = new ScriptedService({ now: () => new Date() });
let dashboard: { url: string; stop(): Promise<void> };
const people = new Map<StaffRole, Page>();

/** Longer than a quick response on a slow machine, and short enough to wait for. */
const TIMEOUT_MS = 2_000;

test.beforeAll(async ({ browser }) => {
  await service.start();
  service.ops = null;
  dashboard = await startDashboardOn(service.baseUrl, {
    ROUTING_API_KEY: TEST_CREDENTIALS.apiKey,
    ROUTING_API_SALT: TEST_CREDENTIALS.apiSalt,
    ROUTING_TIMEOUT_MS: String(TIMEOUT_MS),
  });
  for (const role of ["support", "ops", "finance", "admin"] as const) {
    people.set(role, await newPerson(browser, role, dashboard.url));
  }
});
test.beforeEach(() => service.always(null));
test.afterAll(async () => {
  for (const page of people.values()) await page.context().close();
  await dashboard.stop();
  await service.stop();
});

const at = (path: string): string => `${dashboard.url}${path}`;
const as = (role: StaffRole): Page => {
  const page = people.get(role);
  if (page === undefined) throw new Error(`nobody is signed in as ${role}`);
  return page;
};

function addPayment(fields: Partial<TransactionRecord> = {}): TransactionRecord {
  return service.addPayment({ merchant_transaction_id: `ORDER-${randomUUID()}`, ...fields });
}

async function look(page: Page, { merchant_transaction_id: reference }: TransactionRecord): Promise<void> {
  await page.goto(at(`/payments?reference=${reference}`));
}

/** Fills in the refund dialog and sends it. */
async function refund(page: Page, payment: TransactionRecord, amount: string) {
  await look(page, payment);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill(amount);
  await dialog.getByRole("button", { name: `Refund ₹${amount}` }).click();
  return dialog;
}

const answer = (status: number, body: unknown, effect = false): Misbehaviour => ({
  kind: "answer",
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
  effect,
});

test.describe("with the five endpoints alone", () => {
  test("support searches, ops cancels, finance refunds and follows the refund to its end", async () => {
    const open = addPayment({ transaction_status: "INITIATED" });
    const paid = addPayment();
    const support = as("support");
    await support.goto(at("/payments"));
    await search(support, paid.merchant_transaction_id);
    await expect(record(support, paid.transaction_id).getByText("SUCCESS")).toBeVisible();
    await expectCleanState(support, "payments without the extension");

    const ops = as("ops");
    await look(ops, open);
    await record(ops, open.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
    await ops.getByRole("alertdialog").getByRole("button", { name: "Cancel payment" }).click();
    await expect(record(ops, open.transaction_id).getByText("CANCELLED").first()).toBeVisible();

    const finance = as("finance");
    await refund(finance, paid, "120.00");
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    const status = finance.getByRole("main").getByRole("status").first();
    await expect(status).toContainText("INITIATED");
    const made = service.refunds.find((one) => one.transaction_id === paid.transaction_id);
    Object.assign(made ?? {}, { refund_status: "SUCCESS", refund_completed_at: new Date().toISOString() });
    await expect(status).toContainText("SUCCESS");

    const asked = service.calls.filter(({ path }) => path.startsWith("/v1/ops/")).map(({ path }) => path);
    expect(new Set(asked)).toEqual(new Set(["/v1/ops/capabilities"]));
  });

  test("the balance is the dashboard's ledger, and what a refusal reported beside it stops no refund", async () => {
    const payment = addPayment();
    const finance = as("finance");
    await refund(finance, payment, "100.00");
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    service.refundOutsideDashboard(payment, "350.00");

    const dialog = await refund(finance, payment, "200.00");
    await expect(dialog.getByRole("alert").first()).toContainText(
      "Refund amount exceeds refundable balance. Remaining refundable: 50.00",
    );
    await look(finance, payment);
    const again = await openRefund(finance, payment.transaction_id);
    await expect(again.getByText(/₹350\.00 was refunded or in progress outside Paydeck/)).toBeVisible();
    await again.getByLabel("Refund amount").fill("50.01");
    await again.getByRole("button", { name: "Refund ₹50.01" }).click();
    await expect(again.getByLabel("Refund amount")).toHaveAccessibleDescription(/₹50\.00/);
    await again.getByLabel("Refund amount").fill("50.00");
    await again.getByRole("button", { name: "Refund ₹50.00" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    expect(service.refundedPaise(payment.transaction_id)).toBe(50_000n);
  });
});

test.describe("a look-up without a usable answer is shown as trouble, never as not found", () => {
  const TROUBLES: [string, Misbehaviour][] = [
    ["slow", { kind: "delay", ms: 2 * TIMEOUT_MS }],
    ["a connection that ends", { kind: "drop", when: "before" }],
    ["cut off", { kind: "truncate" }],
    ["a page of HTML under 200", answer(200, "<html><h1>It works</h1></html>")],
    ["a page of HTML under 502", answer(502, "<html><h1>Bad gateway</h1></html>")],
    ["a page of HTML under 404", answer(404, "<html><h1>Not found</h1></html>")],
    ["empty", answer(200, "")],
    ["an object where a list belongs", answer(200, {})],
    ["a record of wrong types", answer(200, [{ transaction_id: 7, transaction_status: null }])],
    [
      "a status that the specification does not know",
      answer(200, [{ ...sample(), transaction_status: "PAID" }]),
    ],
    ["a failure in its own shape", answer(500, { success: false, message: "Internal error" })],
  ];
  for (const [name, misbehaviour] of TROUBLES) {
    test(name, async () => {
      const payment = addPayment();
      service.always("transaction_status", misbehaviour);
      const support = as("support");
      await look(support, payment);
      const main = support.getByRole("main");
      // One that answers with a field of another kind is named as such.
      await expect(
        main.getByText(/The payment service(’s answer can’t be used| can’t be reached)/).first(),
      ).toBeVisible();
      await expect(main.getByText(/no payment/i)).toHaveCount(0);
      await expect(main.getByText(/It works|Bad gateway|Internal error/)).toHaveCount(0);
    });
  }

  test("a refused key and too many calls are shown as what they are", async () => {
    const support = as("support");
    const payment = addPayment();
    service.always("transaction_status", answer(401, { detail: "Invalid authentication hash." }));
    await look(support, payment);
    await expect(support.getByText("The payment service refused Paydeck’s key").first()).toBeVisible();
    service.always("transaction_status", answer(429, { success: false, message: "Too many" }));
    await look(support, payment);
    await expect(support.getByText("The payment service is busy").first()).toBeVisible();
    await expect(support.getByText(/no payment/i)).toHaveCount(0);
  });

  test("and only the specification's own 404 is not found", async () => {
    const support = as("support");
    await support.goto(at(`/payments?reference=ORDER-${randomUUID()}`));
    await expect(support.getByText(/no payment/i).first()).toBeVisible();
  });
});

test.describe("a refund", () => {
  const UNKNOWN: [string, Misbehaviour][] = [
    ["slow", { kind: "delay", ms: 2 * TIMEOUT_MS }],
    ["a connection that ends", { kind: "drop", when: "after" }],
    ["cut off", { kind: "truncate" }],
  ];
  for (const [name, misbehaviour] of UNKNOWN) {
    test(`whose answer is none (${name}) is Outcome unknown: reserved, never failed, never offered again`, async () => {
      const payment = addPayment();
      service.always("refund_initiate", misbehaviour);
      const finance = as("finance");
      const dialog = await refund(finance, payment, "120.00");
      await expect(dialog.getByText("Outcome unknown").first()).toBeVisible();
      await expect(dialog.getByText(/failed|refused|not sent/i)).toHaveCount(0);
      await expect(dialog.getByRole("button", { name: /^Refund|again/ })).toHaveCount(0);

      await look(finance, payment);
      await record(finance, payment.transaction_id).getByRole("button", { name: "Refund" }).click();
      await expect(finance.getByRole("dialog").getByText("Outcome unknown").first()).toBeVisible();
      await expect(finance.getByRole("dialog").getByRole("button", { name: /^Refund ₹/ })).toHaveCount(0);
      expect(sentFor(payment)).toBe(1);
    });
  }
});

function sentFor(payment: TransactionRecord): number {
  return service.callsOf("refund_initiate").filter(({ body }) => body.includes(payment.transaction_id))
    .length;
}

function sample(): Omit<TransactionRecord, "transaction_status"> {
  return {
    merchant_transaction_id: "ORDER",
    transaction_id: "TXN1",
    transaction_amount: "500.00",
    transaction_date_time: "2026-11-21T08:00:00.000Z",
    gateway_transaction_id: null,
    currency: "INR",
    udf1: null,
    udf2: null,
    udf3: null,
  };
}
