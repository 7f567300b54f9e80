import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES, roleAllows } from "@/lib/can";
import type { TransactionRecord } from "@/lib/contract/responses";
import type { Ctx } from "../context";
import { listStuck } from "../queries/list-stuck";
import { type Harness, startHarness } from "../testing/harness";
import { PAYMENT_OPS, paymentDetail, paymentItem } from "../testing/payment-bodies";
import { cancelStuck } from "./cancel-stuck";

const SEARCH = "/v1/ops/payments/search";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
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
const cancel = (...payments: TransactionRecord[]) => cancelStuck(ctx, { targets: payments.map(target) });
const answer = (path: `/v1/ops/${string}`, body: unknown, status = 200): void =>
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
      answer(SEARCH, { payments: [paymentItem(newer), paymentItem(older)], next_cursor: null });
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
    answer(SEARCH, { payments: many, next_cursor: "more" });
    answer(SEARCH, { payments: old, next_cursor: null });
    const view = await listStuck(ctx, { minutes: 30, after: null });
    if (view.kind !== "found") throw new Error(view.kind);
    expect(view.rows).toHaveLength(100);
    expect(view.rows[0]?.reference).toBe("O119");
    expect(view.next).toBe(view.rows.at(-1)?.createdAt);
    expect(asked()).toHaveLength(2);
  });

  it("a next page begins where the one before ended", async () => {
    answer(SEARCH, { payments: [], next_cursor: null });
    await listStuck(ctx, { minutes: 30, after: "2026-11-21T07:00:00.000Z" });
    expect(asked()[0]).toMatchObject({ created_from: "2026-11-21T07:00:00.000Z" });
    // Nothing can be both that new and that old, and the service would refuse to look for it.
    expect(await listStuck(ctx, { minutes: 30, after: "2026-11-21T09:00:00.000Z" })).toMatchObject({
      rows: [],
    });
    expect(asked()).toHaveLength(1);
  });

  it("is not offered by a service without a search, and trouble is not an empty list (failure 7)", async () => {
    answer(SEARCH, "<html>", 502);
    expect(await listStuck(ctx, { minutes: 30, after: null })).toEqual({
      kind: "trouble",
      trouble: { kind: "unavailable" },
    });
    harness.service.ops = null;
    const later = await harness.ctxOf("ops");
    harness.clock.advance(10 * 60_000);
    expect(await listStuck(later, { minutes: 30, after: null })).toEqual({ kind: "not_offered" });
  });
});

describe("cancelling several", () => {
  it("ends each for itself: cancelled, paid meanwhile with its time, refused, unknown", async () => {
    const [gone, paid, odd, lost] = [waiting("A"), waiting("B"), waiting("C"), waiting("D")];
    paid.transaction_status = "SUCCESS";
    answer("/v1/ops/payments/get", paymentDetail(paid));
    // In turn, so that each misbehaviour meets its own row.
    expect(await cancel(gone)).toMatchObject({ results: [{ outcome: { kind: "cancelled" } }] });
    expect(await cancel(paid)).toMatchObject({
      results: [
        {
          outcome: { kind: "already_processed", payment: { status: "SUCCESS" } },
          paidAt: "2026-11-21T08:05:00.000Z",
        },
      ],
    });
    const body = '{"success":false,"message":"Cancelling is switched off."}';
    harness.service.next("transaction_cancel", { kind: "answer", status: 400, body, effect: false });
    expect(await cancel(odd)).toMatchObject({ results: [{ outcome: { kind: "refused" } }] });
    harness.service.next("transaction_cancel", { kind: "drop", when: "before" });
    expect(await cancel(lost)).toMatchObject({ results: [{ outcome: { kind: "unknown" } }] });
  });

  it("at once: one that goes wrong stops none of the others", async () => {
    const payments = ["A", "B", "C", "D"].map((reference) => waiting(reference));
    if (payments[1] !== undefined) payments[1].transaction_status = "SUCCESS";
    const done = await cancel(...payments);
    if (done.kind !== "done") throw new Error(done.kind);
    expect(done.results.map(({ outcome }) => outcome.kind)).toEqual([
      "cancelled",
      "already_processed",
      "cancelled",
      "cancelled",
    ]);
  });

  it("a customer who pays between the look and the call is not cancelled (failure 22)", async () => {
    const payment = waiting("A");
    const act = (): void => void (payment.transaction_status = "SUCCESS");
    harness.service.next("transaction_cancel", { kind: "meanwhile", act });
    expect(await cancel(payment)).toMatchObject({
      results: [{ outcome: { kind: "already_processed", payment: { status: "SUCCESS" } } }],
    });
    expect(payment.transaction_status).toBe("SUCCESS");
  });

  it("two tabs at the same moment cancel once, and none of them is told of a failure", async () => {
    const payment = waiting("A");
    const both = await Promise.all([cancel(payment), cancel(payment)]);
    const kinds = both.map((done) => (done.kind === "done" ? done.results[0]?.outcome.kind : done.kind));
    expect(kinds).toContain("cancelled");
    for (const kind of kinds) expect(["cancelled", "already_processed"]).toContain(kind);
    expect(payment.transaction_status).toBe("CANCELLED");
  });

  it("a row that cannot be written down is not sent, and says so (failure 38)", async () => {
    const payment = waiting("A");
    const mend = await harness.breakAudit();
    expect(await cancel(payment)).toMatchObject({ results: [{ outcome: { kind: "not_recorded" } }] });
    await mend();
    expect(harness.service.callsOf("transaction_cancel")).toEqual([]);
    expect(payment.transaction_status).toBe("INITIATED");
  });

  it("more than a few at a time, or no list at all, is refused whole", async () => {
    const many = Array.from({ length: 5 }, () => waiting("A"));
    expect(await cancel(...many)).toEqual({ kind: "invalid" });
    expect(await cancel()).toEqual({ kind: "invalid" });
    expect(await cancelStuck(ctx, null)).toEqual({ kind: "invalid" });
    expect(harness.service.calls).toEqual([]);
  });

  it.each(ROLES.filter((role) => !roleAllows(role, "cancel_payment")))(
    "is refused to %s inside the command, and audited (failure 33)",
    async (role) => {
      ctx = await harness.ctxOf(role);
      expect(await cancel(waiting("A"))).toEqual({ kind: "forbidden" });
      expect(await harness.audit()).toMatchObject([{ action: "forbidden" }]);
      expect(harness.service.calls).toEqual([]);
    },
  );
});
