import type { Db } from "@/server/platform/pool";

/** One audit entry as a link of its chain. */
export type AuditLink = {
  position: bigint;
  hash: Buffer;
  /** What is hashed besides the position, in the order of the migration's `audit_text`. */
  texts: readonly (string | null)[];
};

const ROWS_AT_ONCE = 5_000;

/** The log in the order of its chain after a position, by default all of it, read in batches. */
export async function* auditLinks(db: Db, start = 0n): AsyncGenerator<AuditLink> {
  let after = start;
  for (;;) {
    const { rows } = await db.query<{ position: bigint; hash: Buffer; texts: (string | null)[] }>(
      `select position, hash, array[
         to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), actor_id::text, actor_email, action,
         subject_kind, subject_id, detail::text, request_id] as texts
       from audit_log where position > $1 order by position limit $2`,
      [after, ROWS_AT_ONCE],
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.position;
  }
}

/** The head of the chain as stored in the database. */
export async function auditHead(db: Db): Promise<{ position: bigint; hash: Buffer }> {
  const { rows } = await db.query<{ position: bigint; hash: Buffer }>(
    `select position, hash from audit_head`,
  );
  if (rows[0] === undefined) throw new Error("the audit log's head is gone: its end cannot be verified");
  return rows[0];
}

/** The hash stored at a position; null when there is no such entry. */
export async function auditHashAt(db: Db, position: bigint): Promise<Buffer | null> {
  const { rows } = await db.query<{ hash: Buffer }>("select hash from audit_log where position = $1", [
    position,
  ]);
  return rows[0]?.hash ?? null;
}
