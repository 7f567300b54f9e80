import type { Db } from "@/server/platform/pool";
import { sumApprovedRows, sumAwaiting } from "../../approvals/store";
import { sumManualRefunds } from "../../manual-refunds/store";
import { sumReservingRequests } from "../../requests/store";
import type { Reservations } from "../domain/refund-balance";
import { listIntentsOfPayment } from "../store/refund-intents";

export type ReservationsOptions = {
  /** When: a refund request does not reserve for ever. */
  at: Date;
  /** The approval being decided: its own reservation is not counted. */
  but?: string;
  /** The same for the refund request being accepted. */
  butRequest?: string | null;
  /** No refund request is counted: what has been approved is not taken back by a request. */
  isApproved?: boolean;
};

/**
 * Under a lock, pipelined behind the statement that locks the payment's ledger, so that the reads see the state after
 * it (0165).
 */
export async function readReservations(
  db: Db,
  transactionId: string,
  options: ReservationsOptions,
): Promise<Reservations> {
  const { at, butRequest = null, isApproved = false } = options;
  const [intents, awaitingPaise, approvedPaise, manualPaise, requestedPaise] = await Promise.all([
    listIntentsOfPayment(db, transactionId),
    sumAwaiting(db, transactionId, options),
    sumApprovedRows(db, transactionId),
    sumManualRefunds(db, transactionId),
    isApproved ? 0n : sumReservingRequests(db, transactionId, { at, but: butRequest }),
  ]);
  return { intents, awaitingPaise, approvedPaise, manualPaise, requestedPaise };
}
