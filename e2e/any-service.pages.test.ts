import { randomInt, randomUUID } from "node:crypto";
import { within } from "@testing-library/dom";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { SKELETON_AFTER_MS } from "@/app/(dashboard)/payments/_components/skeleton-after";
import type { Misbehaviour } from "../tools/testing/dashboard/scripted-service";
import { type BareService, bareService, SERVICE_TIMEOUT_MS } from "./support/bare-service";
import { actionNamed, callAction, returned } from "./support/direct";
import { openPage, type PageOverHttp, submitForm, words } from "./support/page-over-http";
import type { StaffRole } from "./support/staff";
import { removeThreshold, setThreshold } from "./support/threshold";

let bare: BareService;
beforeAll(async () => {
  bare = await bareService();
});
beforeEach(() => bare.service.behave());

const response = (status: number, body: unknown): Misbehaviour => ({
  kind: "answer",
  status,
  body: typeof body === "string" ? body : JSON.stringify(body),
  effect: false,
});

/** Sends a form of a page without any script; returns the page that it leads to. */
async function submit(
  role: StaffRole,
  page: PageOverHttp,
  field: RegExp,
  values: Record<string, string>,
): Promise<PageOverHttp> {
  const form = page.getByLabelText(field).closest("form");
  if (form === null) throw new Error("there is no form");
  const session = { cookie: bare.cookieOf(role), dashboardUrl: bare.dashboardUrl };
  const { location, page: answered } = await submitForm(page, form, values, session);
  return location === null ? answered : openPage(location, session);
}

/** Creates a payment by its form; returns its reference. */
async function create(contact: { email?: string; phone?: string }): Promise<string> {
  const reference = `ORDER-${randomUUID()}`;
  const page = await bare.open("ops", "/payments/new");
  const nameOf = (label: string): string => page.getByLabelText<HTMLInputElement>(label).name;
  const created = await submit("ops", page, /^Amount$/, {
    [nameOf("Merchant reference")]: reference,
    [nameOf("Amount")]: "499.00",
    [nameOf("Email")]: contact.email ?? "",
    [nameOf("Phone")]: contact.phone ?? "",
  });
  expect(created.text).toContain("http://pay.example/");
  return reference;
}

async function search(role: StaffRole, text: string): Promise<PageOverHttp> {
  return submit(role, await bare.open(role, "/payments"), /^Merchant reference/, { reference: text });
}

describe("with the five endpoints alone", () => {
  test("support finds a payment, ops cancels one, and finance refunds one and sees it end, by no other call", async () => {
    const before = bare.service.calls.length;
    const open = bare.addPayment({ transaction_status: "INITIATED" });
    const paid = bare.addPayment();
    const found = await search("support", paid.merchant_transaction_id);
    expect(words(found.getByRole("article", { name: paid.transaction_id }))).toContain("SUCCESS");

    const of = ({ merchant_transaction_id: reference, transaction_id: transactionId }: typeof paid) => ({
      reference,
      transactionId,
    });
    expect(await bare.act("ops", "cancelPaymentAction", of(open))).toMatchObject({ kind: "cancelled" });
    expect((await bare.look("ops", open)).text).toContain("CANCELLED");

    const refund = { intentId: randomUUID(), amount: "120.00", reason: "", isApprovalExpected: false };
    const { refundId } = await bare.act<{ refundId: string }>("finance", "requestRefundAction", {
      ...of(paid),
      ...refund,
    });
    expect((await bare.open("finance", `/refunds/${refundId}`)).text).toContain("INITIATED");
    const made = bare.service.refunds.find((one) => one.transaction_id === paid.transaction_id);
    Object.assign(made ?? {}, { refund_status: "SUCCESS", refund_completed_at: new Date().toISOString() });
    await vi.waitUntil(
      async () => /SUCCESS/.test((await bare.open("finance", `/refunds/${refundId}`)).text),
      { timeout: 60_000, interval: 500 },
    );

    const asked = bare.service.calls.slice(before).filter(({ path }) => path.startsWith("/v1/ops/"));
    expect(asked.filter(({ path }) => path !== "/v1/ops/capabilities")).toEqual([]);
  });

  test("a payment is created, and found by its reference", async () => {
    const found = await bare.open("ops", `/payments?reference=${await create({ phone: "9876543210" })}`);
    expect(found.text).toContain("INITIATED");
  });

  test("a refund that cannot be followed keeps its last status; one that is not there says so", async () => {
    const { refund_id: refundId } = bare.service.refundOutsideDashboard(bare.addPayment(), "20.00");
    expect((await bare.open("finance", `/refunds/${refundId}`)).text).toContain("INITIATED");
    bare.service.always("refund_status", response(502, "<html>Bad gateway</html>"));
    const { text } = await vi.waitUntil(
      async () => {
        const page = await bare.open("finance", `/refunds/${refundId}`);
        return page.text.includes("The payment service can’t be reached") && page;
      },
      { timeout: 60_000, interval: 500 },
    );
    expect(text).toContain("INITIATED");
    expect(text).not.toContain("No refund has this id");
    bare.service.behave();
    const missing = await bare.open("finance", `/refunds/RFD20261121${String(Date.now())}`);
    expect(missing.text).toContain("No refund has this id");
  });

  test("a customer of a service that returns no contact is found by payments created here, and the page says so", async () => {
    const digits = String(randomInt(100_000_000, 999_999_999));
    const [email, phone] = [`c${digits}@example.com`, `9${digits}`];
    const first = await create({ email, phone });
    const other = await create({ phone });
    const stranger = await create({ email: `x${email}` });
    const [paid] = bare.service.payments.get(first) ?? [];
    if (paid === undefined) throw new Error("not created");
    paid.transaction_status = "SUCCESS";

    const list = await bare.open("ops", "/payments");
    expect(list.text).toContain("Everything else is searched among payments seen in Paydeck");
    const found = await search("ops", `+91 ${phone}`);
    expect(decodeURIComponent(found.path)).not.toContain(digits);
    expect(found.text).toContain("2 payments seen in Paydeck");
    for (const reference of [first, other]) found.getByRole("link", { name: new RegExp(reference) });

    const payment = await bare.open(
      "ops",
      found.getByRole("link", { name: new RegExp(first) }).getAttribute("href") ?? "",
    );
    payment.getByRole("button", { name: /^Payments of this customer created in Paydeck/ });
    const { customerId } = (await bare.post("ops", `/api/payments/${paid.transaction_id}/customer`)) as {
      customerId: string;
    };
    const customer = await bare.open("ops", `/payments/customers/${customerId}`);
    customer.getByRole("heading", { level: 1, name: "Customer" });
    expect(customer.text).toContain("Only payments created in Paydeck");
    expect(customer.text).toContain("1 paid · 1 can still be paid");
    const table = words(customer.getByRole("table"));
    for (const reference of [first, other]) expect(table).toContain(reference);
    expect(table).not.toContain(stranger);
    expect(customer.html).not.toContain(email);

    bare.service.always("transaction_status", { kind: "drop", when: "before" });
    expect((await bare.open("ops", `/payments/customers/${customerId}`)).text).toContain(
      "2 payments are shown as last seen",
    );
  });

  test("the form for pasted lines says that only payments seen here are searched", async () => {
    expect((await bare.open("support", "/payments/find")).text).toContain("Only payments seen in Paydeck");
  });

  test("the payments seen here are listed, newest first, with the status that was seen", async () => {
    const at = (minute: number): string => new Date(Date.now() + minute * 60_000).toISOString();
    const older = bare.addPayment({ transaction_date_time: at(1), transaction_status: "INITIATED" });
    const newer = bare.addPayment({ transaction_date_time: at(2), transaction_status: "SUCCESS" });
    await bare.look("support", newer);
    await bare.look("support", older);
    older.transaction_status = "FAILURE";
    const rowsOf = (page: PageOverHttp): string[] =>
      within(page.getByRole("table", { name: /^Payments/ }))
        .getAllByRole("row")
        .map(words)
        .slice(1, 3);

    const list = await bare.open("support", "/payments");
    list.getByRole("heading", { name: "Payments seen in Paydeck" });
    const [first, second] = rowsOf(list);
    expect(first).toContain(newer.transaction_id);
    expect(second).toMatch(new RegExp(`INITIATED\\s*seen.*${older.transaction_id}`));
    expect((await bare.look("support", older)).text).toContain("FAILURE");

    const filtered = await bare.open("support", "/payments?status=FAILURE");
    expect(filtered.text).toContain("This payment service can’t filter payments");
    const all = filtered.getByRole("link", { name: "Show payments seen in Paydeck" });
    expect(rowsOf(await bare.open("support", all.getAttribute("href") ?? ""))[1]).toMatch(/FAILURE\s*seen/);
  });

  const NEEDS_THE_EXTENSION = [
    "/stuck",
    "/rules",
    "/rules/versions",
    "/reconciliation",
    "/gateways",
    "/webhooks",
    "/webhooks/deliveries",
    "/keys",
  ];
  for (const path of NEEDS_THE_EXTENSION) {
    test(`${path} says that this service does not offer it`, async () => {
      const page = await bare.open("admin", path);
      expect(page.status).toBe(200);
      page.getByText("Not available with this payment service");
    });
  }

  test("a reference leads to its latest attempt, and an order that was paid twice says so before a refund", async () => {
    const first = bare.addPayment();
    const twin = bare.addPayment({ merchant_transaction_id: first.merchant_transaction_id });
    const page = await bare.look("finance", first);
    expect(page.path).toContain(twin.transaction_id);
    page.getByText("This order was paid twice");
    page.getByRole("article", { name: first.transaction_id });
    expect(
      (await bare.look("finance", bare.addPayment())).queryByText("This order was paid twice"),
    ).toBeNull();
  });

  test("who approves a refund of an order that was paid twice is told so before the decision", async () => {
    const first = bare.addPayment();
    bare.addPayment({ merchant_transaction_id: first.merchant_transaction_id });
    const { dashboardUrl } = bare;
    const threshold = { dashboardUrl, role: "finance" } as const;
    const { id, name, page: path } = actionNamed("requestRefundAction");
    const input = {
      ...{ intentId: randomUUID(), reference: first.merchant_transaction_id },
      ...{ transactionId: first.transaction_id, amount: "2.00", reason: "", reasonCode: null },
      isApprovalExpected: true,
    };
    await setThreshold(threshold, "1.00");
    let asked = "";
    try {
      const page = `${dashboardUrl}${path}`;
      const cookie = bare.cookieOf("finance");
      asked = returned(await callAction({ id, name, page }, cookie, { input }, { origin: dashboardUrl }));
    } finally {
      await removeThreshold(threshold);
    }
    const { approvalId } = JSON.parse(asked) as { approvalId: string };
    const page = await bare.open("admin", `/approvals/${approvalId}`);
    const balance = within(page.getByRole("region", { name: "Current payment balance" }));
    balance.getByText("This order was paid twice");
    page.getByRole("button", { name: /^Approve/ });
  });

  test("a reference that takes longer to find leads there too, after its skeleton", async () => {
    const payment = bare.addPayment();
    bare.service.next("transaction_status", { kind: "delay", ms: SKELETON_AFTER_MS * 2 });
    expect((await bare.look("support", payment)).path).toContain(`/payments/${payment.transaction_id}`);
  });

  test("the overview says that this service does not count payments, and counts refunds", async () => {
    const page = await bare.open("admin", "/overview");
    page.getByText("Payment charts are not available");
    page.getByRole("heading", { name: "Refunds made in Paydeck, by outcome" });
  });

  test("with one account there is nothing to switch to, and the page of all accounts has that one", async () => {
    (await bare.open("admin", "/all-accounts")).getByRole("region", { name: "Main account" });
    const payments = await bare.open("admin", "/payments");
    expect(payments.queryByRole("link", { name: "All accounts" })).toBeNull();
  });

  const NEEDS_NO_SERVICE = [
    "/refunds",
    "/approvals",
    "/approvals/rules",
    "/bulk",
    "/people",
    "/audit",
    "/account",
  ];
  for (const path of NEEDS_NO_SERVICE) {
    test(`${path} works as ever`, async () => {
      const page = await bare.open("admin", path);
      expect(page.status).toBe(200);
      page.getByRole("heading", { level: 1 });
      expect(page.queryByText("Not available with this payment service")).toBeNull();
    });
  }
});

describe("a look-up without a usable answer is shown as a service error, never as not found", () => {
  const RECORD = {
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
  const TROUBLES: [string, Misbehaviour][] = [
    ["slow", { kind: "delay", ms: 2 * SERVICE_TIMEOUT_MS }],
    ["a connection that ends", { kind: "drop", when: "before" }],
    ["cut off", { kind: "truncate" }],
    ["a page of HTML under 200", response(200, "<html><h1>It works</h1></html>")],
    ["a page of HTML under 502", response(502, "<html><h1>Bad gateway</h1></html>")],
    ["a page of HTML under 404", response(404, "<html><h1>Not found</h1></html>")],
    ["empty", response(200, "")],
    ["an object where a list belongs", response(200, {})],
    ["a record of wrong types", response(200, [{ transaction_id: 7, transaction_status: null }])],
    [
      "a status that the specification does not know",
      response(200, [{ ...RECORD, transaction_status: "PAID" }]),
    ],
    ["a failure in its own shape", response(500, { success: false, message: "Internal error" })],
  ];
  for (const [name, misbehaviour] of TROUBLES) {
    test(name, async () => {
      const payment = bare.addPayment();
      bare.service.always("transaction_status", misbehaviour);
      const page = await bare.look("support", payment);
      // One that responses with a field of another kind is named as such.
      expect(page.text).toMatch(/The payment service(’s answer can’t be used| can’t be reached)/);
      expect(page.text).not.toMatch(/no payment/i);
      expect(page.text).not.toMatch(/It works|Bad gateway|Internal error/);
    });
  }

  test("a refused key and too many calls are shown as what they are", async () => {
    const payment = bare.addPayment();
    bare.service.always("transaction_status", response(401, { detail: "Invalid authentication hash." }));
    expect((await bare.look("support", payment)).text).toContain("The payment service refused Paydeck’s key");
    bare.service.always("transaction_status", response(429, { success: false, message: "Too many" }));
    const { text: busy } = await bare.look("support", payment);
    expect(busy).toContain("The payment service is busy");
    expect(busy).not.toMatch(/no payment/i);
  });

  test("and only the specification's own 404 is not found", async () => {
    const page = await bare.open("support", `/payments?reference=ORDER-${randomUUID()}`);
    expect(page.text).toMatch(/no payment/i);
  });
});
