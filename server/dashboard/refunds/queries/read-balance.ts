import type { OpenAlert } from "@/lib/contract/payment-alerts";
import { identifierFault } from "../../payments/domain";
import type { Ctx } from "../../context";
import { balanceOf, type RefundBalanceSplit } from "../domain/refund-balance";
import { readLedger } from "../store/refund-ledgers";
import { type RefundableReading, readRefundable } from "./read-refundable";
import { readReservations } from "./read-reservations";

type BalanceReading =
  | { kind: "ready"; currency: string; isTest: boolean; alert: OpenAlert | null; balance: RefundBalanceSplit }
  | Exclude<RefundableReading, { kind: "refundable" }>;

/**
 * The remaining balance of a payment, less what the dashboard has reserved. Read without a lock: a refund itself checks
 * again. `butRequest` is the refund request that would be accepted: its own reservation is not counted.
 */
export async function readBalance(
  ctx: Ctx,
  target: { reference: string; transactionId: string },
  butRequest: string | null = null,
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
  const [holds, reported] = await Promise.all([
    readReservations(ctx.pool, transactionId, { but: butRequest === null ? [] : [butRequest] }),
    readLedger(ctx.pool, transactionId),
  ]);
  const { currency, isTest, alert } = reading;
  const balance = balanceOf({ ...reading, reported, holds });
  return { kind: "ready", currency, isTest, alert, balance };
}
