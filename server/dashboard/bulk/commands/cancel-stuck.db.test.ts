import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES, roleAllows } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../../context";
import { listStuck } from "../../payments/queries/list-stuck";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { BUSY, BulkDriver } from "@/tools/testing/dashboard/bulk";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { PAYMENT_OPS, paymentItem } from "@/tools/testing/dashboard/payment-bodies";
import { cancelStuck } from "./cancel-stuck";
import { pauseBulkRun } from "./pause-bulk-run";
import { resumeBulkRun } from "./resume-bulk-run";
import { stopBulkRun } from "./stop-bulk-run";

const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;
let driver: BulkDriver;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  driver = new BulkDriver(harness);
  ctx = await harness.ctxOf("ops");
  harness.service.ops = PAYMENT_OPS;
});
afterAll(() => harness.stop());

function waiting(reference: string, createdAt = "2026-11-21T08:00:00.000Z"): TransactionRecord {
  return harness.service.addPayment({
    merchant_transaction_id: reference,
    transaction_status: "INITIATED",
    transaction_date_time: createdAt,
  });
}
const target = (payment: TransactionRecord) => ({
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
});
async function cancel(...payments: TransactionRecord[]): Promise<string> {
  const outcome = await cancelStuck(ctx, { runId: randomUUID(), targets: payments.map(target) });
  if (outcome.kind !== "started") throw new Error(outcome.kind);
  return outcome.runId;
}
const response = (path: `/v1/ops/${string}`, body: unknown, status = 200): void =>
  harness.service.next(path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
const asked = () =>
  harness.service.calls
    .filter((call) => call.path === SEARCH)
    .map((call) => JSON.parse(call.body) as unknown);

describe("listing what is stuck", () => {
  it("asks for what is INITIATED for longer than the minutes, and tells the oldest first, to every role", async () => {
    const [newer, older] = [waiting("B", "2026-11-21T08:10:00.000Z"), waiting("A")];
    for (const role of ROLES) {
      ctx = await harness.ctxOf(role);
      response(SEARCH, { payments: [paymentItem(newer), paymentItem(older)], next_cursor: null });
      expect(await listStuck(ctx, { minutes: 30, after: null })).toMatchObject({
        kind: "found",
        rows: [{ reference: "A" }, { reference: "B" }],
        order: "oldest",
        next: null,
      });
    }
    expect(asked()[0]).toEqual({
      status: ["INITIATED"],
      created_until: expect.stringMatching(/^2026-11-21T08:30:/) as string,
      limit: 200,
    });
  });

  it("of more than a page looks further back, and says where the next page begins", async () => {
    const many = Array.from({ length: 200 }, (_, index) =>
      paymentItem(waiting(`N${String(index)}`, new Date(1_795_250_000_000 - index * 1_000).toISOString())),
    );
    const old = Array.from({ length: 120 }, (_, index) =>
      paymentItem(waiting(`O${String(index)}`, new Date(1_795_200_000_000 - index * 1_000).toISOString())),
    );
    response(SEARCH, { payments: many, next_cursor: "more" });
    response(SEARCH, { payments: old, next_cursor: null });
    const view = await listStuck(ctx, { minutes: 30, after: null });
    if (view.kind !== "found") throw new Error(view.kind);
    expect(view.rows).toHaveLength(100);
    expect(view.rows[0]?.reference).toBe("O119");
    expect(view.next).toBe(view.rows.at(-1)?.createdAt);
    expect(asked()).toHaveLength(2);
  });

  it("a next page begins where the one before ended", async () => {
    response(SEARCH, { payments: [], next_cursor: null });
    await listStuck(ctx, { minutes: 30, after: "2026-11-21T07:00:00.000Z" });
    expect(asked()[0]).toMatchObject({ created_from: "2026-11-21T07:00:00.000Z" });
    // No payment can be both that new and that old, and the service would refuse such a search.
    expect(await listStuck(ctx, { minutes: 30, after: "2026-11-21T09:00:00.000Z" })).toMatchObject({
      rows: [],
    });
    expect(asked()).toHaveLength(1);
  });

  it("is not offered by a service without a search, and a service error is not an empty list (failure 7)", async () => {
    response(SEARCH, "<html>", 502);
    expect(await listStuck(ctx, { minutes: 30, after: null })).toEqual({
      kind: "service_error",
      serviceError: { kind: "unavailable" },
    });
    harness.service.ops = null;
    const later = await harness.ctxOf("ops");
    harness.clock.advance(10 * 60_000);
    expect(await listStuck(later, { minutes: 30, after: null })).toEqual({ kind: "not_offered" });
  });
});

describe("cancelling several", () => {
  const rowsOf = async (runId: string) => {
    const rows = await driver.rows(ctx, runId);
    return rows.map(({ reference, state, faults }) => [reference, state, ...faults]);
  };

  it("is a run that ends each payment for itself: cancelled, paid meanwhile, refused, of unknown outcome", async () => {
    const [gone, paid, odd] = [waiting("A"), waiting("B"), waiting("C")];
    const runId = await cancel(gone, paid, odd);
    paid.transaction_status = "SUCCESS";
    expect(harness.service.calls).toEqual([]);
    await driver.finish(ctx, runId);
    expect(await rowsOf(runId)).toEqual([
      ["A", "done"],
      ["B", "refused", { kind: "status", status: "SUCCESS" }],
      ["C", "done"],
    ]);
    expect(await driver.run(ctx, runId)).toMatchObject({
      kind: "cancel",
      source: "stuck_queue",
      state: "ended",
      totals: [{ currency: "INR", amount: "1000.00" }],
    });
  });

  it("shows of each payment what the service says, whatever the browser says of it", async () => {
    const real = waiting("REAL");
    const own = harness.service.addPayment({
      merchant_transaction_id: "OWN",
      transaction_status: "INITIATED",
      transaction_amount: "70.00",
      currency: "USD",
      test: true,
    });
    const said = { amount: "1.00", currency: "EUR" };
    const targets = [
      { ...target(real), ...said, isTest: true },
      { ...target(own), ...said, isTest: false },
    ];
    const runId = randomUUID();
    expect(await cancelStuck(ctx, { runId, targets })).toMatchObject({ kind: "started" });
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { reference: "REAL", amount: null, currency: null, isTest: false },
      { reference: "OWN", amount: null, currency: null, isTest: false },
    ]);
    await driver.finish(ctx, runId);
    expect(await driver.rows(ctx, runId)).toMatchObject([
      { reference: "REAL", amount: "500.00", currency: "INR", isTest: false, state: "done" },
      { reference: "OWN", amount: "70.00", currency: "USD", isTest: true, state: "done" },
    ]);
  });

  it("stopped by another person while the service is busy, cancels nothing more", async () => {
    const payments = Array.from({ length: 20 }, (_, index) => waiting(`P${String(index)}`));
    const runId = await cancel(...payments);
    harness.service.always("transaction_status", BUSY);
    await driver.turn(runId);
    harness.service.always(null);
    expect(await driver.run(ctx, runId)).toMatchObject({ state: "running", serviceError: "busy" });
    expect(await stopBulkRun(await harness.ctxOf("finance"), { runId })).toEqual({ kind: "done" });
    harness.clock.advance(60_000);
    await driver.turn(runId);
    expect(harness.service.callsOf("transaction_cancel")).toEqual([]);
    expect(new Set(payments.map((payment) => payment.transaction_status))).toEqual(new Set(["INITIATED"]));
    expect(new Set(await driver.states(ctx, runId))).toEqual(new Set(["not_sent"]));
  });

  it("sent twice under one id, also at once, is started once; an id of another person is refused", async () => {
    const input = { runId: randomUUID(), targets: [target(waiting("A"))] };
    const started = { kind: "started", runId: input.runId };
    expect(await Promise.all([cancelStuck(ctx, input), cancelStuck(ctx, input)])).toEqual([started, started]);
    expect(await cancelStuck(ctx, input)).toEqual(started);
    expect(await cancelStuck(await harness.ctxOf("finance"), input)).toEqual({ kind: "invalid" });
    expect(await driver.actions()).toEqual(["bulk_started"]);
  });

  it("a second request with the same id and other payments is refused, and cancels none of them", async () => {
    const [a, b] = [target(waiting("A")), target(waiting("B"))];
    const runId = randomUUID();
    expect(await cancelStuck(ctx, { runId, targets: [a, b] })).toEqual({ kind: "started", runId });
    for (const targets of [[a], [a, { ...b, reference: "C" }], [a, b, target(waiting("D"))]]) {
      expect(await cancelStuck(ctx, { runId, targets })).toEqual({ kind: "conflict" });
    }
    // The order of a list is not its contents.
    expect(await cancelStuck(ctx, { runId, targets: [b, a] })).toEqual({ kind: "started", runId });
    expect((await driver.rows(ctx, runId)).map(({ reference }) => reference)).toEqual(["A", "B"]);
    expect(await driver.actions()).toEqual(["bulk_started"]);
  });

  it("two tabs cancel a payment once, and the second run is informed that it was done before", async () => {
    const payment = waiting("A");
    const [one, other] = [await cancel(payment), await cancel(payment)];
    await driver.finish(ctx, one);
    await driver.finish(ctx, other);
    expect(await rowsOf(one)).toEqual([["A", "done"]]);
    expect(await rowsOf(other)).toEqual([["A", "skipped", { kind: "already_cancelled" }]]);
    expect(harness.service.callsOf("transaction_cancel")).toHaveLength(1);
  });

  it("is shown above the list to everybody until it has ended", async () => {
    const runId = await cancel(waiting("A"));
    const support = await harness.ctxOf("support");
    const live = async () => {
      response(SEARCH, { payments: [], next_cursor: null });
      const view = await listStuck(support, { minutes: 30, after: null });
      return view.kind === "found" ? view.live : view.kind;
    };
    expect(await live()).toMatchObject({
      runId,
      run: { source: "stuck_queue", fileName: null, rowCount: 1 },
      isPaused: false,
    });
    await pauseBulkRun(ctx, { runId });
    expect(await live()).toMatchObject({ runId, isPaused: true });
    await resumeBulkRun(ctx, { runId });
    await driver.finish(ctx, runId);
    expect(await live()).toBeNull();
  });

  it("a run that cannot be written down is not started (failure 38)", async () => {
    const payment = waiting("A");
    const mend = await harness.breakAudit();
    await expect(cancel(payment)).rejects.toThrow();
    await mend();
    expect(harness.service.calls).toEqual([]);
  });

  it("too many, none, or what no payment is called is refused whole", async () => {
    const one = target(waiting("A"));
    const runId = randomUUID();
    for (const targets of [[], Array(101).fill(one), [one, { ...one, reference: "a|b" }], null]) {
      expect(await cancelStuck(ctx, { runId, targets })).toEqual({ kind: "invalid" });
    }
    expect(await cancelStuck(ctx, null)).toEqual({ kind: "invalid" });
    expect(harness.service.calls).toEqual([]);
  });

  it.each([
    ...ROLES.filter((role) => !roleAllows(role, "cancel_payment")).map((role) => [role, role] as const),
    ["who may cancel and not run bulk", composed(["view_payments", "cancel_payment"])] as const,
    ["who may run bulk and not cancel", composed(["view_payments", "run_bulk"])] as const,
  ])("is refused to %s inside the command, and audited (failure 33)", async (_, role) => {
    ctx = await harness.ctxOf(role);
    const input = { runId: randomUUID(), targets: [target(waiting("A"))] };
    expect(await cancelStuck(ctx, input)).toEqual({ kind: "forbidden" });
    expect(await harness.audit()).toMatchObject([{ action: "forbidden" }]);
    expect(harness.service.calls).toEqual([]);
  });
});
