import { type Db, prepared } from "@/server/platform/pool";

const LOCK_FORM = prepared("select pg_advisory_xact_lock(hashtextextended($1, 0))");

/** Held until the transaction ends: submissions of one form are evaluated one by one, whatever their payments. */
export async function lockForm(db: Db, intentId: string): Promise<void> {
  await db.query({ ...LOCK_FORM, values: [intentId] });
}

/** What a form makes under its id. The refund of an approval, or of a row of a bulk run, has the same id. */
type MadeByForm = "refund" | "manual_refund" | "request";

const FIND_OTHER_USE = prepared(`select from (
    select 'refund' as use from refund_intents where id = $1
    union all select 'refund' from approval_requests where id = $1
    union all select 'refund' from bulk_rows where id = $1
    union all select 'manual_refund' from manual_refunds where id = $1
    union all select 'request' from refund_requests where id = $1
  ) found where use <> $2 limit 1`);

/**
 * Whether a form of another kind has used the id. A browser chooses the ids, and a refund request names the one of the form that
 * fulfils it: with two of an id, what became of the one would be read from the other. The caller holds the form's lock.
 */
export async function isUsedByOther(db: Db, id: string, made: MadeByForm): Promise<boolean> {
  const { rows } = await db.query({ ...FIND_OTHER_USE, values: [id, made] });
  return rows.length > 0;
}
