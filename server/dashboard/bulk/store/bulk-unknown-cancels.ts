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
