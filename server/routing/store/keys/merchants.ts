import type { Db } from "@/server/platform/pool";
import type { OptionalRateLimits } from "../../domain/keys/rate-limits";

type MerchantRow = { id: number; name: string; createdAt: Date; rateLimits: OptionalRateLimits };

/** Creates a merchant; null when the name is in use. */
export async function insertMerchant(db: Db, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into merchants (name) values ($1) on conflict (name) do nothing returning id`,
    [name],
  );
  return rows[0]?.id ?? null;
}

/**
 * Locks a merchant until the transaction ends, so that its keys and webhook endpoints are changed one at a time.
 * Inserts of payments, which reference the merchant's row, do not wait for this lock.
 */
export async function lockMerchant(db: Db, merchantId: number): Promise<void> {
  await db.query(`select id from merchants where id = $1 for no key update`, [merchantId]);
}

/** {@link lockMerchant} by name; null when there is none. */
export async function lockMerchantByName(db: Db, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `select id from merchants where name = $1 for no key update`,
    [name],
  );
  return rows[0]?.id ?? null;
}

/** Null when there is none of that name. */
export async function findMerchantId(db: Db, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(`select id from merchants where name = $1`, [name]);
  return rows[0]?.id ?? null;
}

/**
 * Names the merchant to its tools, whatever the service's address: of what never changes, so the
 * same after a restore, and of no other merchant of any installation (decision 0355).
 */
export async function merchantPublicId(db: Db, merchantId: number): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `select left(encode(sha256(convert_to('paydeck merchant ' || id || ' '
       || to_char(created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US'), 'UTF8')), 'hex'), 32) as id
     from merchants where id = $1`,
    [merchantId],
  );
  if (rows[0] === undefined) throw new Error(`merchant ${merchantId} is missing`);
  return rows[0].id;
}

/** The operator's rate limits of a merchant. Stable while the caller holds the merchant's lock. */
export async function merchantLimits(db: Db, merchantId: number): Promise<OptionalRateLimits> {
  const { rows } = await db.query<LimitsRow>(
    `select rate_per_second, rate_burst from merchants where id = $1`,
    [merchantId],
  );
  if (rows[0] === undefined) throw new Error(`merchant ${merchantId} is missing`);
  return limitsFrom(rows[0]);
}

/** The caller holds the merchant's lock. */
export async function saveMerchantLimits(
  db: Db,
  merchantId: number,
  { perSecond, burst }: OptionalRateLimits,
): Promise<void> {
  await db.query(`update merchants set rate_per_second = $2, rate_burst = $3 where id = $1`, [
    merchantId,
    perSecond,
    burst,
  ]);
}

type LimitsRow = { rate_per_second: number | null; rate_burst: number | null };

function limitsFrom(row: LimitsRow): OptionalRateLimits {
  return { perSecond: row.rate_per_second, burst: row.rate_burst };
}

/** False, and nothing changed, when another merchant has the name. */
export async function renameMerchant(db: Db, merchantId: number, name: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `update merchants set name = $2
     where id = $1 and not exists (select from merchants where name = $2 and id <> $1)`,
    [merchantId, name],
  );
  return rowCount === 1;
}

export async function findMerchantByName(db: Db, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(`select id from merchants where name = $1`, [name]);
  return rows[0]?.id ?? null;
}

export async function merchantName(db: Db, merchantId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`select name from merchants where id = $1`, [merchantId]);
  if (rows[0] === undefined) throw new Error(`merchant ${merchantId} is missing`);
  return rows[0].name;
}

export async function listMerchantIds(db: Db): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>("select id from merchants order by id");
  return rows.map(({ id }) => id);
}

export async function listMerchants(db: Db): Promise<(MerchantRow & { apiKeys: string[] })[]> {
  const { rows } = await db.query<
    LimitsRow & { id: number; name: string; created_at: Date; api_keys: string[] | null }
  >(
    `select m.id, m.name, m.created_at, m.rate_per_second, m.rate_burst,
       (select array_agg(k.api_key order by k.created_at desc) from api_keys k
        where k.merchant_id = m.id and k.revoked_at is null
          and (k.expires_at is null or k.expires_at > now())) as api_keys
     from merchants m order by m.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    rateLimits: limitsFrom(row),
    apiKeys: row.api_keys ?? [],
  }));
}
