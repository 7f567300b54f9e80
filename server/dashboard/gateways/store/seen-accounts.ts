import type { Db } from "@/server/platform/pool";
import type { SeenAccount } from "../domain/account-changes";

/** The last look at the service's accounts. */
type AccountWatch = { turn: string; at: Date; accounts: SeenAccount[] };

/** Null before the first look. */
export async function findAccountWatch(db: Db): Promise<AccountWatch | null> {
  const { rows } = await db.query<{ turn: string; at: Date }>(
    "select turn::text as turn, at from gateway_account_watch",
  );
  const [watch] = rows;
  if (watch === undefined) return null;
  const { rows: accounts } = await db.query<SeenAccount>(
    `select gateway, account, created_at as "createdAt", revision, is_in_use as "isInUse", since,
       changed_at as "changedAt"
     from seen_gateway_accounts`,
  );
  return { ...watch, accounts };
}

/**
 * Saves a look that followed `turn`; null for the first one. False when another process has saved one since: this one may
 * be the older. Runs in the caller's transaction.
 */
export async function saveAccountWatch(
  db: Db,
  { turn, at, accounts }: { turn: string | null; at: Date; accounts: readonly SeenAccount[] },
): Promise<boolean> {
  const { rowCount } =
    turn === null
      ? await db.query(
          "insert into gateway_account_watch (turn, at) values (1, $1) on conflict (is_only) do nothing",
          [at],
        )
      : await db.query("update gateway_account_watch set turn = turn + 1, at = $2 where turn = $1", [
          turn,
          at,
        ]);
  if (rowCount !== 1) return false;
  await db.query("delete from seen_gateway_accounts");
  await db.query(
    `insert into seen_gateway_accounts (gateway, account, created_at, revision, is_in_use, since, changed_at)
     select * from unnest($1::text[], $2::integer[], $3::timestamptz[], $4::integer[], $5::boolean[], $6::timestamptz[],
       $7::timestamptz[])`,
    [
      accounts.map(({ gateway }) => gateway),
      accounts.map(({ account }) => account),
      accounts.map(({ createdAt }) => createdAt),
      accounts.map(({ revision }) => revision),
      accounts.map(({ isInUse }) => isInUse),
      accounts.map(({ since }) => since),
      accounts.map(({ changedAt }) => changedAt),
    ],
  );
  return true;
}
