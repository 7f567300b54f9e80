import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { ENDED } from "@/tools/testing/dashboard/tracked-refund";
import { leaveUnknown, resolveAgain } from "@/tools/testing/dashboard/unknown-refund";
import { findRefund } from "../queries/find-refund";
import { requestRefund } from "../commands/request-refund";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import { findIntent } from "../store/refund-intents";

let harness: Harness;
let ctx: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
});
afterAll(() => harness.stop());

const HOUR_MS = 60 * 60_000;
const notSent = (person: Ctx, intentId: string) =>
  resolveUnknownRefund(person, {
    verdict: "not_sent",
    intentId,
    confirmation: "120.25",
    reason: "The service has no such payment",
  });
const stateOf = async (intentId: string) => (await findIntent(harness.pool, intentId))?.state;

/** An unsent refund of unknown outcome, whose payment the service deletes afterwards. */
async function ofVanishedPayment(): Promise<string> {
  const other = harness.service.addPayment({ merchant_transaction_id: "ORD-OTHER" });
  expect((await requestRefund(ctx, refundInput(other, { amount: "1.00" }))).kind).toBe("accepted");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-GONE" });
  const intentId = await leaveUnknown(harness, ctx, payment, { tookEffect: false });
  harness.service.deletePayment(payment);
  return intentId;
}

test("no job settles a refund whose payment is gone at the service: that does not say what became of it", async () => {
  const intentId = await ofVanishedPayment();
  await harness.pass(25 * HOUR_MS);
  await resolveAgain(harness.services, intentId);
  expect(await stateOf(intentId)).toBe("UNKNOWN");
});

test("a person can settle it, when the payment refunded before it shows whose key it is", async () => {
  const intentId = await ofVanishedPayment();
  await harness.pass(HOUR_MS / 2);
  expect(await notSent(ctx, intentId)).toMatchObject({ kind: "settled" });
});

test("payments that were refunded later, with the key of another merchant, prove nothing", async () => {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-MADE" });
  const intentId = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
  // The other merchant's key shows nothing of this one's.
  harness.service.payments.clear();
  harness.service.refunds.length = 0;
  const theirs = harness.service.addPayment({ merchant_transaction_id: "ORD-THEIRS" });
  expect((await requestRefund(ctx, refundInput(theirs, { amount: "2.00" }))).kind).toBe("accepted");
  await harness.pass(HOUR_MS / 2);
  expect(await notSent(ctx, intentId)).toEqual({ kind: "payment_gone" });
  await harness.pass(25 * HOUR_MS);
  await resolveAgain(harness.services, intentId);
  expect(await stateOf(intentId)).toBe("UNKNOWN");
});

test("where the service shows none of the payments, the key may be another merchant's: nobody settles it", async () => {
  const intentId = await ofVanishedPayment();
  harness.service.deletePayment({ merchant_transaction_id: "ORD-OTHER" });
  await harness.pass(HOUR_MS / 2);
  // A service that does not answer does not show that the payment is gone.
  harness.service.always("transaction_status", { kind: "drop", when: "before" });
  expect(await notSent(ctx, intentId)).toEqual({
    kind: "service_error",
    serviceError: { kind: "unavailable" },
  });
  harness.service.always(null);
  expect(await notSent(ctx, intentId)).toEqual({ kind: "payment_gone" });
  expect(await stateOf(intentId)).toBe("UNKNOWN");
});

test("a refund of the same amount that was made hours later is another one", async () => {
  harness.service.ops = { idempotency: false, operations: ["refunds.balance"] };
  harness.services = harness.connect();
  ctx = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const intentId = await leaveUnknown(harness, ctx, payment, { tookEffect: false });
  await harness.pass(2 * HOUR_MS);
  const later = harness.service.refundOutsideDashboard(payment, "120.25");
  Object.assign(later, ENDED, { refund_requested_at: harness.clock.now().toISOString() });
  ctx = await harness.ctxOf("finance");
  await findRefund(ctx, later.refund_id);
  await resolveAgain(harness.services, intentId);
  expect(await stateOf(intentId)).toBe("NOT_SENT");
});
