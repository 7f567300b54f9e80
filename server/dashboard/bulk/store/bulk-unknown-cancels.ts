import type { Db } from "@/server/platform/pool";

/** A row of a run of cancels with an unknown outcome. */
export type UnknownCancel = {
  id: string;
  runId: string;
  position: number;
  reference: string;
  transactionId: string;
};

/** Rows sent to this service after the position `after`, in their order. */
export async function listUnknownCancels(
  db: Db,
  of: { runId: string; serviceAddress: string; after: number; limit: number },
): Promise<UnknownCancel[]> {
  const { rows } = await db.query<UnknownCancel>(
    `select r.id, r.run_id as "runId", r.position, r.reference, r.transaction_id as "transactionId"
     from bulk_rows r join bulk_runs b on b.id = r.run_id
     where r.run_id = $1 and b.kind = 'cancel' and b.service_address = $2 and r.state = 'unknown'
       and r.transaction_id is not null and r.position > $4
     order by r.position limit $3`,
    [of.runId, of.serviceAddress, of.limit, of.after],
  );
  return rows;
}

export async function hasUnknownRows(db: Db, runId: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from bulk_rows where run_id = $1 and state = 'unknown' limit 1",
    [runId],
  );
  return rowCount === 1;
}

/** Runs of cancels at this service with a row of unknown outcome that was sent after a moment; newest first. */
export async function listRunsWithUnknownCancels(
  db: Db,
  of: { serviceAddress: string; sentAfter: Date; limit: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select b.id from bulk_runs b
     where b.kind = 'cancel' and b.service_address = $1 and b.started_at is not null
       and exists (select from bulk_rows r where r.run_id = b.id and r.state = 'unknown' and r.claimed_at > $2)
     order by b.created_at desc limit $3`,
    [of.serviceAddress, of.sentAfter, of.limit],
  );
  return rows.map(({ id }) => id);
}
