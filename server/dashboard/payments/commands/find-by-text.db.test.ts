import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { findByText } from "./find-by-text";

const SEARCH = "/v1/ops/payments/search";
const TXN = "TXN202611211763700000000";

let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  ctx = await harness.ctxOf("support");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

/** The next searches of the service, each with the given number of payments. */
function lists(...counts: number[]): void {
  for (const count of counts) {
    const payments = Array.from({ length: count }, () => listedPayment(payment));
    const body = JSON.stringify({ payments, next_cursor: null });
    harness.service.next(SEARCH, { kind: "answer", status: 200, body, effect: false });
  }
}

const searches = (): unknown[] =>
  harness.service.calls
    .filter(({ path }) => path === SEARCH)
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);

const opened = () => ({ kind: "opens", href: `/payments/${payment.transaction_id}?reference=ORD-1` });

describe("the search field", () => {
  it("opens the one payment of a reference, also with spaces around it, and asks for nothing else", async () => {
    expect(await findByText(ctx, "ORD-1")).toEqual(opened());
    expect(await findByText(ctx, " ORD-1 ")).toEqual(opened());
    expect(searches()).toEqual([]);
  });

  it("opens the payment of a reference that was copied with other characters", async () => {
    for (const copied of ["\u200bORD-1", "ORD-1\u00a0", "ORD-1,", '"ORD-1";'])
      expect(await findByText(ctx, copied)).toEqual(opened());
    expect(searches()).toEqual([]);
  });

  it("opens the reference whose look-up failed, not the one with the other characters, which there is not", async () => {
    const missing = '{"success":false,"message":"Transaction not found"}';
    harness.service.next("transaction_status", { kind: "answer", status: 404, body: missing, effect: false });
    harness.service.next("transaction_status", { kind: "answer", status: 500, body: "{}", effect: false });
    expect(await findByText(ctx, "ORD-1,")).toEqual({ kind: "opens", href: "/payments?reference=ORD-1" });
  });

  it("prefers a reference that has these characters itself", async () => {
    const quoted = harness.service.addPayment({ merchant_transaction_id: "ORD-1," });
    expect(await findByText(ctx, "ORD-1,")).toEqual({
      kind: "opens",
      href: `/payments/${quoted.transaction_id}?reference=ORD-1%2C`,
    });
  });

  it("looks up each of several references on one line, once no payment has all of it as its reference", async () => {
    lists(0);
    expect(await findByText(ctx, "ORD-1001, ORD-1002")).toEqual({
      kind: "lines",
      text: "ORD-1001\nORD-1002",
      otherwise: { kind: "opens", href: "/payments?reference=ORD-1001%2C%20ORD-1002&searched=all" },
    });
    const spaced = harness.service.addPayment({ merchant_transaction_id: "ORD-1001 ORD-1002" });
    expect(await findByText(ctx, "ORD-1001 ORD-1002")).toEqual({
      kind: "opens",
      href: `/payments/${spaced.transaction_id}?reference=ORD-1001%20ORD-1002`,
    });
  });

  it("opens the latest attempt of a reference, whose page has the others", async () => {
    payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect(await findByText(ctx, "ORD-1")).toEqual(opened());
  });

  it("opens the payment of a refund", async () => {
    const refund = harness.service.refundOutsideDashboard(payment, "5.00");
    refund.refund_id = "RFD202611211763700000000";
    expect(await findByText(ctx, "rfd202611211763700000000")).toEqual(opened());
  });

  it("tries an amount after a gateway's id, and then the beginning of a reference in any case", async () => {
    lists(0, 0, 1);
    expect(await findByText(ctx, "1499")).toEqual(opened());
    expect(searches()).toEqual([
      { gateway_transaction_id: "1499", limit: 2 },
      { amount_min: "1499.00", amount_max: "1499.00", limit: 2 },
      { reference_prefix_any_case: "1499", limit: 2 },
    ]);
  });

  it("opens the list of several payments", async () => {
    lists(0, 2);
    expect(await findByText(ctx, "1499")).toEqual({
      kind: "opens",
      href: "/payments?min=1499.00&max=1499.00",
    });
    lists(0, 2);
    expect(await findByText(ctx, "ord-")).toEqual({ kind: "opens", href: "/payments?prefix=ord-" });
  });

  it("puts a contact into no address and no audit entry", async () => {
    lists(2);
    const outcome = await findByText(ctx, "asha@example.com");
    expect(outcome).toEqual({
      kind: "opens",
      href: expect.stringMatching(/^\/payments\?customer=[0-9a-f-]{36}$/) as string,
    });
    lists(0, 0, 0, 0, 2);
    expect(await findByText(ctx, "98765 43210")).toEqual({ kind: "several" });
    const audit = await harness.audit();
    expect(audit[0]).toMatchObject({ action: "customer_searched", detail: { field: "email" } });
    expect(JSON.stringify(audit)).not.toMatch(/asha|98765/);
  });

  it.each(["Asha Rao <asha@example.com>", "\u202a+91 98765 43210\u202c", "(+91) 98765-43210"])(
    "puts a copied contact into no address: %j",
    async (typed) => {
      lists(0, 0, 0, 0, 0, 0);
      expect(await findByText(ctx, typed)).toMatchObject({ kind: "nothing" });
    },
  );

  it("says what was tried, without an address for what may be a contact", async () => {
    lists(0, 0, 0, 0, 0);
    expect(await findByText(ctx, "98765 43210")).toEqual({
      kind: "nothing",
      tried: ["reference", "phone", "prefix"],
      notOffered: [],
      notSeen: [],
    });
    lists(0, 0);
    expect(await findByText(ctx, "ord-9")).toEqual({
      kind: "opens",
      href: "/payments?reference=ord-9&searched=all",
    });
  });

  it("is never 'nothing' when the service did not say so (failure 7)", async () => {
    harness.service.next(SEARCH, { kind: "answer", status: 502, body: "<html>", effect: false });
    expect(await findByText(ctx, "asha@example.com")).toEqual({
      kind: "service_error",
      serviceError: { kind: "unavailable" },
    });
    harness.service.next("transaction_status", { kind: "answer", status: 502, body: "", effect: false });
    expect(await findByText(ctx, "ORD-1")).toEqual({ kind: "opens", href: "/payments?reference=ORD-1" });
  });

  it("says that the service did not respond when a later search failed, whatever the earlier ones found", async () => {
    lists(0, 0);
    harness.service.next(SEARCH, { kind: "answer", status: 502, body: "<html>", effect: false });
    const serviceError = { kind: "service_error", serviceError: { kind: "unavailable" } };
    expect(await findByText(ctx, "1499")).toEqual(serviceError);
    harness.service.next(SEARCH, { kind: "answer", status: 502, body: "<html>", effect: false });
    expect(await findByText(ctx, "pi_3Nabc")).toEqual(serviceError);
  });

  it("names what the service refused to search by", async () => {
    lists(0);
    const refusal = JSON.stringify({ detail: "reference_prefix_any_case: Unknown field.", faults: [] });
    harness.service.next(SEARCH, { kind: "answer", status: 400, body: refusal, effect: false });
    expect(await findByText(ctx, "ord-9")).toEqual({
      kind: "nothing",
      tried: ["reference", "gateway_id"],
      notOffered: ["prefix"],
      notSeen: [],
    });
  });
});

describe("on a service with the five endpoints alone", () => {
  beforeEach(() => {
    harness.service.ops = null;
  });

  it("names what it has not seen, because the service cannot search by it", async () => {
    expect(await findByText(ctx, "98765 43210")).toEqual({
      kind: "nothing",
      tried: ["reference"],
      notOffered: [],
      notSeen: ["phone", "prefix"],
    });
    expect(await findByText(ctx, "ORD-1")).toEqual(opened());
    expect(searches()).toEqual([]);
  });

  it("opens a transaction id with its reference only if the dashboard has seen it", async () => {
    expect(await findByText(ctx, TXN)).toEqual({ kind: "opens", href: `/payments/${TXN}` });
    await harness.pool.query(
      `insert into cancellations (id, transaction_id, reference, requested_by, requested_at, state)
       values (gen_random_uuid(), $1, 'ORD-7', $2, now(), 'requested')`,
      [TXN, ctx.actor.userId],
    );
    expect(await findByText(ctx, TXN)).toEqual({ kind: "opens", href: `/payments/${TXN}?reference=ORD-7` });
  });
});
