import type { Db } from "@/server/platform/pool";

/** The newest migration, by which both databases have the same tables. */
export async function findVersion(db: Db): Promise<string> {
  const { rows } = await db.query<{ name: string }>(
    "select name from schema_migrations order by id desc limit 1",
  );
  return rows[0]?.name ?? "none";
}

/** When the database was restored from a backup for the last time; null: never. */
export async function findRestore(db: Db): Promise<{ restoredAt: Date; isHeld: boolean } | null> {
  const { rows } = await db.query<{ restoredAt: Date; isHeld: boolean }>(
    `select restored_at as "restoredAt", released_at is null as "isHeld" from refund_hold`,
  );
  return rows[0] ?? null;
}

/** Payments, refunds and reversals of the merchant that are from before that time and not final. */
export async function countOpenFrom(db: Db, merchantId: number, at: Date): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select (
       (select count(*) from refunds where merchant_id = $1 and completed_at is null and requested_at <= $2)
       + (select count(*) from reversals where merchant_id = $1 and completed_at is null and requested_at <= $2)
       + (select count(*) from payments where merchant_id = $1 and status = 'INITIATED' and created_at <= $2)
     )::integer as count`,
    [merchantId, at],
  );
  return rows[0]?.count ?? 0;
}

/** The gateways of the environment's accounts in which the merchant has payments. */
export async function sharedGatewaysOf(db: Db, merchantId: number): Promise<string[]> {
  const { rows } = await db.query<{ gateway: string }>(
    `select distinct gateway from payments
     where merchant_id = $1 and gateway is not null and gateway_account is null order by gateway`,
    [merchantId],
  );
  return rows.map(({ gateway }) => gateway);
}

/** The vendors that processes of the cell have had an account of. */
export async function configuredVendors(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>("select name from configured_vendors order by name");
  return rows.map(({ name }) => name);
}

/** Further simulated gateways, which the merchant's rules and payments may name. */
export async function simulatedGateways(db: Db): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>("select name from simulator.gateways order by name");
  return rows.map(({ name }) => name);
}

type SealedKey = { apiKey: string; sealed: Buffer; isRevoked: boolean };

/** The merchant's keys with their sealed salts; that of a revoked one may be sealed with an earlier key (decision 0263). */
export async function sealedKeysOf(db: Db, merchantId: number): Promise<SealedKey[]> {
  const { rows } = await db.query<SealedKey>(
    `select api_key as "apiKey", sealed_salt as sealed, revoked_at is not null as "isRevoked"
     from api_keys where merchant_id = $1`,
    [merchantId],
  );
  return rows;
}

/** A key of the merchant, or its name, that another merchant of the target has. */
export async function findTaken(
  db: Db,
  { id, name }: { id: number; name: string },
  keys: readonly string[],
): Promise<string | null> {
  const { rows } = await db.query<{ taken: string }>(
    `select 'the name "' || name || '"' as taken from merchants where name = $2 and id <> $1
     union all
     select 'the key ' || left(api_key, 12) || '…' from api_keys where api_key = any ($3) and merchant_id <> $1 limit 1`,
    [id, name, keys],
  );
  return rows[0]?.taken ?? null;
}
