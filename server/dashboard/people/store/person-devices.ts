import type { Db } from "@/server/platform/pool";
import { deleteSessionsOf } from "./sessions";

/** More than a person uses in a year; the least recently used ones are forgotten. */
const MAX_DEVICES = 50;

/**
 * Remembers a device that a person signs in with, until `expiresAt`. Returns whether to report it: it was not known, and
 * is not the person's first one. Without a cookie there is no hash, and such a sign-in is new each time. The caller holds
 * the person's row lock.
 */
export async function rememberDevice(
  db: Db,
  personId: string,
  tokenHash: Buffer | null,
  { at, expiresAt }: { at: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await db.query<{ isNew: boolean }>(
    `select count(*) > 0 and not coalesce(bool_or(token_hash = $2 and expires_at > $3), false) as "isNew"
     from person_devices where person_id = $1`,
    [personId, tokenHash, at],
  );
  if (tokenHash !== null) await keepDevice(db, personId, { tokenHash, at, expiresAt });
  return rows[0]?.isNew === true;
}

/** Deletes the person's expired devices at the same time; this one stays, so that there is always one of somebody known. */
async function keepDevice(
  db: Db,
  personId: string,
  { tokenHash, at, expiresAt }: { tokenHash: Buffer; at: Date; expiresAt: Date },
): Promise<void> {
  await db.query(
    `insert into person_devices as known (person_id, token_hash, first_used_at, last_used_at, expires_at)
     values ($1, $2, $3, $3, $4)
     on conflict (person_id, token_hash) do update set last_used_at = excluded.last_used_at,
       expires_at = excluded.expires_at,
       first_used_at = case when known.expires_at > excluded.last_used_at then known.first_used_at
         else excluded.first_used_at end`,
    [personId, tokenHash, at, expiresAt],
  );
  await db.query(
    `delete from person_devices where person_id = $1 and token_hash <> $2 and (expires_at <= $3 or token_hash in (
       select token_hash from person_devices where person_id = $1 order by last_used_at desc offset $4))`,
    [personId, tokenHash, at, MAX_DEVICES],
  );
}

/**
 * Makes a person's devices, but for `but`, new again. They expire instead of being deleted: with none at all the next
 * one would be taken for the person's first.
 */
export async function forgetDevices(db: Db, personId: string, but: Buffer | null, at: Date): Promise<void> {
  await db.query(
    `update person_devices set expires_at = $3
     where person_id = $1 and token_hash is distinct from $2 and expires_at > $3`,
    [personId, but, at],
  );
}

/**
 * Ends sessions that somebody wants to be ended, like {@link deleteSessionsOf}, and makes devices new again on which none of
 * the person's sessions is left: with one session its own device; with all or all others every device, because the session
 * of one may have ended before. Returns how many sessions there were.
 */
export async function endSessionsOf(
  db: Db,
  personId: string,
  which: Parameters<typeof deleteSessionsOf>[2],
  at: Date,
): Promise<number> {
  const ended = await deleteSessionsOf(db, personId, which);
  const isOne = which !== "all" && "only" in which;
  await db.query(
    `update person_devices d set expires_at = $3
     where person_id = $1 and ($2::bytea[] is null or token_hash = any($2)) and expires_at > $3
       and not exists (select from sessions s where s.person_id = $1 and s.device_hash = d.token_hash
         and s.expires_at > $3)`,
    [personId, isOne ? ended.filter((hash) => hash !== null) : null, at],
  );
  return ended.length;
}
