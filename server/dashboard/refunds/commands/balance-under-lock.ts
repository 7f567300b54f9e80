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

/** What the dashboard has reserved on a payment: by intents, requests awaiting approval, and approved rows of runs. */
export type Reservations = { intents: readonly RefundIntent[]; awaitingPaise: bigint; approvedPaise: bigint };

/**
 * Pipelined behind the statement that locks the payment's ledger, so that the reads see the state after it (0165).
 * `but` is the request being decided: its own reservation is not counted.
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
 * The remaining balance of a payment for one more refund, and the refund of unknown outcome that blocks it. All facts
 * were read while the payment's ledger was locked; the ledger holds the balance that the service last reported.
 */
export function balanceUnderLock(facts: {
  refundable: Refundable;
  reported: ReportedRemaining | null;
  holds: Reservations;
  at: Date;
}): { open: RefundIntent | null; leftPaise: bigint } {
  const { refundable, reported, at } = facts;
  const { intents, awaitingPaise, approvedPaise } = facts.holds;
  const balance =
    refundable.service === null
      ? balanceFromLedger(refundable.paidPaise, reported, intents, at)
      : balanceFromService(refundable.paidPaise, refundable.service, intents);
  return {
    open: intents.find(isOpen) ?? null,
    leftPaise: lessAwaiting(balance, awaitingPaise + approvedPaise).leftPaise,
  };
}
