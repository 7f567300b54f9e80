import { describe, expect, test } from "vitest";
import { type GatewayRefund, RefundRefusedForNow, requireGateway } from "../../gateway/port";
import type { Deps } from "../deps";
import { dueReversals } from "../../store/reversals/due-reversals";
import { ClaimLostError } from "../refunds/begin-sending";
import { insertReversal } from "../../store/reversals/reversals";
import { scriptSimulator } from "@/tools/testing/routing/simulator-script";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { sendReversal } from "./send-reversal";

const SANDBOX = 1;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });

type Row = { status: string; gateway_refund_id: string | null };

test("a poll without news changes nothing but the time of the next one, and the final status is found by a later one", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const job = { merchantId: SANDBOX, paymentId, gatewayTransactionId: "simpay_second" };
  await insertReversal(byHand.deps.pool, SANDBOX, {
    ...job,
    gateway: "simulator",
    amountPaise: 10_000n,
    currency: "INR",
    status: "INITIATED",
    gatewayRefundId: null,
    requestedAt: new Date(),
    completedAt: null,
    failure: null,
  });
  const row = async (): Promise<Row | undefined> => {
    const { rows } = await byHand.service.db.query<Row>(
      "select status, gateway_refund_id, completed_at, failure_reason from reversals where payment_id = $1",
      [paymentId],
    );
    return rows[0];
  };

  await sendReversal(byHand.deps, job);
  const sent = await row();
  expect(sent).toMatchObject({ status: "PROCESSING" });
  expect(sent?.gateway_refund_id).not.toBeNull();

  await sendReversal(byHand.deps, { ...job });
  expect(await row()).toEqual(sent);

  await byHand.service.db.query(
    "update simulator.refunds set settles_at = now() - interval '1 minute' where transaction_id = 'simpay_second'",
  );
  await sendReversal(byHand.deps, { ...job });
  expect(await row()).toMatchObject({ status: "SUCCESS" });
});

test("what the gateway says of a reversal that it refuses, for now and then for good, is kept and told", async () => {
  const { transaction_id: paymentId } = await byHand.service.merchant.payment();
  const job = { merchantId: SANDBOX, paymentId, gatewayTransactionId: "simpay_refused" };
  await insertReversal(byHand.deps.pool, SANDBOX, {
    ...job,
    gateway: "simulator",
    amountPaise: 10_000n,
    currency: "INR",
    status: "INITIATED",
    gatewayRefundId: null,
    requestedAt: new Date(),
    completedAt: null,
    failure: null,
  });
  const told = async (): Promise<unknown> => {
    const search = { transaction_id: paymentId };
    const { json } = await byHand.service.merchant.ops("POST", "/v1/ops/reversals/search", search);
    return (json as { reversals: object[] }).reversals[0];
  };
  const simulator = requireGateway(byHand.deps.gateways, "simulator");
  const sendTo = (refund: () => Promise<GatewayRefund>): Promise<void> =>
    sendReversal({ ...byHand.deps, gateways: new Map([["simulator", { ...simulator, refund }]]) }, job);

  const poor = { code: "sim_insufficient_balance", message: "Ask ravi@example.com for money." };
  await sendTo(() => Promise.reject(new RefundRefusedForNow("refused", poor)));
  expect(await told()).toMatchObject({
    reversal_status: "INITIATED",
    failure: { reason: "insufficient_balance", message: "Ask ••• for money." },
  });
  const closed = { code: "sim_account_closed", message: "The account is closed." };
  await sendTo(() => Promise.resolve({ gatewayRefundId: null, status: "FAILURE", failure: closed }));
  expect(await told()).toMatchObject({
    reversal_status: "FAILURE",
    failure: { reason: "account_closed", ...closed },
  });
});

describe("a reversal that is sent", () => {
  async function newReversal(): Promise<Parameters<typeof sendReversal>[1]> {
    const { transaction_id: paymentId } = await byHand.service.merchant.payment();
    const job = { merchantId: SANDBOX, paymentId, gatewayTransactionId: `simpay_late_${paymentId}` };
    await insertReversal(byHand.deps.pool, SANDBOX, {
      ...job,
      gateway: "simulator",
      amountPaise: 10_000n,
      currency: "INR",
      status: "INITIATED",
      gatewayRefundId: null,
      requestedAt: new Date(),
      completedAt: null,
      failure: null,
    });
    return job;
  }
  const rowOf = async ({ paymentId }: { paymentId: string }): Promise<unknown> =>
    (
      await byHand.service.db.query(
        "select status, due_at <= now() as is_due from reversals where payment_id = $1",
        [paymentId],
      )
    ).rows[0];
  const sendTo = (
    job: Parameters<typeof sendReversal>[1],
    refund: () => Promise<GatewayRefund>,
  ): Promise<void> => {
    const simulator = requireGateway(byHand.deps.gateways, "simulator");
    return sendReversal(
      { ...byHand.deps, gateways: new Map([["simulator", { ...simulator, refund }]]) },
      job,
    );
  };

  test("is not ended by a refusal of the call of a worker whose claim has ended, because the next one's may succeed", async () => {
    const job = await newReversal();
    const refusedLate = sendTo(job, async () => {
      await byHand.service.db.query("update reversals set taken_until = now() where payment_id = $1", [
        job.paymentId,
      ]);
      await dueReversals.takeOne(byHand.deps.pool, "the next worker", job);
      return { gatewayRefundId: null, status: "FAILURE" };
    });
    await expect(refusedLate).rejects.toThrow(ClaimLostError);
    expect(await rowOf(job)).toMatchObject({ status: "INITIATED" });
  });

  test("is polled once more at once when a notification asks for it while it ends", async () => {
    const job = await newReversal();
    await sendTo(job, async () => {
      await dueReversals.ask(byHand.deps.pool, job);
      return { gatewayRefundId: "simrf_at_once", status: "SUCCESS" };
    });
    expect(await rowOf(job)).toEqual({ status: "SUCCESS", is_due: true });
  });
});

describe("a reversal that has succeeded", () => {
  const DAY_MS = 24 * 60 * 60_000;
  const inDays = (days: number): Deps => ({
    ...byHand.deps,
    clock: { now: () => new Date(Date.now() + days * DAY_MS) },
  });
  type Job = Parameters<typeof sendReversal>[1];
  const query = (text: string, values: unknown[]) =>
    byHand.service.db.query<Record<string, unknown>>(text, values);

  async function succeeded(): Promise<Job> {
    const { transaction_id: paymentId } = await byHand.service.merchant.payment();
    const gatewayTransactionId = `simpay_late_${paymentId}`;
    const job = { merchantId: SANDBOX, paymentId, gatewayTransactionId };
    await insertReversal(byHand.deps.pool, SANDBOX, {
      ...job,
      gateway: "simulator",
      amountPaise: 10_000n,
      currency: "INR",
      status: "INITIATED",
      gatewayRefundId: null,
      requestedAt: new Date(),
      completedAt: null,
      failure: null,
    });
    await sendReversal(byHand.deps, job);
    await query(
      `update simulator.refunds set settles_at = now() - interval '1 minute' where transaction_id = $1`,
      [gatewayTransactionId],
    );
    await sendReversal(byHand.deps, job);
    expect(await statusOf(job)).toBe("SUCCESS");
    return job;
  }
  const statusOf = async ({ paymentId }: Job): Promise<unknown> =>
    (await query("select status from reversals where payment_id = $1", [paymentId])).rows[0]?.["status"];
  /** The number of days until it is due; null when it is not any more. */
  const dueInDays = async ({ paymentId }: Job): Promise<unknown> =>
    (
      await query(
        `select round(extract(epoch from due_at - now()) / 86400)::integer as days from reversals where payment_id = $1`,
        [paymentId],
      )
    ).rows[0]?.["days"];

  test("is checked a day later, and a failure by then is recorded without a notification", async () => {
    const job = await succeeded();
    expect(await dueInDays(job)).toBe(1);
    await query("update simulator.refunds set outcome = 'FAILURE' where transaction_id = $1", [
      job.gatewayTransactionId,
    ]);
    await sendReversal(byHand.deps, job);
    expect(await statusOf(job)).toBe("FAILURE");
    const { rows } = await query(
      "select kind, detail from payment_events where payment_id = $1 and kind like 'reversal%'",
      [job.paymentId],
    );
    expect(rows).toEqual([
      { kind: "reversal_failed_late", detail: { gateway_transaction_id: job.gatewayTransactionId } },
    ]);
    expect(await dueInDays(job)).toBe(1);
  });

  test("keeps its status and is checked again soon when the gateway does not respond, also after a month", async () => {
    const job = await succeeded();
    for (const days of [0, 40]) {
      await scriptSimulator(byHand.service.db, "fetch_refund", "unavailable", { times: 1 });
      await sendReversal(inDays(days), job);
      expect(await statusOf(job)).toBe("SUCCESS");
      expect(await dueInDays(job)).toBe(0);
    }
  });

  test("waits for its next check while its gateway is not configured", async () => {
    const job = await succeeded();
    await sendReversal({ ...byHand.deps, gateways: new Map() }, job);
    expect(await dueInDays(job)).toBe(1);
  });

  test("is checked less and less, and no more after a month", async () => {
    const job = await succeeded();
    await sendReversal(inDays(3.1), job);
    expect(await dueInDays(job)).toBe(4);
    await sendReversal(inDays(31), job);
    expect(await dueInDays(job)).toBeNull();
  });
});
