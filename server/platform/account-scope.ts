/**
 * One database may hold several accounts, each in a schema of its own (decision 0300). Connections of an account find
 * only its tables; jobs that they add carry the account.
 */
export type AccountScope = { id: number; schema: string };

/** The name of the setting with which a connection knows its account. */
const SETTING = "paydeck.account";

/** An SQL expression: the id of the connection's account as text; null for a connection of the first schema. */
const ACCOUNT_SQL = `nullif(current_setting('${SETTING}', true), '')`;

/** A job's payload has the account whose connection added it under this name. */
export const ACCOUNT = "_account";

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

/** An SQL expression of a JSON object, with the account added. */
export function scopedPayload(payload: string): string {
  return `case when ${ACCOUNT_SQL} is null then (${payload})::json
    else ((${payload})::jsonb || jsonb_build_object('${ACCOUNT}', ${ACCOUNT_SQL}::integer))::json end`;
}
