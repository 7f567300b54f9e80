import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TransactionRecord } from "@/lib/contract/responses";
import { reserveRefund } from "../commands/reserve-refund";
import { requestRefund } from "../commands/request-refund";
import type { Ctx } from "../../context";
import { findIntent } from "../store/refund-intents";
import { findResolution } from "../store/refund-resolutions";
import { startSending } from "../store/refund-intent-moves";
import { type Harness, startHarness, TEST_TIMEOUT_MS } from "@/tools/testing/dashboard/harness";
import { resolveRefundIntent } from "./resolve-refund-intent";
import { resolveAgain } from "@/tools/testing/dashboard/unknown-refund";
import { reportedEvents } from "@/tools/testing/dashboard/notifications";
import { waitingRows } from "@/tools/testing/dashboard/due-work";

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

const AFTER_DEADLINE_MS = TEST_TIMEOUT_MS + 10_000;

const request = () => ({
  intentId: randomUUID(),
  reference: "ORD-1",
  transactionId: payment.transaction_id,
  amountPaise: 12_025n,
  reason: "Damaged",
  reasonCode: null,
});
const submit = (intentId: string) =>
  requestRefund(ctx, {
    intentId,
    reference: "ORD-1",
    transactionId: payment.transaction_id,
    amount: "120.25",
    reason: "Damaged",
  });
const resolve = (intentId: string) => resolveRefundIntent(harness.services, intentId);
const intentOf = (intentId: string) => findIntent(harness.pool, intentId);
const waitingTasks = async () => (await waitingRows(harness.pool)).map(({ task }) => task);
const sent = () => harness.service.callsOf("refund_initiate").length;
/** What a process leaves behind when it is killed after storing the intent (failure 4). */
async function recordOnly(): Promise<string> {
  const wanted = request();
  const reservation = await reserveRefund(ctx, wanted, {
    currency: "INR",
    isTest: false,
    paidPaise: 50_000n,
    gateway: null,
    service: null,
  });
  expect(reservation.kind).toBe("reserved");
  return wanted.intentId;
}

async function leaveUnknown(when: "before" | "after"): Promise<string> {
  const intentId = randomUUID();
  harness.service.next("refund_initiate", { kind: "drop", when });
  expect((await submit(intentId)).kind).toBe("unknown");
  return intentId;
}

it("is not sent again to a service that has lost idempotency since its list of operations was read", async () => {
  const intentId = await leaveUnknown("after");
  await harness.services.routing.capabilities();
  harness.service.ops = { ...harness.service.ops, idempotency: false, operations: [] };
  const before = sent();
  await harness.pass(AFTER_DEADLINE_MS);
  await resolve(intentId);
  expect([sent() - before, (await intentOf(intentId))?.state]).toEqual([0, "UNKNOWN"]);
});

it.each([
  [true, true],
  [true, false],
  [false, true],
  [false, false],
])(
  "is sent again unless a failed refund of the payment was paid late since it was decided (paid late: %s, its failure was seen: %s)",
  async (isPaidLate, isFailureSeen) => {
    await submit(randomUUID());
    await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
    const [first] = harness.service.refunds;
    Object.assign(first ?? {}, {
      refund_status: "FAILURE",
      refund_completed_at: "2026-11-21T09:00:05.000Z",
    });
    const intentId = await leaveUnknown("before");
    if (!isFailureSeen)
      await harness.pool.query(
        "update refund_intents set refund_status = 'INITIATED', completed_at = null where id <> $1",
        [intentId],
      );
    const before = sent();
    if (isPaidLate) Object.assign(first ?? {}, { refund_succeeded_late_at: "2026-11-21T09:00:06.000Z" });
    await harness.pass(AFTER_DEADLINE_MS);
    await resolve(intentId);
    expect([sent() - before, (await intentOf(intentId))?.state]).toEqual(
      isPaidLate ? [0, "UNKNOWN"] : [1, "ACCEPTED"],
    );
  },
);

it("is sent again later when the service does not say just now whether a failed refund was paid late", async () => {
  harness.service.ops = { idempotency: true, operations: [] };
  await submit(randomUUID());
  await harness.pool.query("update refund_intents set refund_status = 'FAILURE', completed_at = now()");
  const intentId = await leaveUnknown("before");
  const before = sent();
  await harness.pass(AFTER_DEADLINE_MS);
  harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
  await resolve(intentId);
  expect(sent() - before).toBe(0);
  expect(await findResolution(harness.pool, intentId)).toMatchObject({ obstacle: null });
  await resolve(intentId);
  expect([sent() - before, (await intentOf(intentId))?.state]).toEqual([1, "ACCEPTED"]);
});

describe("a process killed between the record and the call (failure 4)", () => {
  it("leaves a row that is due, and is given up as not sent, which the audit log says", async () => {
    const intentId = await recordOnly();
    expect(await waitingTasks()).toEqual(["resolve-refund-intent"]);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("RECORDED");

    await harness.pass(AFTER_DEADLINE_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("NOT_SENT");
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "refund_not_sent",
      actor_email: "system",
    });
    expect(sent()).toBe(0);
  });

  it("cannot send any more once it is given up, should it wake up late", async () => {
    const intentId = await recordOnly();
    await harness.pass(AFTER_DEADLINE_MS);
    await resolve(intentId);
    expect(await startSending(harness.pool, intentId, harness.clock.now())).toBe(false);
    expect(await submit(intentId)).toEqual({ kind: "not_sent", serviceError: { kind: "unavailable" } });
    expect(sent()).toBe(0);
  });
});

describe("a process killed between the call and its record (failure 5)", () => {
  it("leaves an intent that becomes UNKNOWN after the call's deadline, not before", async () => {
    const intentId = await recordOnly();
    await startSending(harness.pool, intentId, harness.clock.now());
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("SENDING");
    await harness.pass(AFTER_DEADLINE_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "refund_unknown",
      detail: { by: "deadline" },
    });
  });
});

describe("an unknown outcome", () => {
  it("that took effect is found by sending again under its key, without a second refund", async () => {
    const intentId = await leaveUnknown("after");
    await resolve(intentId);
    expect(await intentOf(intentId)).toMatchObject({
      state: "ACCEPTED",
      refundId: harness.service.refunds[0]?.refund_id,
    });
    expect(harness.service.refunds).toHaveLength(1);
    const [first, second] = harness.service.callsOf("refund_initiate");
    expect(second?.body).toBe(first?.body);
    expect(second?.headers["idempotency-key"]).toBe(first?.headers["idempotency-key"]);
    expect((await harness.audit()).at(-1)).toMatchObject({
      action: "refund_accepted",
      actor_email: "system",
      detail: { by: "resend" },
    });
    expect(await waitingTasks()).toContain("track-refund");
    expect((await submit(intentId)).kind).toBe("accepted");
  });

  it("that never arrived is carried out once by the same means", async () => {
    const intentId = await leaveUnknown("before");
    await resolve(intentId);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("ACCEPTED");
    expect(harness.service.refundedPaise(payment.transaction_id)).toBe(12_025n);
  });

  it("that is refused when sent again is refused, which people are told: no form waits any more", async () => {
    const intentId = await leaveUnknown("before");
    harness.service.refundOutsideDashboard(payment, "500.00");
    await resolve(intentId);
    expect(await intentOf(intentId)).toMatchObject({ state: "REFUSED", reportedRemainingPaise: 0n });
    expect(await reportedEvents(harness)).toMatchObject([{ event: "refund_failed", detail: { intentId } }]);
  });

  it.each([
    [401, "key_refused", '{"detail":"Invalid authentication hash."}'],
    // The key is another merchant's: they have no such payment.
    [404, "unknown_payment", '{"success":false,"message":"Transaction not found.","data":null}'],
    [429, "busy", '{"success":false,"message":"Wait.","data":null}'],
    [409, "no_response", '{"success":false,"message":"In flight.","data":null}'],
    [502, "no_response", "<html>"],
  ])(
    "is not settled by a %i to sending again (%s), and is tried again later",
    async (status, finding, body) => {
      const intentId = await leaveUnknown("after");
      harness.service.next("refund_initiate", { kind: "answer", status, body, effect: false });
      await resolve(intentId);
      expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
      expect((await findResolution(harness.pool, intentId))?.resendFinding).toBe(finding);
      expect(await waitingTasks()).toContain("resolve-refund-intent");
    },
  );

  it("is never sent again where the service does not promise idempotency", async () => {
    harness.service.ops = null;
    const intentId = await leaveUnknown("after");
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
    expect(sent()).toBe(1);
  });

  it("is never resolved at another service than the one it was sent to", async () => {
    const intentId = await leaveUnknown("after");
    await harness.pool.query("update refund_intents set service_address = 'https://other.example.com'");
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
    expect(sent()).toBe(1);
  });
});

describe("an unknown outcome older than the service keeps keys", () => {
  const A_DAY_MS = 24 * 60 * 60_000;

  it("is found in the service's list, and not sent again", async () => {
    const intentId = await leaveUnknown("after");
    await harness.pass(A_DAY_MS);
    await resolve(intentId);
    expect(await intentOf(intentId)).toMatchObject({
      state: "ACCEPTED",
      refundId: harness.service.refunds[0]?.refund_id,
    });
    expect(sent()).toBe(1);
  });

  it("that is not in the list never took effect", async () => {
    const intentId = await leaveUnknown("before");
    harness.service.refundOutsideDashboard(payment, "120.26");
    await harness.pass(A_DAY_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("NOT_SENT");
    expect(await reportedEvents(harness)).toMatchObject([{ event: "refund_failed", detail: { intentId } }]);
  });

  it("stays unknown when the list does not have it after a year: its payment may be forgotten by then", async () => {
    const intentId = await leaveUnknown("after");
    harness.service.refunds.splice(0);
    await harness.pass(366 * A_DAY_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
  });

  it("stays unknown when the key is of another merchant, who has the reference and none of the refunds", async () => {
    const intentId = await leaveUnknown("after");
    harness.service.refunds.splice(0);
    Object.assign(payment, { transaction_id: "TXN-OF-ANOTHER-MERCHANT" });
    await harness.pass(A_DAY_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
  });

  it("stays unknown when more than one refund could be it, and when the list cannot be read", async () => {
    const intentId = await leaveUnknown("after");
    harness.service.refundOutsideDashboard(payment, "120.25").refund_reason = "Damaged";
    await harness.pass(A_DAY_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
    harness.service.next("/v1/ops/refunds/search", { kind: "answer", status: 500, body: "", effect: false });
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
  });
});

describe("an unknown outcome whose resends get no answer", () => {
  const noResponse = { kind: "answer", status: 502, body: "<html>", effect: false } as const;

  it("is found in the service's list from the second try on", async () => {
    const intentId = await leaveUnknown("after");
    harness.service.next("refund_initiate", noResponse);
    await resolveAgain(harness.services, intentId);
    expect(await intentOf(intentId)).toMatchObject({ state: "ACCEPTED" });
    expect((await harness.audit()).at(-1)).toMatchObject({ detail: { by: "search" } });
  });

  it.each([
    ["there are two that could be it", () => harness.service.refundOutsideDashboard(payment, "120.25")],
    [
      "its reason is not the same",
      () => Object.assign(harness.service.refunds[0] ?? {}, { refund_reason: "X" }),
    ],
  ])("is not mistaken for another when %s", async (_why, happens) => {
    const intentId = await leaveUnknown("after");
    happens();
    harness.service.next("refund_initiate", noResponse);
    await resolveAgain(harness.services, intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
  });

  it("is never given up because the list does not have it, while it may be sent again", async () => {
    const intentId = await leaveUnknown("before");
    await harness.pass(2 * 60 * 60_000);
    harness.service.next("refund_initiate", noResponse);
    await resolveAgain(harness.services, intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
  });
});

describe("an unknown outcome at a service that tells balances alone", () => {
  const TWO_HOURS_MS = 2 * 60 * 60_000;

  it("never took effect when the balance has no room for it, an hour after it was sent", async () => {
    const intentId = await leaveUnknown("before");
    harness.service.ops = { idempotency: false, operations: ["refunds.balance"] };
    harness.services = harness.connect();
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
    await harness.pass(TWO_HOURS_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("NOT_SENT");
    expect((await harness.audit()).at(-1)).toMatchObject({ detail: { by: "balance" } });
  });

  it("stays unknown when the balance has room for it: a balance tells no refund id", async () => {
    const intentId = await leaveUnknown("after");
    harness.service.ops = { idempotency: false, operations: ["refunds.balance"] };
    harness.services = harness.connect();
    await harness.pass(TWO_HOURS_MS);
    await resolve(intentId);
    expect((await intentOf(intentId))?.state).toBe("UNKNOWN");
  });
});
