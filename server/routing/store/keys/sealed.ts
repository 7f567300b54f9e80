import type { Db } from "@/server/platform/pool";

/** The keys after `after`, in their order; none when all were listed. */
export async function listApiKeysAfter(db: Db, after: string, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ api_key: string }>(
    `select api_key from api_keys where api_key > $1 order by api_key limit $2`,
    [after, limit],
  );
  return rows.map((row) => row.api_key);
}

/** Locks the row of a key until the transaction ends; null when it is gone. */
export async function lockSealedSalt(db: Db, apiKey: string): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed_salt: Buffer }>(
    `select sealed_salt from api_keys where api_key = $1 for no key update`,
    [apiKey],
  );
  return rows[0]?.sealed_salt ?? null;
}

/** The caller holds the row's lock. */
export async function saveSealedSalt(db: Db, apiKey: string, sealedSalt: Buffer): Promise<void> {
  await db.query(`update api_keys set sealed_salt = $2 where api_key = $1`, [apiKey, sealedSalt]);
}

export type EndpointId = { merchantId: number; id: string };

/** The webhook endpoints after `after`, in the order of their primary key. */
export async function listEndpointsAfter(db: Db, after: EndpointId, limit: number): Promise<EndpointId[]> {
  const { rows } = await db.query<{ merchant_id: number; id: string }>(
    `select merchant_id, id from webhook_endpoints where (merchant_id, id) > ($1, $2)
     order by merchant_id, id limit $3`,
    [after.merchantId, after.id, limit],
  );
  return rows.map((row) => ({ merchantId: row.merchant_id, id: row.id }));
}

type SealedSecrets = { current: Buffer; previous: Buffer | null };

/** Locks the row of an endpoint until the transaction ends; null when it is gone. */
export async function lockSealedSecrets(
  db: Db,
  { merchantId, id }: EndpointId,
): Promise<SealedSecrets | null> {
  const { rows } = await db.query<{ sealed_secret: Buffer; previous_sealed_secret: Buffer | null }>(
    `select sealed_secret, previous_sealed_secret from webhook_endpoints
     where merchant_id = $1 and id = $2 for no key update`,
    [merchantId, id],
  );
  const [row] = rows;
  return row === undefined ? null : { current: row.sealed_secret, previous: row.previous_sealed_secret };
}

/** The caller holds the row's lock. */
export async function saveSealedSecrets(
  db: Db,
  { merchantId, id }: EndpointId,
  { current, previous }: SealedSecrets,
): Promise<void> {
  await db.query(
    `update webhook_endpoints set sealed_secret = $3, previous_sealed_secret = $4
     where merchant_id = $1 and id = $2`,
    [merchantId, id, current, previous],
  );
}

/** Keys after `after` that are not revoked, with their sealed salts, in their order. */
export async function listSealedSaltsAfter(
  db: Db,
  after: string,
  limit: number,
): Promise<{ apiKey: string; sealed: Buffer }[]> {
  const { rows } = await db.query<{ apiKey: string; sealed: Buffer }>(
    `select api_key as "apiKey", sealed_salt as sealed from api_keys
     where api_key > $1 and revoked_at is null order by api_key limit $2`,
    [after, limit],
  );
  return rows;
}

/** Lists the sealed secrets of webhook endpoints, in the order of their primary key. */
export async function listSealedSecretsAfter(
  db: Db,
  after: EndpointId,
  limit: number,
): Promise<(EndpointId & SealedSecrets)[]> {
  const { rows } = await db.query<EndpointId & SealedSecrets>(
    `select merchant_id as "merchantId", id, sealed_secret as current, previous_sealed_secret as previous
     from webhook_endpoints where (merchant_id, id) > ($1, $2)
     order by merchant_id, id limit $3`,
    [after.merchantId, after.id, limit],
  );
  return rows;
}
