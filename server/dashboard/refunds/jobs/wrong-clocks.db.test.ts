import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { requestRefund } from "../commands/request-refund";
import { reserveRefund } from "../commands/reserve-refund";
import { resolveUnknownRefund } from "../commands/resolve-unknown-refund";
import type { Ctx } from "../../context";
import { findIntent } from "../store/refund-intents";
import { startSending } from "../store/refund-intent-moves";
import { type Harness, startHarness, TEST_TIMEOUT_MS } from "@/tools/testing/dashboard/harness";
import { resolveRefundIntent } from "./resolve-refund-intent";

/** Decision 0264: what ends a claim is the clock of the database, however wrong that of a process is. */
let harness: Harness;
let ctx: Ctx;
let payment: TransactionRecord;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("finance");
  payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
});
afterAll(() => harness.stop());

const HOUR_MS = 3_600_000;
const AFTER_DEADLINE_MS = TEST_TIMEOUT_MS + 11_000;
const AHEAD = HOUR_MS;
const BEHIND = -HOUR_MS;

/** Gives the same process a clock that is wrong. */
const withClock = <T extends object>(services: T, byMs: number) => ({
  ...services,
  clock: { now: () => new Date(harness.clock.now().getTime() + byMs) },
});
const stateOf = async (intentId: string) => (await findIntent(harness.pool, intentId))?.state;
const sends = () => harness.service.callsOf("refund_initiate").length;
const resolve = (intentId: string, byMs = 0) =>
  resolveRefundIntent(withClock(harness.services, byMs), intentId);
const notSent = (intentId: string, byMs: number) =>
  resolveUnknownRefund(withClock(ctx, byMs), {
    intentId,
    verdict: "not_sent",
    reason: "The gateway has none.",
    reasonCode: null,
    confirmation: "₹120.25",
  });

async function leaveUnknown(when: "before" | "after"): Promise<string> {
  const intentId = randomUUID();
  harness.service.next("refund_initiate", { kind: "drop", when });
  const { transaction_id: transactionId } = payment;
  const request = { intentId, reference: "ORD-1", transactionId, amount: "120.25", reason: "Damaged" };
  expect((await requestRefund(ctx, request)).kind).toBe("unknown");
  return intentId;
}

async function recordOnly(byMs = 0): Promise<string> {
  const intentId = randomUUID();
  const { transaction_id: transactionId } = payment;
  const reservation = await reserveRefund(
    withClock(ctx, byMs),
    {
      intentId,
      reference: "ORD-1",
      transactionId,
      amountPaise: 12_025n,
      reason: "Damaged",
      reasonCode: null,
    },
    { currency: "INR", isTest: false, paidPaise: 50_000n, gateway: null, service: null },
  );
  expect(reservation.kind).toBe("reserved");
  return intentId;
}

describe("a process whose clock is an hour ahead", () => {
  it("does not overtake a refund that is being sent again", async () => {
    const intentId = await leaveUnknown("before");
    harness.service.next("refund_initiate", { kind: "delay", ms: 300 });
    const trying = resolve(intentId);
    await expect.poll(sends).toBe(2);
    expect(await notSent(intentId, AHEAD)).toEqual({ kind: "being_tried" });
    await resolve(intentId, AHEAD);
    expect(sends()).toBe(2);
    await trying;
    expect(await stateOf(intentId)).toBe("ACCEPTED");
  });

  it("does not call a refund unknown while its first call may last", async () => {
    const intentId = await recordOnly();
    await resolve(intentId, AHEAD);
    expect(await stateOf(intentId)).toBe("RECORDED");
    await startSending(harness.pool, intentId, harness.clock.now());
    await resolve(intentId, AHEAD);
    expect(await stateOf(intentId)).toBe("SENDING");
  });

  it("does not conclude from the service's list that a refund was never sent", async () => {
    const intentId = await leaveUnknown("before");
    harness.service.ops = { idempotency: false, operations: ["refunds.search"] };
    harness.services = harness.connect();
    await harness.pass(60_000);
    await resolve(intentId, AHEAD);
    expect(await stateOf(intentId)).toBe("UNKNOWN");
    await harness.pass(HOUR_MS);
    await resolve(intentId);
    expect(await stateOf(intentId)).toBe("NOT_SENT");
  });

  it("leaves no claim for an hour when it dies", async () => {
    const intentId = await leaveUnknown("after");
    const died = withClock(harness.services, AHEAD);
    const routing = { ...died.routing, capabilities: () => Promise.reject(new Error("killed")) };
    await expect(resolveRefundIntent({ ...died, routing }, intentId)).rejects.toThrow("killed");
    await harness.pass(2 * AFTER_DEADLINE_MS);
    await resolve(intentId);
    expect(await stateOf(intentId)).toBe("ACCEPTED");
  });

  it("leaves no refund as being sent for an hour when it dies", async () => {
    const recorded = await recordOnly(AHEAD);
    await harness.pass(AFTER_DEADLINE_MS);
    await resolve(recorded);
    expect(await stateOf(recorded)).toBe("NOT_SENT");
    const sending = await recordOnly(AHEAD);
    await startSending(harness.pool, sending, new Date(harness.clock.now().getTime() + AHEAD));
    await harness.pass(AFTER_DEADLINE_MS);
    await resolve(sending);
    expect(await stateOf(sending)).toBe("UNKNOWN");
  });
});

describe("a process whose clock was set back by an hour", () => {
  it("does not send a refund again when the service may have forgotten its key", async () => {
    const intentId = await leaveUnknown("after");
    await harness.pass(24 * HOUR_MS - 1_000);
    await resolve(intentId, BEHIND);
    expect(sends()).toBe(1);
  });

  it("does not send it again either when its clock is wrong by more than the margin of two hours", async () => {
    const intentId = await leaveUnknown("after");
    await harness.pass(25 * HOUR_MS);
    await resolve(intentId, 4 * BEHIND);
    expect(sends()).toBe(1);
  });

  it("takes over a claim that has expired", async () => {
    const intentId = await leaveUnknown("after");
    const dies = () => Promise.reject(new Error("killed"));
    const dying = { ...harness.services, routing: { ...harness.services.routing, capabilities: dies } };
    await expect(resolveRefundIntent(dying, intentId)).rejects.toThrow("killed");
    await harness.pass(2 * AFTER_DEADLINE_MS);
    await resolve(intentId, BEHIND);
    expect(await stateOf(intentId)).toBe("ACCEPTED");
  });
});
