import { expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { scriptSimulator } from "@/tools/testing/routing/simulator-script";
import type { Deps } from "../deps";
import { advanceRefund } from "./advance-refund";
import { planRefundChecks } from "./plan-refund-checks";

const SANDBOX = 1;
const DAY_MS = 24 * 3_600_000;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });
const query = (text: string, values: unknown[] = []) =>
  byHand.service.db.query<Record<string, unknown>>(text, values);

/** The same service, `days` days and a minute later. */
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
  await deleteAllJobs(refundId);
  expect(await refundRow(refundId)).toMatchObject({ status: outcome });
  return { refundId, paymentId };
}
const deleteAllJobs = (refundId: string) =>
  query("delete from graphile_worker._private_jobs where payload->>'refundId' = $1", [refundId]);
const refundRow = async (refundId: string): Promise<unknown> =>
  (
    await query(
      `select status, succeeded_late_at is not null as "isPaidLate",
         round(extract(epoch from next_check_at - completed_at) / 86400)::integer as "checkedOnDay"
       from refunds where id = $1`,
      [refundId],
    )
  ).rows[0];
const isPlanned = async (refundId: string): Promise<boolean> =>
  (await query("select from graphile_worker._private_jobs where payload->>'refundId' = $1", [refundId]))
    .rowCount === 1;
const eventsOf = async (paymentId: string): Promise<unknown[]> =>
  (
    await query("select kind from payment_events where payment_id = $1 and kind like 'refund%'", [paymentId])
  ).rows.map(({ kind }) => kind);

/** Runs one sweep at that time, and the job that it scheduled. */
async function sweep(refundId: string, days: number): Promise<boolean> {
  await planRefundChecks(after(days));
  const wasPlanned = await isPlanned(refundId);
  await deleteAllJobs(refundId);
  if (wasPlanned) await advanceRefund(after(days), { merchantId: SANDBOX, refundId });
  return wasPlanned;
}

test("a refund that its gateway fails after its SUCCESS is found without a notification", async () => {
  const { refundId, paymentId } = await ended("SUCCESS");
  expect(await sweep(refundId, 0)).toBe(false);
  await setAtGateway(refundId, "FAILURE");
  expect(await sweep(refundId, 1)).toBe(true);
  expect(await eventsOf(paymentId)).toEqual(["refund_failed_late"]);
  expect(await refundRow(refundId)).toMatchObject({ status: "SUCCESS", checkedOnDay: 3 });
  // A later check finds the same and records no second event.
  expect(await sweep(refundId, 3)).toBe(true);
  expect(await eventsOf(paymentId)).toEqual(["refund_failed_late"]);
});

test("a refund that its gateway pays after its FAILURE is found without a notification, and counts as refunded", async () => {
  const { refundId, paymentId } = await ended("FAILURE");
  await setAtGateway(refundId, "SUCCESS");
  expect(await sweep(refundId, 1)).toBe(true);
  expect(await eventsOf(paymentId)).toEqual(["refund_succeeded_late"]);
  expect(await refundRow(refundId)).toMatchObject({ status: "FAILURE", isPaidLate: true });
});

test("it is checked five times within thirty days and never again", async () => {
  const { refundId } = await ended("SUCCESS");
  const checkedOn: number[] = [];
  for (let day = 0; day <= 60; day += 1) if (await sweep(refundId, day)) checkedOn.push(day);
  expect(checkedOn).toEqual([1, 3, 7, 14, 30]);
  expect(await refundRow(refundId)).toMatchObject({ checkedOnDay: null });
});

test("after a long outage the checks that were missed are made up for by one", async () => {
  const { refundId } = await ended("SUCCESS");
  expect(await sweep(refundId, 10)).toBe(true);
  expect(await refundRow(refundId)).toMatchObject({ checkedOnDay: 14 });
});

test("a gateway that does not answer fails the job, which is tried again", async () => {
  const { refundId } = await ended("SUCCESS");
  await planRefundChecks(after(1));
  await scriptSimulator(byHand.service.db, "fetch_refund", "unavailable", { times: 1 });
  await expect(advanceRefund(after(1), { merchantId: SANDBOX, refundId })).rejects.toThrow();
  expect(await isPlanned(refundId)).toBe(true);
});

test("a gateway that is no longer configured is not called", async () => {
  const { refundId } = await ended("SUCCESS");
  const deps = { ...after(1), gateways: new Map() };
  await expect(advanceRefund(deps, { merchantId: SANDBOX, refundId })).resolves.toBeUndefined();
});

test("a sweep plans a bounded number of checks, the longest due first, and each of them once", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  await query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       gateway_refund_id, requested_at, completed_at, next_check_at)
     select 1, 'RFD-' || lpad(n::text, 3, '0'), id, merchant_transaction_id, 1, currency, 'SUCCESS', gateway, 'gw' || n,
       now(), now(), now() - interval '10 days' + n * interval '1 second'
     from payments, generate_series(1, 450) n where id = $1`,
    [paymentId],
  );
  const planned = async (): Promise<unknown[]> =>
    (
      await query(
        `select payload->>'refundId' as id from graphile_worker._private_jobs where payload->>'refundId' like 'RFD-%' order by 1`,
      )
    ).rows.map(({ id }) => id);
  expect(await planRefundChecks(byHand.deps)).toBe(false);
  expect(await planned()).toHaveLength(200);
  expect((await planned()).at(-1)).toBe("RFD-200");
  await Promise.all([planRefundChecks(byHand.deps), planRefundChecks(byHand.deps)]);
  expect(new Set(await planned()).size).toBe(450);
  expect(await planned()).toHaveLength(450);
});
