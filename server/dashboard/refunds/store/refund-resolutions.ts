import type {
  SearchFinding,
  SearchMethod,
  ResendFinding,
  ResolutionObstacle,
} from "@/lib/refunds/unknown-refund-views";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import type { Db } from "@/server/platform/pool";
import type { Resolution } from "../domain/unknown-refund";
import { LONGER_THAN_ANY_CLAIM } from "../../jobs/call-times";

export async function findResolution(db: Db, intentId: string): Promise<Resolution | null> {
  const { rows } = await db.query<Resolution>(
    `select tries, resent_at as "resentAt", resend_finding as "resendFinding", looked_at as "searchedAt",
       look_means as "searchMethod", look_finding as "searchFinding", obstacle, next_try_at as "nextTryAt"
     from refund_resolutions where intent_id = $1`,
    [intentId],
  );
  return rows[0] ?? null;
}

/**
 * Claims an intent of unknown outcome for `forMs`: no one else sends it again or resolves it meanwhile. Returns the end
 * of the claim, which identifies it, by the database's clock (decision 0264); null when the intent is claimed already,
 * or its outcome is known.
 */
export async function claimUnknown(db: Db, intentId: string, forMs: number): Promise<Date | null> {
  const { rows } = await db.query<{ heldUntil: Date }>(
    `insert into refund_resolutions as r (intent_id, held_until)
     select id, now() + $2::float8 * interval '1 millisecond' from refund_intents
     where id = $1 and ${checkedOnRow("state = 'UNKNOWN'")}
     on conflict (intent_id) do update set held_until = excluded.held_until
       where r.held_until is null or r.held_until <= now() or r.held_until > now() + ${LONGER_THAN_ANY_CLAIM}
     returning r.held_until as "heldUntil"`,
    [intentId, forMs],
  );
  return rows[0]?.heldUntil ?? null;
}

/** Releases the claim, unless it expired and was claimed again meanwhile. */
export async function releaseUnknown(db: Db, intentId: string, heldUntil: Date): Promise<void> {
  await db.query("update refund_resolutions set held_until = null where intent_id = $1 and held_until = $2", [
    intentId,
    heldUntil,
  ]);
}

/**
 * Written before an intent is sent again: from then on it may arrive. Makes the claim last for `forMs` from
 * now, and returns its new end. Null when the claim was lost, because its holder was suspended: then the intent must not
 * be sent.
 */
export async function recordRetry(
  db: Db,
  intentId: string,
  claim: { at: Date; heldUntil: Date; forMs: number },
): Promise<Date | null> {
  const { rows } = await db.query<{ heldUntil: Date }>(
    `with retry as (
       update refund_resolutions set resent_at = $2, resend_finding = 'no_response',
         held_until = now() + $4::float8 * interval '1 millisecond'
       where intent_id = $1 and held_until = $3 returning intent_id, held_until
     ), step as (
       update refund_intents i set last_step_at = now() from retry where i.id = retry.intent_id
     )
     select held_until as "heldUntil" from retry`,
    [intentId, claim.at, claim.heldUntil, claim.forMs],
  );
  return rows[0]?.heldUntil ?? null;
}

/** Whether no one else has claimed the intent since, even if the claim has expired. Locks that until the commit. */
export async function keepsClaim(db: Db, intentId: string, heldUntil: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from refund_resolutions where intent_id = $1 and held_until = $2 for update",
    [intentId, heldUntil],
  );
  return rowCount === 1;
}

export type Try = {
  resend: ResendFinding | null;
  search: { at: Date; means: SearchMethod; finding: SearchFinding } | null;
  obstacle: ResolutionObstacle | null;
  /** Null where nothing can be tried. */
  nextTryAt: Date | null;
};

/** Stores the finding of a try that resolved nothing. It does not count as one when nothing could be tried. */
export async function recordResolutionTry(db: Db, intentId: string, tried: Try): Promise<void> {
  await db.query(
    `insert into refund_resolutions as r
       (intent_id, tries, resend_finding, looked_at, look_means, look_finding, obstacle, next_try_at)
     values ($1, $8, $2, $3, $4, $5, $6, $7)
     on conflict (intent_id) do update
       set tries = r.tries + $8, resend_finding = coalesce($2, r.resend_finding),
         looked_at = coalesce($3, r.looked_at), look_means = coalesce($4, r.look_means),
         look_finding = coalesce($5, r.look_finding), obstacle = $6, next_try_at = $7`,
    [
      intentId,
      tried.resend,
      tried.search?.at ?? null,
      tried.search?.means ?? null,
      tried.search?.finding ?? null,
      tried.obstacle,
      tried.nextTryAt,
      tried.resend === null && tried.search === null ? 0 : 1,
    ],
  );
}
