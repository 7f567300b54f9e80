import type { Db } from "@/server/platform/pool";
import {
  balanceFromLedger,
  balanceFromService,
  lessAwaiting,
  type ToldRemaining,
} from "../domain/refund-balance";
import { isOpen, type RefundIntent } from "../domain/refund-intent";
import type { Refundable } from "../queries/read-refundable";
import { sumApprovedRows, sumAwaiting } from "../store/approval-sums";
import { listIntentsOfPayment } from "../store/refund-intents";

/**
 * What is left of a payment for one more refund, and the refund of open outcome that stands in its way. The caller holds
 * the payment's ledger, which told what the service last said. `but` is the waiting request that is being decided: what
 * it holds is its own.
 */
export async function balanceUnderLock(
  db: Db,
  transactionId: string,
  facts: { refundable: Refundable; told: ToldRemaining | null; at: Date; but?: string },
): Promise<{ open: RefundIntent | null; leftPaise: bigint }> {
  const { refundable, told, at } = facts;
  const intents = await listIntentsOfPayment(db, transactionId);
  const balance =
    refundable.service === null
      ? balanceFromLedger(refundable.paidPaise, told, intents, at)
      : balanceFromService(refundable.paidPaise, refundable.service, intents);
  const awaitingPaise = await sumAwaiting(
    db,
    transactionId,
    facts.but === undefined ? {} : { but: facts.but },
  );
  const approvedPaise = await sumApprovedRows(db, transactionId);
  return {
    open: intents.find(isOpen) ?? null,
    leftPaise: lessAwaiting(balance, awaitingPaise + approvedPaise).leftPaise,
  };
}
