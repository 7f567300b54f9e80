import type { Db } from "@/server/platform/pool";
import { jobOrigin } from "@/server/platform/run-job";

export type CancellationEnd = "cancelled" | "refused" | "unknown" | "not_sent";

export async function insertCancellation(
  db: Db,
  cancellation: {
    id: string;
    transactionId: string;
    reference: string;
    requestedById: string;
    requestedAt: Date;
    /** When it ends as unknown if its process has died, in milliseconds. */
    dueInMs: number;
  },
): Promise<void> {
  await db.query(
    `insert into cancellations (id, transaction_id, reference, requested_by, requested_at, state, due_at, origin)
     values ($1, $2, $3, $4, $5, 'requested', now() + $6::float8 * interval '1 millisecond', $7)`,
    [
      cancellation.id,
      cancellation.transactionId,
      cancellation.reference,
      cancellation.requestedById,
      cancellation.requestedAt,
      cancellation.dueInMs,
      jobOrigin(),
    ],
  );
}

/** Stores the outcome of a cancellation; false when it was known already. */
export async function endCancellation(
  db: Db,
  cancellationId: string,
  end: { state: CancellationEnd; message: string | null; at: Date },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update cancellations set state = $2, message = $3, answered_at = $4, due_at = null where id = $1 and state = 'requested'`,
    [cancellationId, end.state, end.message, end.at],
  );
  return rowCount === 1;
}
