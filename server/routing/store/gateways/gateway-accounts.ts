import { type Db, prepared } from "@/server/platform/pool";
import type { AccountAuthor, GatewayAccount, GatewayAccountKey } from "../../domain/gateways/gateway-account";

type Row = {
  merchant_id: number;
  gateway: string;
  account: number;
  revision: number;
  hint: string;
  is_live: boolean;
  created_at: Date;
  created_by: string;
  changed_at: Date;
  changed_by: string;
  changed_key: string | null;
  used_at: Date | null;
  used_by: string | null;
  used_key: string | null;
  retired_at: Date | null;
  retired_by: string | null;
  retired_key: string | null;
};

const COLUMNS = `merchant_id, gateway, account, revision, hint, is_live, created_at, created_by, changed_at, changed_by,
  changed_key, used_at, used_by, used_key, retired_at, retired_by, retired_key`;

function fromRow(row: Row): GatewayAccount {
  return {
    merchantId: row.merchant_id,
    gateway: row.gateway,
    account: row.account,
    revision: row.revision,
    hint: row.hint,
    isLive: row.is_live,
    createdAt: row.created_at,
    createdBy: row.created_by,
    changedAt: row.changed_at,
    changedBy: row.changed_by,
    changedKey: row.changed_key,
    usedAt: row.used_at,
    usedBy: row.used_by,
    usedKey: row.used_key,
    retiredAt: row.retired_at,
    retiredBy: row.retired_by,
    retiredKey: row.retired_key,
  };
}

/** The account that takes a merchant's new payments at a vendor, and the revision of its credentials. */
export type AccountInUse = { account: number; revision: number };

const IN_USE = prepared(
  `select gateway, account, revision from gateway_accounts where merchant_id = $1 and retired_at is null`,
);

/** Returns the accounts by gateway; empty for a merchant that uses the environment's accounts alone. */
export async function accountsInUse(db: Db, merchantId: number): Promise<ReadonlyMap<string, AccountInUse>> {
  const { rows } = await db.query<{ gateway: string; account: number; revision: number }>({
    ...IN_USE,
    values: [merchantId],
  });
  return new Map(rows.map(({ gateway, account, revision }) => [gateway, { account, revision }]));
}

const FIND_SEALED = prepared(
  `select revision, case when revision = $4 then null else sealed_credentials end as sealed
   from gateway_accounts where merchant_id = $1 and gateway = $2 and account = $3`,
);

/** The sealed credentials of an account; `sealed` is null when `known` is still their revision. */
export async function findSealedCredentials(
  db: Db,
  { merchantId, gateway, account }: GatewayAccountKey,
  known: number | null,
): Promise<{ revision: number; sealed: Buffer | null } | null> {
  const { rows } = await db.query<{ revision: number; sealed: Buffer | null }>({
    ...FIND_SEALED,
    values: [merchantId, gateway, account, known],
  });
  return rows[0] ?? null;
}

/** The accounts of a merchant at all vendors or at one: the one in use first, then the newest. */
export async function listAccounts(
  db: Db,
  merchantId: number,
  gateway: string | null,
): Promise<GatewayAccount[]> {
  const { rows } = await db.query<Row>(
    `select ${COLUMNS} from gateway_accounts where merchant_id = $1 and ($2::text is null or gateway = $2)
     order by gateway, retired_at is not null, account desc`,
    [merchantId, gateway],
  );
  return rows.map(fromRow);
}

const OF_TAG = prepared(
  `select m.id as merchant_id, a.account from merchants m
   join gateway_accounts a on a.merchant_id = m.id and a.gateway = $2
   where m.notification_tag = $1 order by a.retired_at is not null, a.account desc`,
);

/** The accounts that a notification address stands for, the one in use first; it is read before any signature. */
export async function accountsOfTag(db: Db, tag: string, gateway: string): Promise<GatewayAccountKey[]> {
  const { rows } = await db.query<{ merchant_id: number; account: number }>({
    ...OF_TAG,
    values: [tag, gateway],
  });
  return rows.map((row) => ({ merchantId: row.merchant_id, gateway, account: row.account }));
}

export async function notificationTag(db: Db, merchantId: number): Promise<string> {
  const { rows } = await db.query<{ tag: string }>(
    `select notification_tag as tag from merchants where id = $1`,
    [merchantId],
  );
  if (rows[0] === undefined) throw new Error(`merchant ${merchantId} is missing`);
  return rows[0].tag;
}

/**
 * Adds an account; returns it with its revision. The caller holds the merchant's lock and has retired the one before, if it is
 * to be the one in use.
 */
export async function insertAccount(
  db: Db,
  account: Omit<GatewayAccount, "revision">,
  sealed: Buffer,
): Promise<GatewayAccount> {
  const { rows } = await db.query<Row>(
    `insert into gateway_accounts (merchant_id, gateway, account, hint, is_live, created_at, created_by, changed_at,
       changed_by, changed_key, used_at, used_by, used_key, retired_at, retired_by, retired_key, sealed_credentials)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) returning ${COLUMNS}`,
    [
      account.merchantId,
      account.gateway,
      account.account,
      account.hint,
      account.isLive,
      account.createdAt,
      account.createdBy,
      account.changedAt,
      account.changedBy,
      account.changedKey,
      account.usedAt,
      account.usedBy,
      account.usedKey,
      account.retiredAt,
      account.retiredBy,
      account.retiredKey,
      sealed,
    ],
  );
  return onlyRow(rows);
}

/** Replaces an account's credentials; returns it with its new revision. The caller holds the merchant's lock. */
export async function saveCredentials(
  db: Db,
  account: GatewayAccount,
  sealed: Buffer,
): Promise<GatewayAccount> {
  const { rows } = await db.query<Row>(
    `update gateway_accounts set sealed_credentials = $4, revision = $10, hint = $5, is_live = $6, changed_at = $7,
       changed_by = $8, changed_key = $9
     where merchant_id = $1 and gateway = $2 and account = $3 returning ${COLUMNS}`,
    [
      account.merchantId,
      account.gateway,
      account.account,
      sealed,
      account.hint,
      account.isLive,
      account.changedAt,
      account.changedBy,
      account.changedKey,
      await nextRevision(db),
    ],
  );
  return onlyRow(rows);
}

/** Asked apart: a Citus, where every node has the accounts, updates them with no value that each would choose itself. */
async function nextRevision(db: Db): Promise<number> {
  const { rows } = await db.query<{ revision: number }>(
    "select nextval(pg_get_serial_sequence('gateway_accounts', 'revision'))::integer as revision",
  );
  if (rows[0] === undefined) throw new Error("Postgres returned no revision");
  return rows[0].revision;
}

function onlyRow([row]: Row[]): GatewayAccount {
  if (row === undefined) throw new Error("an account vanished under its merchant's lock");
  return fromRow(row);
}

/**
 * Decides which of the accounts takes new payments; null for none. Returns it as it is now. One that is taken out of use gets
 * another revision: what was decided about it before does not put it in use again. The caller holds the merchant's lock.
 */
export async function saveAccountInUse(
  db: Db,
  { merchantId, gateway, account }: Omit<GatewayAccountKey, "account"> & { account: number | null },
  { at, author }: { at: Date; author: AccountAuthor },
): Promise<GatewayAccount | null> {
  await db.query(
    `update gateway_accounts set retired_at = $3, retired_by = $5, retired_key = $6, revision = $7
     where merchant_id = $1 and gateway = $2 and retired_at is null and account is distinct from $4`,
    [merchantId, gateway, at, account, author.name, author.keyId, await nextRevision(db)],
  );
  if (account === null) return null;
  const { rows } = await db.query<Row>(
    `update gateway_accounts set retired_at = null, retired_by = null, retired_key = null, used_at = $4, used_by = $5,
       used_key = $6
     where merchant_id = $1 and gateway = $2 and account = $3 returning ${COLUMNS}`,
    [merchantId, gateway, account, at, author.name, author.keyId],
  );
  // Deleted a moment ago, which takes no merchant's lock: with no account in use, new payments would go to the environment's.
  if (rows[0] === undefined) throw new Error(`account ${account} at ${gateway} was deleted meanwhile`);
  return fromRow(rows[0]);
}

/** The day that an account without payments is kept begins again. False when it was deleted a moment ago. */
export async function keepAccount(
  db: Db,
  { merchantId, gateway, account }: GatewayAccountKey,
  at: Date,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update gateway_accounts set kept_from = $4 where merchant_id = $1 and gateway = $2 and account = $3`,
    [merchantId, gateway, account, at],
  );
  return rowCount === 1;
}

/** Keys of accounts after `after`, in the order of their primary key. */
export async function listAccountsAfter(
  db: Db,
  after: GatewayAccountKey,
  limit: number,
): Promise<(GatewayAccountKey & { sealed: Buffer })[]> {
  const { rows } = await db.query<{ merchant_id: number; gateway: string; account: number; sealed: Buffer }>(
    `select merchant_id, gateway, account, sealed_credentials as sealed from gateway_accounts
     where (merchant_id, gateway, account) > ($1, $2, $3)
     order by merchant_id, gateway, account limit $4`,
    [after.merchantId, after.gateway, after.account, limit],
  );
  return rows.map(({ merchant_id: merchantId, ...row }) => ({ merchantId, ...row }));
}

/** Locks an account until the transaction ends; null when it is gone. */
export async function lockSealedCredentials(
  db: Db,
  { merchantId, gateway, account }: GatewayAccountKey,
): Promise<Buffer | null> {
  const { rows } = await db.query<{ sealed: Buffer }>(
    `select sealed_credentials as sealed from gateway_accounts
     where merchant_id = $1 and gateway = $2 and account = $3 for no key update`,
    [merchantId, gateway, account],
  );
  return rows[0]?.sealed ?? null;
}

/** Saves the credentials sealed with another key, which does not change them. The caller holds the row's lock. */
export async function saveResealed(
  db: Db,
  { merchantId, gateway, account }: GatewayAccountKey,
  sealed: Buffer,
): Promise<void> {
  await db.query(
    `update gateway_accounts set sealed_credentials = $4 where merchant_id = $1 and gateway = $2 and account = $3`,
    [merchantId, gateway, account, sealed],
  );
}
