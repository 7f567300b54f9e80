import type { Db } from "@/server/platform/pool";
import {
  balanceFromLedger,
  balanceFromService,
  lessAwaiting,
  type ReportedRemaining,
} from "../domain/refund-balance";
import { isOpen, type RefundIntent } from "../domain/refund-intent";
import type { Refundable } from "../queries/read-refundable";
import { sumApprovedRows, sumAwaiting } from "../../approvals/store";
import { listIntentsOfPayment } from "../store/refund-intents";

/** What the dashboard itself knows to be taken from a payment: by its refunds, by requests that wait, by approved rows of runs. */
export type Reservations = { intents: readonly RefundIntent[]; awaitingPaise: bigint; approvedPaise: bigint };

/**
 * Sent together, at once: behind the statement that takes the payment's ledger they are answered as of after it (0165).
 * `but` is the waiting request that is being decided: what it holds is its own.
 */
export async function readReservations(
  db: Db,
  transactionId: string,
  options: { but?: string } = {},
): Promise<Reservations> {
  const [intents, awaitingPaise, approvedPaise] = await Promise.all([
    listIntentsOfPayment(db, transactionId),
    sumAwaiting(db, transactionId, options),
    sumApprovedRows(db, transactionId),
  ]);
  return { intents, awaitingPaise, approvedPaise };
}

/**
 * What is left of a payment for one more refund, and the refund of open outcome that stands in its way. All facts were read
 * under the payment's ledger, which told what the service last said.
 */
export function balanceUnderLock(facts: {
  refundable: Refundable;
  told: ReportedRemaining | null;
  holds: Reservations;
  at: Date;
}): { open: RefundIntent | null; leftPaise: bigint } {
  const { refundable, told, at } = facts;
  const { intents, awaitingPaise, approvedPaise } = facts.holds;
  const balance =
    refundable.service === null
      ? balanceFromLedger(refundable.paidPaise, told, intents, at)
      : balanceFromService(refundable.paidPaise, refundable.service, intents);
  return {
    open: intents.find(isOpen) ?? null,
    leftPaise: lessAwaiting(balance, awaitingPaise + approvedPaise).leftPaise,
  };
}
