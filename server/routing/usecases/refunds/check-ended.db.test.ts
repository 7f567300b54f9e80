import { describe, expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { scriptSimulator } from "@/tools/testing/routing/simulator-script";
import { addReversal } from "@/tools/testing/routing/add-reversal";
import type { PlacedRefund } from "../../domain/refunds/refund";
import { findPlacedRefund } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { evaluateRefund } from "../reconcile/reconcile-refund";
import { advanceRefund } from "./advance-refund";
import { recordChangedEnd } from "./changed-end";

const SANDBOX = 1;
const DAY_MS = 24 * 3_600_000;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });
const query = (text: string, values: unknown[] = []) =>
  byHand.service.db.query<Record<string, unknown>>(text, values);

/** Moves the service's clock on by `days` days and a minute. */
const after = (days: number): Deps => ({
  ...byHand.deps,
  clock: { now: () => new Date(Date.now() + days * DAY_MS + 60_000) },
});
const setAtGateway = (refundId: string, outcome: "SUCCESS" | "FAILURE") =>
  query(
    `update simulator.refunds set outcome = $2, settles_at = now() - interval '1 minute' where idempotency_key = $1`,
    [`${SANDBOX}:${refundId}`, outcome],
  );

async function ended(outcome: "SUCCESS" | "FAILURE"): Promise<{ refundId: string; paymentId: string }> {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const reply = await byHand.service.merchant.refund(paymentId, "25.00");
  const { refund_id: refundId } = reply.json as { refund_id: string };
  const job = { merchantId: SANDBOX, refundId };
  await advanceRefund(byHand.deps, job);
  await setAtGateway(refundId, outcome);
  await advanceRefund(byHand.deps, job);
  expect(await refundRow(refundId)).toMatchObject({ status: outcome });
  return { refundId, paymentId };
}
const refundRow = async (refundId: string): Promise<unknown> =>
  (
    await query(
      `select status, succeeded_late_at is not null as "isPaidLate",
         round(extract(epoch from due_at - now()) / 86400)::integer as "dueInDays"
       from refunds where id = $1`,
      [refundId],
    )
  ).rows[0];
const eventsOf = async (paymentId: string): Promise<unknown[]> =>
  (
    await query("select kind from payment_events where payment_id = $1 and kind like 'refund%'", [paymentId])
  ).rows.map(({ kind }) => kind);

/** Checks it on that day after its end; returns how many days later it is due again. */
async function check(refundId: string, day: number): Promise<unknown> {
  await advanceRefund(after(day), { merchantId: SANDBOX, refundId });
  return ((await refundRow(refundId)) as { dueInDays: number | null }).dueInDays;
}

test("a refund that its gateway fails after its SUCCESS is found without a notification and reported once, and so is that it was paid again", async () => {
  const { refundId, paymentId } = await ended("SUCCESS");
  expect(await refundRow(refundId)).toMatchObject({ dueInDays: 1 });
  await setAtGateway(refundId, "FAILURE");
  expect(await check(refundId, 1)).toBe(2);
  expect(await eventsOf(paymentId)).toEqual(["refund_failed_late"]);
  expect(await refundRow(refundId)).toMatchObject({ status: "SUCCESS" });
  await check(refundId, 3);
  expect(await eventsOf(paymentId)).toEqual(["refund_failed_late"]);
  await setAtGateway(refundId, "SUCCESS");
  for (const day of [7, 14]) await check(refundId, day);
  expect(await eventsOf(paymentId)).toEqual(["refund_failed_late", "refund_succeeded_late"]);
  await setAtGateway(refundId, "FAILURE");
  await check(refundId, 14);
  expect(await eventsOf(paymentId)).toEqual([
    "refund_failed_late",
    "refund_succeeded_late",
    "refund_failed_late",
  ]);
});

test("a refund that its gateway pays after its FAILURE is found without a notification and counts as refunded, and so is its return", async () => {
  const { refundId, paymentId } = await ended("FAILURE");
  await setAtGateway(refundId, "SUCCESS");
  await check(refundId, 1);
  expect(await eventsOf(paymentId)).toEqual(["refund_succeeded_late"]);
  expect(await refundRow(refundId)).toMatchObject({ status: "FAILURE", isPaidLate: true });
  await setAtGateway(refundId, "FAILURE");
  for (const day of [3, 7]) await check(refundId, day);
  expect(await eventsOf(paymentId)).toEqual(["refund_succeeded_late", "refund_failed_late"]);
});

const now = async (refundId: string): Promise<PlacedRefund> => {
  const found = await findPlacedRefund(byHand.deps.pool, SANDBOX, refundId);
  if (found === null) throw new Error(`${refundId} is missing`);
  return found;
};
const isDue = async (refundId: string): Promise<boolean> =>
  (await query("select from refunds where id = $1 and due_at <= now()", [refundId])).rowCount === 1;

describe("what was asked of the gateway before the last change", () => {
  test("says nothing of a refund that came back since", async () => {
    const { refundId, paymentId } = await ended("SUCCESS");
    const before = await now(refundId);
    await setAtGateway(refundId, "FAILURE");
    await check(refundId, 1);
    await recordChangedEnd(byHand.deps, before, { gatewayRefundId: "gw_1", status: "SUCCESS" });
    expect(await eventsOf(paymentId)).toEqual(["refund_failed_late"]);
  });

  test("does not call a refund returned that was paid again since, and has it asked again at once", async () => {
    const { refundId, paymentId } = await ended("SUCCESS");
    const before = await now(refundId);
    for (const outcome of ["FAILURE", "SUCCESS"] as const) {
      await setAtGateway(refundId, outcome);
      await check(refundId, 1);
    }
    await recordChangedEnd(byHand.deps, before, { gatewayRefundId: "gw_1", status: "FAILURE" });
    expect(await eventsOf(paymentId)).toEqual(["refund_failed_late", "refund_succeeded_late"]);
    expect(await isDue(refundId)).toBe(true);
  });

  test("has a reversal asked again at once that ended otherwise since", async () => {
    const { transaction_id: paymentId } = await byHand.service.merchant.payment();
    const { refundId } = await addReversal(byHand.service.db, paymentId, { dueAt: "tomorrow" });
    const answer = { gatewayRefundId: "gw_1", status: "SUCCESS" } as const;
    const compared = evaluateRefund(byHand.deps, await now(refundId), answer);
    await query("update refunds set status = 'FAILURE', completed_at = now() where id = $1", [refundId]);
    if (compared.kind !== "repairable") throw new Error("the reversal needs no repair");
    expect(await compared.repair()).toBe(false);
    expect([await refundRow(refundId), await isDue(refundId)]).toMatchObject([{ status: "FAILURE" }, true]);
  });
});

test("a comparison finds a refund that came back and was paid again, also when it is checked no more", async () => {
  const { refundId, paymentId } = await ended("SUCCESS");
  await setAtGateway(refundId, "FAILURE");
  await check(refundId, 1);
  const paid = { gatewayRefundId: "gw_1", status: "SUCCESS" } as const;
  for (let times = 0; times < 2; times += 1) {
    const found = evaluateRefund(byHand.deps, await now(refundId), paid);
    expect(found).toMatchObject({ kind: "needs_person", problem: "refunded_there" });
    if (found.kind === "needs_person") await found.note?.();
  }
  expect(await eventsOf(paymentId)).toEqual(["refund_failed_late", "refund_succeeded_late"]);
});

test("it is checked five times within thirty days and never again; an outage skips checks", async () => {
  const { refundId } = await ended("SUCCESS");
  const pauses: unknown[] = [];
  for (const day of [1, 3, 7, 14, 30]) pauses.push(await check(refundId, day));
  expect(pauses).toEqual([2, 4, 7, 16, null]);
  expect(await check(refundId, 10)).toBe(4);
});

test("a gateway that does not respond is asked again soon", async () => {
  const { refundId } = await ended("SUCCESS");
  await scriptSimulator(byHand.service.db, "fetch_refund", "unavailable", { times: 1 });
  expect(await check(refundId, 1)).toBe(0);
});

test("a gateway that is no longer configured is not called", async () => {
  const { refundId } = await ended("SUCCESS");
  const deps = { ...after(1), gateways: new Map() };
  await advanceRefund(deps, { merchantId: SANDBOX, refundId });
  expect(await refundRow(refundId)).toMatchObject({ dueInDays: 2 });
});

test("credentials that do not open are tried again as rarely as a gateway that does not respond", async () => {
  const { refundId } = await ended("SUCCESS");
  const gateways = Object.assign(new Map(), {
    get: () => {
      throw new Error("the credentials do not open");
    },
  });
  await query("update refunds set due_at = now() where id = $1", [refundId]);
  await advanceRefund({ ...after(1), gateways }, { merchantId: SANDBOX, refundId });
  const { rows } = await query(
    "select due_at > now() + interval '10 minutes' as later, taken_by from refunds where id = $1",
    [refundId],
  );
  expect(rows).toEqual([{ later: true, taken_by: null }]);
});
