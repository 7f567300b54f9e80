import { type Db, prepared } from "@/server/platform/pool";

export type StoredResponse = { status: number; body: string };

export type KeyHolder = { endpoint: string; key: string };

type ClaimOutcome =
  | { kind: "claimed" }
  | { kind: "answered"; response: StoredResponse }
  | { kind: "in_flight" }
  | { kind: "other_body" };

const MS = "interval '1 millisecond'";
/** The difference of two times depends on no time zone, as a Citus requires where the row is known to one node alone. */
const isOld = `excluded.created_at - k.created_at >= $7::float8 * ${MS}`;

const CLAIM_KEY = prepared(
  `insert into idempotency_keys as k (merchant_id, endpoint, key, body_sha256, lease, leased_until, created_at)
  values ($1, $2, $3, $4, $5, now() + $6::float8 * ${MS}, now())
  on conflict (merchant_id, endpoint, key) do update
    set body_sha256 = excluded.body_sha256, lease = excluded.lease, leased_until = excluded.leased_until,
        response_status = null, response_body = null,
        created_at = excluded.created_at
    where ${isOld}
       or (k.response_status is null and k.leased_until <= excluded.created_at and k.body_sha256 = excluded.body_sha256)`,
);

/**
 * Claims a key for one request under `lease`. A claim with an expired lease belongs to a process that died before its
 * change: the key is claimed again, and its time begins anew. A key older than `validMs` counts as absent (24 hours, decision 0005). Both by the
 * database's clock: no process forgets a key early because its own clock is ahead (decision 0264).
 */
export async function claimKey(
  db: Db,
  merchantId: number,
  holder: KeyHolder,
  claim: { bodySha256: Buffer; lease: string; leaseMs: number; validMs: number },
): Promise<ClaimOutcome> {
  const claimed = await db.query({
    ...CLAIM_KEY,
    values: [
      merchantId,
      holder.endpoint,
      holder.key,
      claim.bodySha256,
      claim.lease,
      claim.leaseMs,
      claim.validMs,
    ],
  });
  if (claimed.rowCount === 1) return { kind: "claimed" };

  const { rows } = await db.query<{
    same_body: boolean;
    response_status: number | null;
    response_body: string | null;
  }>(
    `select body_sha256 = $4 as same_body, response_status, response_body from idempotency_keys
     where merchant_id = $1 and endpoint = $2 and key = $3`,
    [merchantId, holder.endpoint, holder.key, claim.bodySha256],
  );
  const row = rows[0];
  // Released between the two statements: its holder is done, and the caller may retry.
  if (row === undefined) return { kind: "in_flight" };
  if (!row.same_body) return { kind: "other_body" };
  if (row.response_status === null || row.response_body === null) return { kind: "in_flight" };
  return { kind: "answered", response: { status: row.response_status, body: row.response_body } };
}

const STORE_RESPONSE = prepared(
  `update idempotency_keys set response_status = $5, response_body = $6
  where merchant_id = $1 and endpoint = $2 and key = $3 and lease = $4 and response_status is null`,
);

/** Stores the response for replay; false when another request has claimed the lease, whose change then counts. */
export async function storeResponse(
  db: Db,
  merchantId: number,
  holder: KeyHolder,
  lease: string,
  response: StoredResponse,
): Promise<boolean> {
  const stored = await db.query({
    ...STORE_RESPONSE,
    values: [merchantId, holder.endpoint, holder.key, lease, response.status, response.body],
  });
  return stored.rowCount === 1;
}

/** Releases a key after a response that is not replayed (401, 409, 422, 429, 5xx). */
export async function releaseKey(
  db: Db,
  merchantId: number,
  holder: KeyHolder,
  lease: string,
): Promise<void> {
  await db.query(
    `delete from idempotency_keys
     where merchant_id = $1 and endpoint = $2 and key = $3 and lease = $4 and response_status is null`,
    [merchantId, holder.endpoint, holder.key, lease],
  );
}

/**
 * Deletes keys older than `validMs`, at most `limit` per call; returns the number. The age is checked on each row again: one
 * that a request claims anew meanwhile holds a new response.
 */
export async function deleteExpiredKeys(db: Db, validMs: number, limit: number): Promise<number> {
  const deleted = await db.query(
    `delete from idempotency_keys where created_at <= now() - $1::float8 * ${MS} and (merchant_id, endpoint, key) in (
       select merchant_id, endpoint, key from idempotency_keys where created_at <= now() - $1::float8 * ${MS}
       order by created_at limit $2)`,
    [validMs, limit],
  );
  return deleted.rowCount ?? 0;
}
