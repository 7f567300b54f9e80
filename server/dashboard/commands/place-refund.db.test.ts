import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../context";
import { type Harness, startHarness } from "../testing/harness";
import { placeRefund } from "./place-refund";
import type { RefundRequest } from "./refund-request";

let harness: Harness;
let ctx: Ctx;
let request: RefundRequest;

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
  expect(await placeRefund(ctx, request, { again: "not_sent" })).toEqual({
    kind: "not_sent",
    trouble: { kind: "busy", retryAfterSeconds: 3 },
  });
  expect(await placeRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "accepted" });
  expect(await placeRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "accepted" });
  expect(keys()).toEqual([request.intentId, request.intentId]);
  expect(harness.service.refunds).toHaveLength(1);
});

it("a form's intent that was not sent is never sent again", async () => {
  harness.service.next("refund_initiate", BUSY);
  await placeRefund(ctx, request);
  expect(await placeRefund(ctx, request)).toMatchObject({ kind: "not_sent" });
  expect(keys()).toHaveLength(1);
});

it("an unknown outcome is not sent again by whoever asks", async () => {
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  expect(await placeRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "unknown" });
  expect(await placeRefund(ctx, request, { again: "not_sent" })).toMatchObject({ kind: "unknown" });
  expect(keys()).toHaveLength(1);
});

it("an intent for something else is not reopened", async () => {
  harness.service.next("refund_initiate", BUSY);
  await placeRefund(ctx, request, { again: "not_sent" });
  const other = { ...request, amountPaise: 20_000n };
  expect(await placeRefund(ctx, other, { again: "not_sent" })).toMatchObject({ kind: "invalid" });
  expect(keys()).toHaveLength(1);
});
