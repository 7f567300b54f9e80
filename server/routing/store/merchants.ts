import type { Db } from "@/server/platform/pool";

export type MerchantRow = { id: number; name: string; createdAt: Date };
export type ApiKeyRow = { apiKey: string; sealedSalt: Buffer; createdAt: Date; expiresAt: Date | null };

/** Creates a merchant; null when the name is taken. */
export async function insertMerchant(db: Db, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(
    `insert into merchants (name) values ($1) on conflict (name) do nothing returning id`,
    [name],
  );
  return rows[0]?.id ?? null;
}

/** Locks a merchant until the transaction ends, so that its keys are changed one at a time. */
export async function lockMerchantByName(db: Db, name: string): Promise<number | null> {
  const { rows } = await db.query<{ id: number }>(`select id from merchants where name = $1 for update`, [
    name,
  ]);
  return rows[0]?.id ?? null;
}

export async function merchantName(db: Db, merchantId: number): Promise<string> {
  const { rows } = await db.query<{ name: string }>(`select name from merchants where id = $1`, [merchantId]);
  if (rows[0] === undefined) throw new Error(`merchant ${merchantId} is missing`);
  return rows[0].name;
}

export async function listMerchants(db: Db): Promise<(MerchantRow & { apiKeys: string[] })[]> {
  const { rows } = await db.query<{ id: number; name: string; created_at: Date; api_keys: string[] | null }>(
    `select m.id, m.name, m.created_at,
       (select array_agg(k.api_key order by k.created_at desc) from api_keys k
        where k.merchant_id = m.id and (k.expires_at is null or k.expires_at > now())) as api_keys
     from merchants m order by m.id`,
  );
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    createdAt: row.created_at,
    apiKeys: row.api_keys ?? [],
  }));
}

/** Adds a key; false when the very key exists already. */
export async function insertApiKey(
  db: Db,
  merchantId: number,
  key: { apiKey: string; sealedSalt: Buffer },
): Promise<boolean> {
  const inserted = await db.query(
    `insert into api_keys (api_key, merchant_id, sealed_salt) values ($1, $2, $3) on conflict do nothing`,
    [key.apiKey, merchantId, key.sealedSalt],
  );
  return inserted.rowCount === 1;
}

/** Ends every key of a merchant that is still open, at `at`. */
export async function expireApiKeys(db: Db, merchantId: number, at: Date): Promise<void> {
  await db.query(
    `update api_keys set expires_at = $2 where merchant_id = $1 and (expires_at is null or expires_at > $2)`,
    [merchantId, at],
  );
}

/** The one look-up that comes before the merchant is known. An expired key is not found. */
export async function findApiKey(
  db: Db,
  apiKey: string,
  now: Date,
): Promise<{ merchantId: number; sealedSalt: Buffer } | null> {
  const { rows } = await db.query<{ merchant_id: number; sealed_salt: Buffer }>(
    `select merchant_id, sealed_salt from api_keys where api_key = $1 and (expires_at is null or expires_at > $2)`,
    [apiKey, now],
  );
  return rows[0] === undefined ? null : { merchantId: rows[0].merchant_id, sealedSalt: rows[0].sealed_salt };
}
