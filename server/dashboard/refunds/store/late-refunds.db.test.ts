import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { listNotifications } from "../../notifications/queries/list-notifications";
import { watchEvents } from "../../notifications/jobs/watch-events";
import { approveRequest } from "../../approvals/commands/approve-request";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { requestRefund } from "../commands/request-refund";
import { trackRefund } from "../jobs/track-refund";
import { notifyLateRefunds } from "./late-refunds";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

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

/** A refund that the service has accepted, of a payment at this gateway. */
async function refund(reference: string, gateway: string | null): Promise<void> {
  const payment = harness.service.addPayment({ merchant_transaction_id: reference });
  if (gateway !== null) harness.service.gateways.set(payment.transaction_id, gateway);
  expect((await requestRefund(ctx, refundInput(payment, { amount: "10.00" }))).kind).toBe("accepted");
}

/** Refunds that succeeded at a gateway within some hours, requested days ago. */
async function past(gateway: string | null, hours: number, of: { count?: number; daysAgo?: number } = {}) {
  const { count = 20, daysAgo = 1 } = of;
  const requestedAt = new Date(harness.clock.now().getTime() - daysAgo * DAY_MS);
  await harness.pool.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at, answered_at, refund_id, refund_status, completed_at, gateway)
     select gen_random_uuid(), (select transaction_id from refund_intents limit 1), 'PAST', 'https://past.example', 1, 'INR', $1, $2::timestamptz, 'ACCEPTED', $2, $2,
       'RFD' || gen_random_uuid(), 'SUCCESS', $2::timestamptz + $3 * interval '1 hour', $4 from generate_series(1, $5)`,
    [ctx.actor.userId, requestedAt, hours, gateway, count],
  );
}
const pass = (hours: number) => harness.clock.advance(hours * HOUR_MS);
const watch = (services = harness.services) => notifyLateRefunds(services.pool, harness.clock.now(), DAY_MS);
async function late(): Promise<string[]> {
  const { rows } = await harness.pool.query<{ reference: string }>(
    "select detail->>'reference' as reference from notification_events where event = 'refund_late' order by at",
  );
  return rows.map(({ reference }) => reference);
}
/** The service ends the refund, and the dashboard polls it. */
async function end(status: "SUCCESS" | "FAILURE"): Promise<void> {
  const [record] = harness.service.refunds;
  if (record === undefined) throw new Error("no refund");
  Object.assign(record, { refund_status: status, refund_completed_at: harness.clock.now().toISOString() });
  const { rows } = await harness.pool.query<{ serviceAddress: string; refundId: string }>(
    `select service_address as "serviceAddress", refund_id as "refundId" from tracked_refunds where completed_at is null`,
  );
  pass(1);
  for (const payload of rows) await trackRefund(harness.services, payload);
}

describe("a refund is late", () => {
  it("after three times the usual time of its own gateway, whatever others take", async () => {
    await refund("FAST", "razorpay");
    await refund("SLOW", "stripe");
    await past("razorpay", 2);
    await past("stripe", 20);
    pass(5);
    await watch();
    expect(await late()).toEqual([]);
    pass(2);
    await watch();
    expect(await late()).toEqual(["FAST"]);
    pass(50);
    await watch();
    expect(await late()).toEqual(["FAST"]);
    pass(5);
    await watch();
    expect(await late()).toEqual(["FAST", "SLOW"]);
  });

  it("not before an hour, however fast its gateway is", async () => {
    await refund("FAST", "razorpay");
    await past("razorpay", 0.01);
    pass(0.9);
    await watch();
    expect(await late()).toEqual([]);
    pass(0.2);
    await watch();
    expect(await late()).toEqual(["FAST"]);
  });

  it.each([
    ["too few refunds", () => past("razorpay", 1, { count: 19 })],
    ["refunds of more than a month ago", () => past("razorpay", 1, { daysAgo: 40 })],
    ["refunds of another gateway", () => past("stripe", 1)],
  ])("after the configured time where there are only %s", async (_what, before) => {
    await refund("NEW", "razorpay");
    await before();
    pass(23);
    await watch();
    expect(await late()).toEqual([]);
    pass(2);
    await watch();
    expect(await late()).toEqual(["NEW"]);
  });

  it("by the others of unknown gateway where the service does not name it", async () => {
    await refund("UNNAMED", null);
    await past("razorpay", 30);
    await past(null, 1);
    pass(4);
    await watch();
    expect(await late()).toEqual(["UNNAMED"]);
  });
});

it("the gateway is stored with a refund that a second person approved, too", async () => {
  await setRule(harness, "5.00");
  const payment = harness.service.addPayment({ merchant_transaction_id: "APPROVED" });
  harness.service.gateways.set(payment.transaction_id, "razorpay");
  const approvalId = await askFor(ctx, payment, "10.00");
  const second = await harness.ctxOf("finance");
  expect((await approveRequest(second, { approvalId, note: "" })).kind).toBe("approved_refund");
  const { rows } = await harness.pool.query("select gateway from refund_intents where id = $1", [approvalId]);
  expect(rows).toEqual([{ gateway: "razorpay" }]);
});

describe("the notification", () => {
  it("is written once, by ten runs in two processes, and again after a crash", async () => {
    await refund("ONE", "razorpay");
    pass(25);
    const other = harness.connect();
    await Promise.all(
      Array.from({ length: 10 }, (_, run) => watch(run % 2 === 0 ? harness.services : other)),
    );
    const broken = inTransaction(harness.services.pool, async () => {
      await watch();
      throw new Error("killed");
    });
    await expect(broken).rejects.toThrow("killed");
    await watch();
    expect(await late()).toEqual(["ONE"]);
    await expandAll(harness);
    expect((await notifiedPeople(harness)).map(({ personId }) => personId)).toEqual([ctx.actor.userId]);
  });

  it("is part of the watch that runs every minute, and of nobody who may not refund", async () => {
    const support = await harness.ctxOf("support");
    await refund("ONE", "razorpay");
    pass(25);
    await watchEvents(harness.services);
    await expandAll(harness);
    expect((await listNotifications(ctx)).items.map(({ fact }) => fact.event)).toEqual(["refund_late"]);
    expect((await listNotifications(support)).items).toEqual([]);
  });

  it.each(["SUCCESS", "FAILURE"] as const)("leaves the bell when the refund ends in %s", async (status) => {
    await refund("ONE", "razorpay");
    pass(25);
    await watch();
    await expandAll(harness);
    const unread = async () =>
      (await listNotifications(ctx, { isUnreadOnly: true })).items.map(({ fact }) => fact.event);
    expect(await unread()).toEqual(["refund_late"]);
    await end(status);
    await expandAll(harness);
    expect(await unread()).toEqual(status === "SUCCESS" ? [] : ["refund_failed"]);
    await watch();
    expect(await late()).toEqual(["ONE"]);
  });

  it("reaches nobody when the refund ends before it is expanded", async () => {
    await refund("ONE", "razorpay");
    pass(25);
    await watch();
    await end("SUCCESS");
    await expandAll(harness);
    expect((await listNotifications(ctx)).items).toEqual([]);
  });

  it("is not written for a refund that ends at the same moment", async () => {
    await refund("ONE", "razorpay");
    pass(25);
    // The refund's end is stored and not committed while the watch has seen it open.
    let watching = Promise.resolve();
    await inTransaction(harness.services.pool, async (db) => {
      await db.query("update refund_intents set refund_status = 'SUCCESS', completed_at = $1", [
        harness.clock.now(),
      ]);
      watching = watch(harness.connect());
      await new Promise((resolve) => setTimeout(resolve, 300));
    });
    await watching;
    expect(await late()).toEqual([]);
  });
});
