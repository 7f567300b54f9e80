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

  test("a payment is created, and found by its reference", async () => {
    const ops = as("ops");
    const reference = `ORDER-${randomUUID()}`;
    await ops.goto(at("/payments/new"));
    await ops.getByLabel("Merchant reference").fill(reference);
    await ops.getByLabel("Amount").fill("499.00");
    await ops.getByLabel(/Email/).fill("customer@example.com");
    await ops.getByRole("button", { name: "Create payment" }).click();
    await expect(ops.getByText("http://pay.example/").first()).toBeVisible();
    await ops.goto(at(`/payments?reference=${reference}`));
    await expect(ops.getByText("INITIATED").first()).toBeVisible();
  });

  test("a page that the service does not offer is clean for axe", async () => {
    const admin = as("admin");
    await admin.goto(at("/webhooks"));
    await expectCleanState(admin, "a page that the service does not offer");
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
