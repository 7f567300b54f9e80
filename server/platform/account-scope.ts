/**
 * One database may hold several accounts, each in a schema of its own (decision 0300). Connections of an account find
 * only its tables.
 */
export type AccountScope = { id: number; schema: string };

/** The name of the setting with which a connection knows its account. */
const SETTING = "paydeck.account";

/** An SQL expression: the id of the connection's account as text; null for a connection of the first schema. */
const ACCOUNT_SQL = `nullif(current_setting('${SETTING}', true), '')`;

/** Options of a connection, for Postgres' startup packet. */
export function scopeOptions({ id, schema }: AccountScope): string {
  return `-c search_path=${schema} -c ${SETTING}=${id}`;
}

/** A statement that moves an open transaction to `$1`, a search path, and `$2`, the id of an account or nothing. */
export const MOVE_TRANSACTION = `select set_config('search_path', $1, true), set_config('${SETTING}', $2, true)`;

/** The parameters of {@link MOVE_TRANSACTION} that lead back here. */
export const READ_PLACE = `select current_setting('search_path') as path, coalesce(current_setting('${SETTING}', true), '') as account`;

/** An SQL expression of a text: the same name belongs to something else in each account. */
export function scopedName(name: string): string {
  return `case when ${ACCOUNT_SQL} is null then ${name} else 'account ' || ${ACCOUNT_SQL} || ': ' || ${name} end`;
}

/** The account, or null for the first schema, and the rest of a name that {@link scopedName} made. */
export function accountOfName(name: string): { account: number | null; rest: string } {
  const [, account, rest] = /^account (\d+): (.*)$/s.exec(name) ?? [];
  return account === undefined || rest === undefined
    ? { account: null, rest: name }
    : { account: Number(account), rest };
}
