import { identifierFault } from "../../payments/domain";
import { sumApprovedRows, sumAwaiting } from "../../approvals/store";
import type { Ctx } from "../../context";
import {
  balanceFromLedger,
  balanceFromService,
  lessAwaiting,
  type RefundBalanceSplit,
} from "../domain/refund-balance";
import { listIntentsOfPayment } from "../store/refund-intents";
import { readLedger } from "../store/refund-ledgers";
import { type RefundableReading, readRefundable } from "./read-refundable";

export type BalanceReading =
  | { kind: "ready"; currency: string; isTest: boolean; balance: RefundBalanceSplit }
  | Exclude<RefundableReading, { kind: "refundable" }>;

/**
 * The remaining balance of a payment, less what the dashboard has reserved. Read without a lock: a refund itself checks
 * again.
 */
export async function readBalance(
  ctx: Ctx,
  target: { reference: string; transactionId: string },
): Promise<BalanceReading> {
  const { reference, transactionId } = target;
  if (
    identifierFault(reference, "merchant reference") !== null ||
    identifierFault(transactionId, "transaction id") !== null
  ) {
    return { kind: "not_refundable", status: null };
  }
  const reading = await readRefundable(ctx, target);
  if (reading.kind !== "refundable") return reading;
  const [intents, reported, awaitingPaise, approvedPaise] = await Promise.all([
    listIntentsOfPayment(ctx.pool, transactionId),
    readLedger(ctx.pool, transactionId),
    sumAwaiting(ctx.pool, transactionId),
    sumApprovedRows(ctx.pool, transactionId),
  ]);
  const { paidPaise, service, currency, isTest } = reading;
  const balance =
    service === null
      ? balanceFromLedger(paidPaise, reported, intents, ctx.clock.now())
      : balanceFromService(paidPaise, service, intents);
  return { kind: "ready", currency, isTest, balance: lessAwaiting(balance, awaitingPaise + approvedPaise) };
}
