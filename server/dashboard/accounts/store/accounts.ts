import type { AccountColour } from "@/lib/accounts/account";
import { type Db, prepared } from "@/server/platform/pool";

/** An account as stored. The first account, number 1, has neither a base URL nor credentials here. */
export type Account = {
  id: number;
  slug: string;
  name: string;
  colour: AccountColour;
  baseUrl: string | null;
  sealedCredentials: string | null;
  version: number;
  createdAt: Date;
  credentialsChangedAt: Date | null;
  closedAt: Date | null;
};

const COLUMNS = `id, slug, name, colour, base_url as "baseUrl", sealed_credentials as "sealedCredentials", version,
  created_at as "createdAt", credentials_changed_at as "credentialsChangedAt", closed_at as "closedAt"`;

const LIST = prepared(`select ${COLUMNS} from accounts order by id`);

/** All of them, closed ones too, the oldest first. */
export async function listAccounts(db: Db): Promise<Account[]> {
  const { rows } = await db.query<Account>(LIST);
  return rows;
}

/** Never used before, also by an attempt to add an account that failed. */
export async function nextAccountId(db: Db): Promise<number> {
  const { rows } = await db.query<{ id: bigint }>("select nextval('account_ids') as id");
  return Number(rows[0]?.id);
}

type NewAccount = {
  id: number;
  slug: string;
  name: string;
  colour: AccountColour;
  baseUrl: string;
  sealedCredentials: string;
  createdBy: string;
};

/** False when the slug is in use, or was. */
export async function insertAccount(db: Db, account: NewAccount, at: Date): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into accounts (id, slug, name, colour, base_url, sealed_credentials, created_by, created_at,
       credentials_changed_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict (slug) do nothing`,
    [
      account.id,
      account.slug,
      account.name,
      account.colour,
      account.baseUrl,
      account.sealedCredentials,
      account.createdBy,
      at,
    ],
  );
  return rowCount === 1;
}

/** Locks the account until the transaction ends. */
export async function lockAccount(db: Db, id: number): Promise<Account | null> {
  const { rows } = await db.query<Account>(`select ${COLUMNS} from accounts where id = $1 for update`, [id]);
  return rows[0] ?? null;
}

export async function updateAppearance(
  db: Db,
  id: number,
  { name, colour }: { name: string; colour: AccountColour },
): Promise<void> {
  await db.query("update accounts set name = $2, colour = $3, version = version + 1 where id = $1", [
    id,
    name,
    colour,
  ]);
}

export async function updateCredentials(
  db: Db,
  id: number,
  sealedCredentials: string,
  at: Date,
): Promise<void> {
  await db.query(
    `update accounts set sealed_credentials = $2, credentials_changed_at = $3, version = version + 1 where id = $1`,
    [id, sealedCredentials, at],
  );
}

/** Only sealed again: they are still the same credentials. */
export async function updateSealing(db: Db, id: number, sealedCredentials: string): Promise<void> {
  await db.query("update accounts set sealed_credentials = $2 where id = $1", [id, sealedCredentials]);
}

export async function closeAccount(db: Db, id: number, at: Date | null): Promise<void> {
  await db.query("update accounts set closed_at = $2, version = version + 1 where id = $1", [id, at]);
}

/**
 * Whether the account of the connection is closed; it stays so until the transaction ends. What begins work of its own asks
 * under this lock: either it sees the closing, or the closing sees the work and pauses it (decision 0302).
 */
export async function isAccountClosed(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ closedAt: Date | null }>(
    `select closed_at as "closedAt" from own_account for share`,
  );
  return (rows[0]?.closedAt ?? null) !== null;
}
