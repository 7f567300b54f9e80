import { describe, expect, test, vi } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { advanceRefund, stepRefund } from "./advance-refund";
import type { Gateway } from "../../gateway/port";
import { claimToSend, dueRefunds, type TakenRefund } from "../../store/refunds/due-refunds";
import { findRefund } from "../../store/refunds/refunds";
import type { Deps } from "../deps";
import { ClaimLostError } from "./begin-sending";
import { countYoungRefunds } from "./count-pending-refunds";

const SANDBOX = 1;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });

async function requested(paymentId: string): Promise<string> {
  const reply = await byHand.service.merchant.refund(paymentId, "1.00");
  return (reply.json as { refund_id: string }).refund_id;
}

/** Pending refunds of one payment, requested `agedMs` ago. */
async function insertPending(paymentId: string, count: number, agedMs: number): Promise<void> {
  await byHand.service.db.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       gateway_refund_id, requested_at)
     select merchant_id, 'RFDOTHER' || $2 || n, id, merchant_transaction_id, 1, currency, 'PROCESSING', gateway, 'gw' || n,
       now() - $3 * interval '1 millisecond'
     from payments, generate_series(1, $2::integer) as n where id = $1`,
    [paymentId, count, agedMs],
  );
}

async function pollPause(paymentId: string): Promise<number | undefined> {
  const refundId = await requested(paymentId);
  const { db } = byHand.service;
  const { rows } = await db.query<{ requested_at: Date }>("select requested_at from refunds where id = $1", [
    refundId,
  ]);
  // The pause grows with the refund's age, which is none here however long the request took.
  const clock = { now: () => rows[0]?.requested_at ?? new Date() };
  const [before] = (await db.query<{ at: Date }>("select now() as at")).rows;
  await advanceRefund({ ...byHand.deps, clock }, { merchantId: SANDBOX, refundId });
  const due = await db.query<{ ms: number }>(
    "select (extract(epoch from due_at - $2::timestamptz) * 1000)::integer as ms from refunds where id = $1",
    [refundId, before?.at],
  );
  return due.rows[0]?.ms;
}

test("a refund is polled soon; where hundreds were requested just now, they share the rate", async () => {
  const payment = await byHand.service.merchant.payment();
  await insertPending(payment.transaction_id, 400, 3_600_000);
  // A payment takes no more than 500 refunds.
  const { transaction_id: other } = await byHand.service.merchant.payment();
  const soon = await pollPause(other);

  await insertPending(payment.transaction_id, 401, 5_000);
  await expect.poll(() => countYoungRefunds(byHand.deps.pool, new Date())).toBeGreaterThan(401);
  const shared = await pollPause(other);
  expect(shared).toBeGreaterThan(3_500);
  expect(shared).toBeGreaterThan((soon ?? Infinity) + 2_000);
});

test("a poll without news changes nothing but the time of the next one", async () => {
  const payment = await byHand.service.merchant.payment();
  const refundId = await requested(payment.transaction_id);
  const row = async (): Promise<unknown> => {
    const { rows } = await byHand.service.db.query<{ row: object }>(
      "select to_jsonb(refunds) - 'due_at' as row from refunds where id = $1",
      [refundId],
    );
    return rows[0]?.row;
  };
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  const sent = await row();
  expect(sent).toMatchObject({ status: "PROCESSING", taken_by: null, taken_until: null });
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  expect(await row()).toEqual(sent);
});

describe("a worker whose claim ends", () => {
  const query = (text: string, values: unknown[]) =>
    byHand.service.db.query<Record<string, unknown>>(text, values);
  const simulator = (): Gateway => {
    const found = byHand.deps.gateways.get("simulator");
    if (found === undefined) throw new Error("there is no simulator");
    return found;
  };
  const at = (gateway: Partial<Gateway>): Deps => ({
    ...byHand.deps,
    gateways: new Map([["simulator", { ...simulator(), ...gateway }]]),
  });
  async function newRefund(): Promise<{ merchantId: number; id: string }> {
    const payment = await byHand.service.merchant.payment();
    return { merchantId: SANDBOX, id: await requested(payment.transaction_id) };
  }
  async function take(key: { merchantId: number; id: string }, by: string): Promise<TakenRefund> {
    await query("update refunds set taken_until = now() where id = $1", [key.id]);
    const taken = await dueRefunds.takeOne(byHand.deps.pool, by, key);
    if (taken === null) throw new Error("the refund is taken");
    return taken;
  }
  const sent = async (id: string): Promise<number | null> =>
    (await query("select from simulator.refunds where idempotency_key = $1", [`${SANDBOX}:${id}`])).rowCount;

  test("does not send the refund when another has it by then, who sends it once", async () => {
    const key = await newRefund();
    const slow = await take(key, "a worker that hangs");
    const next = await take(key, "the next worker");
    await expect(stepRefund(byHand.deps, slow)).rejects.toThrow(ClaimLostError);
    expect(await sent(key.id)).toBe(0);
    await stepRefund(byHand.deps, next);
    expect(await sent(key.id)).toBe(1);
  });

  test("does not send the refund when it hung after it had claimed it", async () => {
    const key = await newRefund();
    const slow = await take(key, "a worker that hangs");
    let nowMs = performance.now();
    const clock = vi.spyOn(performance, "now").mockImplementation(() => (nowMs += 6_000));
    try {
      await expect(stepRefund(byHand.deps, slow)).rejects.toThrow(ClaimLostError);
    } finally {
      clock.mockRestore();
    }
    expect(await sent(key.id)).toBe(0);
  });

  test("does not end the refund by a refusal of its own call, because the call of the next one may succeed", async () => {
    const key = await newRefund();
    const slow = await take(key, "a worker that hangs");
    const refusedLate = at({
      refund: async () => {
        await take(key, "the next worker");
        return { gatewayRefundId: null, status: "FAILURE" };
      },
    });
    await expect(stepRefund(refusedLate, slow)).rejects.toThrow(ClaimLostError);
    expect(await findRefund(byHand.deps.pool, SANDBOX, key.id)).toMatchObject({ status: "INITIATED" });
  });

  test("has ten seconds from the moment at which it claims the refund, however long it waited for the payment", async () => {
    const key = await newRefund();
    const taken = await take(key, "a worker");
    const { rows } = await inTransaction(byHand.deps.pool, async (db) => {
      await db.query("select pg_sleep(0.2)");
      const before = (await db.query<{ at: string }>("select clock_timestamp()::text as at")).rows[0]?.at;
      await claimToSend(db, taken);
      return db.query(
        "select taken_until >= $2::timestamptz + interval '10 seconds' as whole from refunds where id = $1",
        [key.id, before],
      );
    });
    expect(rows).toEqual([{ whole: true }]);
  });
});

test("a refund that a notification asks for while its last poll runs is polled once more at once", async () => {
  const payment = await byHand.service.merchant.payment();
  const refundId = await requested(payment.transaction_id);
  const job = { merchantId: SANDBOX, refundId };
  await advanceRefund(byHand.deps, job);
  const simulator = byHand.deps.gateways.get("simulator");
  if (simulator === undefined) throw new Error("there is no simulator");
  const fetchRefund: Gateway["fetchRefund"] = async (gatewayRefundId) => {
    await dueRefunds.ask(byHand.deps.pool, { merchantId: SANDBOX, id: refundId });
    return { gatewayRefundId, status: "SUCCESS" };
  };
  await advanceRefund(
    { ...byHand.deps, gateways: new Map([["simulator", { ...simulator, fetchRefund }]]) },
    job,
  );
  const { rows } = await byHand.service.db.query(
    "select status, due_at <= now() as is_due, taken_by from refunds where id = $1",
    [refundId],
  );
  expect(rows).toEqual([{ status: "SUCCESS", is_due: true, taken_by: null }]);
});
