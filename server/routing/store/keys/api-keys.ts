import type { KeyAccess } from "@/lib/keys/key-access";
import { type Db, type Pool, prepared } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { ApiKey } from "../../domain/keys/api-key";
import type { OptionalRateLimits } from "../../domain/keys/rate-limits";

type ApiKeyRow = {
  merchant_id: number;
  id: string;
  api_key: string;
  label: string;
  created_at: Date;
  created_by: string | null;
  last_used_at: Date | null;
  expires_at: Date | null;
  revoked_at: Date | null;
  rate_per_second: number | null;
  rate_burst: number | null;
  access: KeyAccess;
};

const COLUMNS = `merchant_id, id, api_key, label, created_at, created_by, last_used_at, expires_at, revoked_at,
  rate_per_second, rate_burst, access`;

function fromRow(row: ApiKeyRow): ApiKey {
  return {
    merchantId: row.merchant_id,
    id: row.id,
    apiKey: row.api_key,
    label: row.label,
    createdAt: row.created_at,
    createdBy: row.created_by,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    rateLimits: { perSecond: row.rate_per_second, burst: row.rate_burst },
    access: row.access,
  };
}

/** Adds a key; false when it already exists. */
export async function insertApiKey(
  db: Db,
  merchantId: number,
  key: Omit<ApiKey, "merchantId" | "lastUsedAt" | "revokedAt">,
  sealedSalt: Buffer,
): Promise<boolean> {
  const inserted = await db.query(
    `insert into api_keys (merchant_id, id, api_key, sealed_salt, label, created_at, created_by, expires_at,
       rate_per_second, rate_burst, access)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) on conflict (api_key) do nothing`,
    [
      merchantId,
      key.id,
      key.apiKey,
      sealedSalt,
      key.label,
      key.createdAt,
      key.createdBy,
      key.expiresAt,
      key.rateLimits.perSecond,
      key.rateLimits.burst,
      key.access,
    ],
  );
  return inserted.rowCount === 1;
}

const FIND_WORKING_KEY = prepared(
  `select k.merchant_id, k.id, k.sealed_salt, k.rate_per_second, k.rate_burst, k.access,
     m.rate_per_second as merchant_per_second, m.rate_burst as merchant_burst
   from api_keys k join merchants m on m.id = k.merchant_id
   where k.api_key = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
);

export type WorkingKey = {
  merchantId: number;
  keyId: string;
  sealedSalt: Buffer;
  rateLimits: OptionalRateLimits;
  merchantLimits: OptionalRateLimits;
  access: KeyAccess;
};
type WorkingKeyRow = Pick<ApiKeyRow, "merchant_id" | "id" | "rate_per_second" | "rate_burst" | "access"> & {
  sealed_salt: Buffer;
  merchant_per_second: number | null;
  merchant_burst: number | null;
};

/**
 * The data to authenticate and limit a request, in the one lookup before the merchant is known. A key that has expired
 * or was revoked is not found by any process from the commit on.
 */
export async function findWorkingKey(db: Db, apiKey: string, now: Date): Promise<WorkingKey | null> {
  const { rows } = await db.query<WorkingKeyRow>({
    ...FIND_WORKING_KEY,
    values: [apiKey, now],
  });
  const row = rows[0];
  if (row === undefined) return null;
  return {
    merchantId: row.merchant_id,
    keyId: row.id,
    sealedSalt: row.sealed_salt,
    rateLimits: { perSecond: row.rate_per_second, burst: row.rate_burst },
    merchantLimits: { perSecond: row.merchant_per_second, burst: row.merchant_burst },
    access: row.access,
  };
}

/** A key in any state, by the key itself: for the command line, which names no merchant. */
export async function findKeyByApiKey(db: Db, apiKey: string): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKeyRow>(`select ${COLUMNS} from api_keys where api_key = $1`, [apiKey]);
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** A key of the merchant, in any state. To change it, hold the merchant's lock. */
export async function findKey(db: Db, merchantId: number, id: string): Promise<ApiKey | null> {
  const { rows } = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_keys where merchant_id = $1 and id = $2`,
    [merchantId, id],
  );
  return rows[0] === undefined ? null : fromRow(rows[0]);
}

/** Newest first; `afterId` is the last key of the previous page. */
export async function listKeys(
  db: Db,
  merchantId: number,
  page: { afterId: string | null; limit: number },
): Promise<ApiKey[]> {
  const { rows } = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_keys
     where merchant_id = $1
       and ($2::text is null
         or (created_at, id) < (select created_at, id from api_keys where merchant_id = $1 and id = $2))
     order by created_at desc, id desc limit $3`,
    [merchantId, page.afterId, page.limit],
  );
  return rows.map(fromRow);
}

/** The number of the merchant's keys that work at `now`. Stable while the caller holds the merchant's lock. */
export async function countWorkingKeys(db: Db, merchantId: number, now: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::integer as count from api_keys
     where merchant_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [merchantId, now],
  );
  return rows[0]?.count ?? 0;
}

/** All working keys of the merchant except one. Stable while the caller holds the merchant's lock. */
export async function otherWorkingKeys(
  db: Db,
  merchantId: number,
  exceptId: string,
  now: Date,
): Promise<ApiKey[]> {
  const { rows } = await db.query<ApiKeyRow>(
    `select ${COLUMNS} from api_keys
     where merchant_id = $1 and id <> $2 and revoked_at is null and (expires_at is null or expires_at > $3)`,
    [merchantId, exceptId, now],
  );
  return rows.map(fromRow);
}

/** Saves all mutable fields of a key except its last use. The caller holds the merchant's lock. */
export async function saveKey(db: Db, merchantId: number, key: ApiKey): Promise<void> {
  await db.query(
    `update api_keys set label = $3, expires_at = $4, revoked_at = $5, rate_per_second = $6, rate_burst = $7,
       access = $8
     where merchant_id = $1 and id = $2`,
    [
      merchantId,
      key.id,
      key.label,
      key.expiresAt,
      key.revokedAt,
      key.rateLimits.perSecond,
      key.rateLimits.burst,
      key.access,
    ],
  );
}

/** Ends every working key of a merchant at `at`. The caller holds the merchant's lock. */
export async function expireKeys(db: Db, merchantId: number, at: Date): Promise<void> {
  await db.query(
    `update api_keys set expires_at = $2
     where merchant_id = $1 and revoked_at is null and (expires_at is null or expires_at > $2)`,
    [merchantId, at],
  );
}

/**
 * Saves when keys were last used, for any merchants. Rows are locked in a fixed order, so that processes that write the
 * same keys wait for each other instead of deadlocking.
 */
export async function saveKeyUses(pool: Pool, uses: readonly { apiKey: string; at: Date }[]): Promise<void> {
  const keys = uses.map((use) => use.apiKey);
  await inTransaction(pool, async (db) => {
    await db.query(`select 1 from api_keys where api_key = any($1) order by api_key for no key update`, [
      keys,
    ]);
    await db.query(
      `update api_keys k set last_used_at = used.at from unnest($1::text[], $2::timestamptz[]) as used (api_key, at)
       where k.api_key = used.api_key and (k.last_used_at is null or k.last_used_at < used.at)`,
      [keys, uses.map((use) => use.at)],
    );
  });
}
