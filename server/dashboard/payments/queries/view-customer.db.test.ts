import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { PaymentItem } from "@/lib/contract/ops/payments";
import type { CustomerView } from "@/lib/payments/customer-view";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { openCustomer } from "../commands/open-customer";
import { viewCustomer } from "./view-customer";

const GET = "/v1/ops/payments/get";
const SEARCH = "/v1/ops/payments/search";
const EMAIL = "asha@example.com";
const PHONE = "+919876543210";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.get", "payments.search"] };
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

function responses(path: typeof GET | typeof SEARCH, body: unknown, status = 200): void {
  harness.service.next(path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}

const listed = (fields: Partial<PaymentItem> = {}): PaymentItem =>
  listedPayment({ masked_customer: { email: "a•••@e•••.com", phone: null, name: "A••• R•••" }, ...fields });

const page = (payments: readonly PaymentItem[], next: string | null = null) => ({
  payments,
  next_cursor: next,
});

/** The searches that the service received. */
const searches = (): Record<string, unknown>[] =>
  harness.service.calls
    .filter(({ path }) => path === SEARCH)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

async function opened(
  contact: { email: string | null; phone: string | null },
  payment: PaymentItem = listed(),
): Promise<string> {
  const customer = { ...contact, name: "Asha Rao" };
  responses(GET, detailOf(payment, customer));
  const outcome = await openCustomer(ctx, { transactionId: payment.transaction_id });
  if (outcome.kind !== "opens") throw new Error(JSON.stringify(outcome));
  return outcome.customerId;
}

const detailOf = (
  payment: PaymentItem,
  customer: { email: string | null; phone: string | null; name: string },
): object =>
  paymentDetail(
    { ...payment, gateway_transaction_id: null, udf1: null, udf2: null, udf3: null },
    { payment, attempts: [payment], customer },
  );

function foundOf(view: CustomerView): Extract<CustomerView, { kind: "found" }> {
  if (view.kind !== "found") throw new Error(JSON.stringify(view));
  return view;
}

it("adds up the payments of the address and of the number, each payment once, without test payments", async () => {
  const both = listed({
    transaction_amount: "800.00",
    refunded_amount: "100.00",
    remaining_amount: "700.00",
  });
  const customerId = await opened({ email: EMAIL, phone: PHONE }, both);
  responses(SEARCH, page([both, listed({ transaction_status: "FAILURE", remaining_amount: "0.00" })]));
  responses(SEARCH, page([both, listed({ test: true })]));
  responses(
    SEARCH,
    page([
      listed({
        currency: "USD",
        transaction_amount: "20.00",
        remaining_amount: "20.00",
        transaction_date_time: "2026-11-20T08:00:00.000Z",
      }),
    ]),
  );
  responses(SEARCH, page([]));
  const view = foundOf(await viewCustomer(ctx, customerId));
  expect(view.payments).toHaveLength(4);
  expect(view.areTest).toBe(false);
  expect(view.totals).toEqual([
    {
      currency: "INR",
      paid: "800.00",
      refunded: "100.00",
      inProgress: "0.00",
      manual: null,
      left: "700.00",
      refundShare: "12.5",
    },
    {
      currency: "USD",
      paid: "20.00",
      refunded: "0.00",
      inProgress: "0.00",
      manual: null,
      left: "20.00",
      refundShare: "0.0",
    },
  ]);
  expect(view.counts).toEqual({ paid: 2, open: 0, unpaid: 1, test: 1 });
  expect(searches()).toMatchObject([
    { customer_email: EMAIL },
    { customer_phone: PHONE },
    { customer_phone: "919876543210" },
    { customer_phone: "9876543210" },
  ]);
});

it("shows what manual refunds returned apart from refunds, and subtracts it from what is left", async () => {
  const paid = listed({
    transaction_amount: "800.00",
    remaining_amount: "700.00",
    refunded_amount: "100.00",
  });
  const customerId = await opened({ email: EMAIL, phone: null }, paid);
  const { actor, routing } = await harness.ctxOf("finance");
  const { actor: second } = await harness.ctxOf("admin");
  const insert = (amount: number, state: string, reference: string) =>
    harness.pool.query(
      `insert into manual_refunds (id, service_address, transaction_id, reference, amount_paise, currency, is_test, method,
         paid_on, transfer_reference, recorded_by, recorded_at, state, decided_by, decided_at, decision_reason)
       select gen_random_uuid(), $1, $2, $3, $4, 'INR', false, 'cash', '2026-11-20', $5, $6, now(), $7,
         case when $7 <> 'WAITING' then $8::uuid end, case when $7 <> 'WAITING' then now() end,
         case when $7 = 'DECLINED' then 'No receipt' end`,
      [
        routing.serviceAddress,
        paid.transaction_id,
        paid.merchant_transaction_id,
        amount,
        reference,
        actor.userId,
        state,
        second.userId,
      ],
    );
  await insert(20_000, "CONFIRMED", "R-1");
  await insert(5_000, "WAITING", "R-2");
  await insert(10_000, "DECLINED", "R-3");
  responses(SEARCH, page([paid]));
  expect(foundOf(await viewCustomer(ctx, customerId)).totals).toMatchObject([
    { paid: "800.00", refunded: "100.00", manual: "250.00", left: "450.00", refundShare: "12.5" },
  ]);
});

it("adds up test payments when there are no others, and says so", async () => {
  const customerId = await opened({ email: EMAIL, phone: null });
  responses(SEARCH, page([listed({ test: true }), listed({ test: true })]));
  expect(foundOf(await viewCustomer(ctx, customerId))).toMatchObject({
    areTest: true,
    totals: [{ currency: "INR", paid: "1000.00" }],
    counts: { paid: 0, test: 2 },
  });
});

it("masks the contact, and puts it into no response and no audit entry", async () => {
  const customerId = await opened({ email: EMAIL, phone: null });
  responses(SEARCH, page([listed()]));
  const view = foundOf(await viewCustomer(ctx, customerId));
  expect(view.masked).toEqual({ email: "a•••@e•••.com", phone: null, name: "A••• R•••" });
  expect(JSON.stringify(view)).not.toContain(EMAIL);
  const log = await harness.audit();
  expect(log).toMatchObject([{ action: "customer_searched", detail: { field: "email" } }]);
  expect(JSON.stringify(log)).not.toContain(EMAIL);
});

it("reads every page up to a limit, and says when older payments were left out", async () => {
  const customerId = await opened({ email: EMAIL, phone: null });
  for (const next of ["a", "b", "c"]) responses(SEARCH, page([listed(), listed()], next));
  const view = foundOf(await viewCustomer(ctx, customerId));
  expect(view.isTruncated).toBe(true);
  expect(view.payments).toHaveLength(6);
  expect(searches().map(({ cursor }) => cursor)).toEqual([undefined, "a", "b"]);
});

it("shows nothing when one of the searches is not answered: a part would read like all", async () => {
  const customerId = await opened({ email: EMAIL, phone: PHONE });
  responses(SEARCH, page([listed()]));
  responses(SEARCH, "", 502);
  expect(await viewCustomer(ctx, customerId)).toMatchObject({
    kind: "service_error",
    serviceError: { kind: "unavailable" },
  });
});

it("belongs to the session, for half an hour", async () => {
  const customerId = await opened({ email: EMAIL, phone: null });
  expect(await viewCustomer(await harness.ctxOf("admin"), customerId)).toEqual({ kind: "expired" });
  expect(await viewCustomer(ctx, "no id")).toEqual({ kind: "expired" });
  harness.clock.advance(31 * 60_000);
  expect(await viewCustomer(ctx, customerId)).toEqual({ kind: "expired" });
  expect(searches()).toEqual([]);
  await opened({ email: EMAIL, phone: null });
  const { rows } = await harness.pool.query("select 1 from customer_pages");
  expect(rows).toHaveLength(1);
});

it("a payment without a contact opens nothing, nor does one that the service does not know", async () => {
  const payment = listed();
  responses(GET, detailOf(payment, { email: null, phone: null, name: "Asha" }));
  expect(await openCustomer(ctx, { transactionId: payment.transaction_id })).toEqual({ kind: "no_contact" });
  for (const transactionId of ["", "\0", null, 1])
    expect(await openCustomer(ctx, { transactionId })).toEqual({ kind: "not_found" });
  expect(await harness.audit()).toEqual([]);
});

it("a page of the operations extension is over when the service no longer has it", async () => {
  const customerId = await opened({ email: EMAIL, phone: null });
  harness.service.ops = null;
  harness.clock.advance(6 * 60_000);
  expect(await viewCustomer(ctx, customerId)).toEqual({ kind: "expired" });
});

it.each(ROLES)("is open to every role that sees payments: %s", async (role) => {
  ctx = await harness.ctxOf(role);
  const customerId = await opened({ email: EMAIL, phone: null });
  responses(SEARCH, page([]));
  expect(await viewCustomer(ctx, customerId)).toMatchObject({ kind: "found", payments: [], totals: [] });
});
