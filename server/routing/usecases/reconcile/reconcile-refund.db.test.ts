import { expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { findRefund } from "../../store/refunds/refunds";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { advanceRefund } from "../refunds/advance-refund";
import { applyGatewayRefund } from "../refunds/apply-gateway-refund";
import { evaluateRefund } from "./reconcile-refund";

const SANDBOX = 1;

const byHand = useServiceWithoutWorker({ refundMs: 600_000 });

test("a refund that fails between the comparison and its repair, and was paid, counts as paid late", async () => {
  const payment = await byHand.service.merchant.payment();
  const { refund_id: refundId } = (await byHand.service.merchant.refund(payment.transaction_id, "1.00"))
    .json as { refund_id: string };
  await advanceRefund(byHand.deps, { merchantId: SANDBOX, refundId });
  const compared = await findRefund(byHand.deps.pool, SANDBOX, refundId);
  if (compared === null) throw new Error("the refund is missing");
  const gatewayRefundId = compared.gatewayRefundId ?? "";
  const evaluation = evaluateRefund(byHand.deps, compared, { status: "SUCCESS", gatewayRefundId });
  // A poll that began before reports a failure.
  await inTransaction(byHand.deps.pool, (db) =>
    applyGatewayRefund(byHand.deps, db, compared, { status: "FAILURE", gatewayRefundId }),
  );
  if (evaluation.kind !== "repairable") throw new Error("the refund needs no repair");
  expect(await evaluation.repair()).toBe(false);
  const { rows } = await byHand.service.db.query(
    "select status, succeeded_late_at is not null as late from refunds where id = $1",
    [refundId],
  );
  expect(rows).toEqual([{ status: "FAILURE", late: true }]);
});

test("a refund that succeeds between the comparison and its repair is not called returned by what was read before, and its next check tells", async () => {
  const payment = await byHand.service.merchant.payment();
  const { refund_id: refundId } = (await byHand.service.merchant.refund(payment.transaction_id, "1.00"))
    .json as { refund_id: string };
  const job = { merchantId: SANDBOX, refundId };
  await advanceRefund(byHand.deps, job);
  const compared = await findRefund(byHand.deps.pool, SANDBOX, refundId);
  if (compared === null) throw new Error("the refund is missing");
  const gatewayRefundId = compared.gatewayRefundId ?? "";
  const evaluation = evaluateRefund(byHand.deps, compared, { status: "FAILURE", gatewayRefundId });
  await inTransaction(byHand.deps.pool, (db) =>
    applyGatewayRefund(byHand.deps, db, compared, { status: "SUCCESS", gatewayRefundId }),
  );
  if (evaluation.kind !== "repairable") throw new Error("the refund needs no repair");
  expect(await evaluation.repair()).toBe(false);
  const { db } = byHand.service;
  const { rows } = await db.query(
    "select status, due_at < now() + interval '1 minute' as checked from refunds where id = $1",
    [refundId],
  );
  expect(rows).toEqual([{ status: "SUCCESS", checked: true }]);
  const reported = async (): Promise<number | null> =>
    (await db.query("select from payment_events where kind = 'refund_failed_late'")).rowCount;
  expect(await reported()).toBe(0);
  await db.query(
    "update simulator.refunds set outcome = 'FAILURE', settles_at = now() - interval '1 minute' where idempotency_key = $1",
    [`${SANDBOX}:${refundId}`],
  );
  await advanceRefund(byHand.deps, job);
  expect(await reported()).toBe(1);
});
