import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { ENDED, firstRefund } from "@/tools/testing/dashboard/tracked-refund";
import { leaveUnknown, resolveAgain } from "@/tools/testing/dashboard/unknown-refund";
import { findRefund } from "../queries/find-refund";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import { findIntent } from "../store/refund-intents";

let harness: Harness;
let ctx: Ctx;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
});
afterAll(() => harness.stop());

/**
 * Sets up a service with balances alone: the refund was made and succeeded, and somebody opened it by the id that the
 * shop named. The dashboard does not know that it is the one of unknown outcome.
 */
async function openedById(): Promise<string> {
  harness.service.ops = { idempotency: false, operations: ["refunds.balance"] };
  harness.services = harness.connect();
  ctx = await harness.ctxOf("finance");
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const intentId = await leaveUnknown(harness, ctx, payment, { tookEffect: true });
  Object.assign(firstRefund(harness), ENDED);
  await findRefund(ctx, firstRefund(harness).refund_id);
  return intentId;
}

test("the job leaves a refund of unknown outcome unknown while it may be one that was opened by its id", async () => {
  const intentId = await openedById();
  await harness.pass(2 * 60 * 60_000);
  await resolveAgain(harness.services, intentId);
  expect((await findIntent(harness.pool, intentId))?.state).toBe("UNKNOWN");
});

test("the balance contradicts a person who says that it was not sent", async () => {
  const intentId = await openedById();
  const outcome = await resolveUnknownRefund(ctx, {
    verdict: "not_sent",
    intentId,
    confirmation: "120.25",
    reason: "Not seen",
  });
  expect(outcome.kind).toBe("contradicted");
});

test("a refund that was accepted long before counts as another one", async () => {
  const intentId = await openedById();
  await harness.pass(2 * 60 * 60_000);
  await harness.pool.query("update tracked_refunds set requested_at = requested_at - interval '10 minutes'");
  await resolveAgain(harness.services, intentId);
  expect((await findIntent(harness.pool, intentId))?.state).toBe("NOT_SENT");
});
