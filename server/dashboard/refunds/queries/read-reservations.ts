import type { Db } from "@/server/platform/pool";
import { sumApprovedRows, sumAwaiting } from "../../approvals/store";
import { sumManualRefunds } from "../../manual-refunds/store";
import type { Reservations } from "../domain/refund-balance";
import { listIntentsOfPayment } from "../store/refund-intents";

/**
 * Under a lock, pipelined behind the statement that locks the payment's ledger, so that the reads see the state after
 * it (0165). `but` is the approval being decided: its own reservation is not counted.
 */
export async function readReservations(
  db: Db,
  transactionId: string,
  options: { but?: string } = {},
): Promise<Reservations> {
  const [intents, awaitingPaise, approvedPaise, manualPaise] = await Promise.all([
    listIntentsOfPayment(db, transactionId),
    sumAwaiting(db, transactionId, options),
    sumApprovedRows(db, transactionId),
    sumManualRefunds(db, transactionId),
  ]);
  return { intents, awaitingPaise, approvedPaise, manualPaise };
}
