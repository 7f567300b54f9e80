import type { Db } from "@/server/platform/pool";

export type EmailKind = "notifications" | "invitation" | "test";
export type OpenEmail = { id: string; kind: EmailKind; sealed: string | null; attempts: number };

export async function insertEmail(
  db: Db,
  email: { id: string; personId: string; kind: EmailKind; sealed?: string; at: Date },
): Promise<void> {
  await db.query(
    `insert into emails (id, person_id, kind, sealed, created_at, next_at) values ($1, $2, $3, $4, $5, $5)`,
    [email.id, email.personId, email.kind, email.sealed ?? null, email.at],
  );
}

/** Claims the person's oldest open message that may be sent, until `until`; null when there is none. */
export async function claimEmail(
  db: Db,
  personId: string,
  times: { at: Date; until: Date },
): Promise<OpenEmail | null> {
  const { rows } = await db.query<OpenEmail>(
    `update emails set attempts = attempts + 1, next_at = $3
     where id = (select id from emails where person_id = $1 and sent_at is null and failed_at is null and next_at <= $2
       order by created_at limit 1 for update skip locked)
     returning id, kind, sealed, attempts`,
    [personId, times.at, times.until],
  );
  return rows[0] ?? null;
}

export async function markSent(db: Db, emailId: string, at: Date): Promise<void> {
  await db.query("update emails set sent_at = $2, sealed = null where id = $1 and failed_at is null", [
    emailId,
    at,
  ]);
}

export async function markFailed(db: Db, emailId: string, at: Date, error: string): Promise<void> {
  await db.query(
    "update emails set failed_at = $2, error = $3, sealed = null where id = $1 and sent_at is null",
    [emailId, at, error],
  );
}

export async function postponeEmail(db: Db, emailId: string, nextAt: Date, error: string): Promise<void> {
  await db.query("update emails set next_at = $2, error = $3 where id = $1", [emailId, nextAt, error]);
}

export async function deleteEmail(db: Db, emailId: string): Promise<void> {
  await db.query("delete from emails where id = $1", [emailId]);
}

/** Deletes a message that says nothing any more. Its notifications are not due again: they would make another one. */
export async function dropEmail(db: Db, emailId: string): Promise<void> {
  await db.query("update notifications set email_due_at = null where email_id = $1", [emailId]);
  await deleteEmail(db, emailId);
}

/** When the person's next message is due: one that is open, or notifications without one. Null when nothing is left. */
export async function nextEmailAt(db: Db, personId: string): Promise<Date | null> {
  const { rows } = await db.query<{ at: Date | null }>(
    `select least(
       (select min(next_at) from emails where person_id = $1 and sent_at is null and failed_at is null),
       (select min(email_due_at) from notifications
        where person_id = $1 and email_due_at is not null and email_id is null)) as at`,
    [personId],
  );
  return rows[0]?.at ?? null;
}

export type LastEmail = { createdAt: Date; sentAt: Date | null; failedAt: Date | null; error: string | null };

export async function findLastEmail(db: Db, personId: string): Promise<LastEmail | null> {
  const { rows } = await db.query<LastEmail>(
    `select created_at as "createdAt", sent_at as "sentAt", failed_at as "failedAt", error
     from emails where person_id = $1 order by created_at desc limit 1`,
    [personId],
  );
  return rows[0] ?? null;
}
