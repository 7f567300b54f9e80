import type { Db } from "@/server/platform/pool";

export type CancellationEnd = "cancelled" | "refused" | "unknown" | "not_sent";

export async function insertCancellation(
  db: Db,
  cancellation: {
    id: string;
    transactionId: string;
    reference: string;
    requestedById: string;
    requestedAt: Date;
  },
): Promise<void> {
  await db.query(
    `insert into cancellations (id, transaction_id, reference, requested_by, requested_at, state)
     values ($1, $2, $3, $4, $5, 'requested')`,
    [
      cancellation.id,
      cancellation.transactionId,
      cancellation.reference,
      cancellation.requestedById,
      cancellation.requestedAt,
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
    `update cancellations set state = $2, message = $3, answered_at = $4 where id = $1 and state = 'requested'`,
    [cancellationId, end.state, end.message, end.at],
  );
  return rowCount === 1;
}

/** Cancellations whose response was not stored, oldest first. */
export async function listRequestedCancellations(
  db: Db,
  limit: number,
): Promise<{ id: string; requestedAt: Date }[]> {
  const { rows } = await db.query<{ id: string; requestedAt: Date }>(
    `select id, requested_at as "requestedAt" from cancellations where state = 'requested'
     order by requested_at limit $1`,
    [limit],
  );
  return rows;
}
