import type { Db } from "@/server/platform/pool";
import type { Reservations } from "../domain/refund-balance";
import { sumHeld } from "../store/held-amounts";
import { listIntentsOfPayment } from "../store/refund-intents";

type ReservationsOptions = {
  /** The approval that is decided, the row that is sent, the refund request that is accepted: what they reserve is not counted. */
  but?: readonly string[];
  /** No refund request is counted: what has been approved is not taken back by a request. */
  isApproved?: boolean;
};

/**
 * Reads under a lock, pipelined behind the statement that locks the payment's ledger, so that the reads see the state
 * after it (0160).
 */
export async function readReservations(
  db: Db,
  transactionId: string,
  { but = [], isApproved = false }: ReservationsOptions = {},
): Promise<Reservations> {
  const [intents, held] = await Promise.all([
    listIntentsOfPayment(db, transactionId),
    sumHeld(db, transactionId, but),
  ]);
  return {
    intents,
    awaitingPaise: held.get("approval") ?? 0n,
    approvedPaise: held.get("row") ?? 0n,
    manualPaise: held.get("manual") ?? 0n,
    requestedPaise: isApproved ? 0n : (held.get("request") ?? 0n),
  };
}
