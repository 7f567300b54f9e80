import { type Db, prepared } from "@/server/platform/pool";

// A broken daily run is kept until a later one is done: its days are still to be compared, and the first such run says
// since when.
const DELETE_RUNS = prepared(
  `with old as (
     select id from reconciliation_runs
     where merchant_id = $1 and state in ('done', 'broken') and finished_at < $2
       and (source <> 'daily' or until_day < (select max(until_day) from reconciliation_runs
         where merchant_id = $1 and source = 'daily' and state = 'done'))
     order by id limit $3),
   links as (delete from reconciliation_run_findings where merchant_id = $1 and run_id in (select id from old))
   delete from reconciliation_runs where merchant_id = $1 and id in (select id from old)`,
);

/**
 * Deletes at most `limit` runs that ended before; the findings stay. Unfinished runs stay, and those from which the next
 * daily run begins. Returns how many were deleted.
 */
export async function deleteRunsBefore(
  db: Db,
  merchantId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query({ ...DELETE_RUNS, values: [merchantId, before, limit] });
  return rowCount ?? 0;
}

const DELETE_FINDINGS = prepared(
  `with old as (
     select id from reconciliation_findings f
     where merchant_id = $1 and closed_at < $2 and (state in ('repaired', 'gone') or state = 'settled'
       and not exists (select from payments p where p.merchant_id = $1 and p.id = f.payment_id offset 0))
     order by id limit $3),
   links as (delete from reconciliation_run_findings where merchant_id = $1 and finding_id in (select id from old))
   delete from reconciliation_findings where merchant_id = $1 and id in (select id from old)`,
);

/**
 * Deletes at most `limit` findings that were closed before. Open ones stay, and settled ones as long as their payment: two
 * people's decision holds while it can be compared again. Returns how many were deleted.
 */
export async function deleteFindingsBefore(
  db: Db,
  merchantId: number,
  before: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query({ ...DELETE_FINDINGS, values: [merchantId, before, limit] });
  return rowCount ?? 0;
}
