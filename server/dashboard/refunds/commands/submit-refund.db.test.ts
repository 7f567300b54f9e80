import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { countPolled } from "../../payments/queries/count-polled";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { submitRefund } from "./submit-refund";
import type { RefundSubmission } from "./refund-request";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

let harness: Harness;
let ctx: Ctx;
let request: RefundSubmission;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  request = {
    intentId: randomUUID(),
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amountPaise: 10_000n,
    reason: null,
    reasonCode: null,
  };
});
afterAll(() => harness.stop());

const BUSY = {
  kind: "answer",
  status: 429,
  body: '{"success":false,"message":"Wait.","data":null}',
  headers: { "retry-after": "3" },
  effect: false,
} as const;

const keys = () => harness.service.callsOf("refund_initiate").map((call) => call.headers["idempotency-key"]);

it("what a busy service turned away is sent again under the same key, in one intent", async () => {
  harness.service.next("refund_initiate", BUSY);
  expect(await submitRefund(ctx, request, { again: "not_sent" })).toEqual({
    kind: "not_sent",
    serviceError: { kind: "busy", retryAfterSeconds: 3 },
  });
  expect(await submitRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "accepted" });
  expect(await submitRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "accepted" });
  expect(keys()).toEqual([request.intentId, request.intentId]);
  expect(harness.service.refunds).toHaveLength(1);
});

it("a form's intent that was not sent is never sent again", async () => {
  harness.service.next("refund_initiate", BUSY);
  await submitRefund(ctx, request);
  expect(await submitRefund(ctx, request)).toMatchObject({ kind: "not_sent" });
  expect(keys()).toHaveLength(1);
});

it("an unknown outcome is not sent again by any caller", async () => {
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  expect(await submitRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "unknown" });
  expect(await submitRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "unknown" });
  expect(keys()).toHaveLength(1);
});

it("an intent for something else is not reopened", async () => {
  harness.service.next("refund_initiate", BUSY);
  await submitRefund(ctx, request, { again: "not_sent" });
  const other = { ...request, amountPaise: 20_000n };
  expect(await submitRefund(ctx, other, { again: "not_sent" })).toMatchObject({ kind: "invalid" });
  expect(keys()).toHaveLength(1);
});

const waitingTasks = async (): Promise<string[]> =>
  (await waitingRows(harness.pool)).flatMap(({ task, id }) => (id === request.intentId ? [task] : []));

it("an unknown outcome is due to be found out; one that has an answer is not", async () => {
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  await submitRefund(ctx, request);
  expect(await waitingTasks()).toEqual(["resolve-refund-intent"]);

  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const { transaction_id: transactionId } = payment;
  request = { ...request, intentId: randomUUID(), reference: "ORD-2", transactionId };
  expect(await submitRefund(ctx, request)).toMatchObject({ kind: "accepted" });
  expect(await waitingTasks()).toEqual([]);
});

/** This many other refunds that are not final at the service. */
async function followOthers(count: number): Promise<void> {
  await harness.pool.query(
    `insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, status,
       requested_at, is_made_here, checked_at, asked_at, next_check_at)
     select $1, 'RFD_' || n, 'TXN_' || n, 'ORD', 100, 'PROCESSING', now(), true, now(), now(), now()
     from generate_series(1, $2::integer) as n`,
    [ctx.routing.serviceAddress, count],
  );
  harness.clock.advance(5_000);
  await expect.poll(() => countPolled(ctx.pool, harness.clock.now())).toBe(count);
}

async function firstPollMs(refundId: string): Promise<number | undefined> {
  const { rows } = await harness.pool.query<{ ms: number }>(
    `select round(extract(epoch from next_check_at - checked_at) * 1000)::integer as ms
     from tracked_refunds where refund_id = $1`,
    [refundId],
  );
  return rows[0]?.ms;
}

it.each([
  [0, true, 800],
  [200, true, 10_000],
  [200, false, 800],
])(
  "with %i others in progress, one of many: %s, it is first polled after %i ms",
  async (others, isOneOfMany, delayMs) => {
    await followOthers(others);
    const outcome = await submitRefund(ctx, request, { isOneOfMany });
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
    expect(await firstPollMs(outcome.refundId)).toBe(delayMs);
  },
);

it("what nobody can have requested before is found under the lock, should it exist all the same", async () => {
  const options = { again: "not_sent", isNew: true } as const;
  expect(await submitRefund(ctx, request, options)).toMatchObject({ kind: "accepted" });
  expect(await submitRefund(ctx, request, options)).toMatchObject({ kind: "accepted" });
  expect(keys()).toHaveLength(1);
});
