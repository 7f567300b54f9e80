import type pg from "pg";
import { DATABASES, type DatabaseName, type DatabaseUrls, withClient } from "./databases";

/** Tables whose rows are counted. Deleted are only payments and refunds, by retention. */
const COUNTED: Record<DatabaseName, readonly string[]> = {
  routing: ["merchants", "payments", "refunds", "reversals", "webhook_endpoints", "gateway_accounts"],
  dashboard: ["people", "refund_intents", "approval_requests", "bulk_runs", "audit_log"],
};

/**
 * Numbers of rows by "database.table", of a further merchant account by "database.schema.table" (decision 0300); a database
 * without its tables, before the first start, has none.
 */
export type Counts = ReadonlyMap<string, number>;

export async function countContents(urls: DatabaseUrls): Promise<Counts> {
  const counts = new Map<string, number>();
  for (const name of DATABASES) {
    const url = urls[name];
    if (url === undefined) continue;
    await withClient(url, async (client) => {
      for (const table of await tablesOf(client, COUNTED[name])) {
        const there = await client.query("select where to_regclass($1) is not null", [table]);
        if (there.rowCount === 0) continue;
        const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
        counts.set(`${name}.${table}`, Number.parseInt(rows[0]?.count ?? "0", 10));
      }
    });
  }
  return counts;
}

/** Those of the first account, and the same in the schema of each further one. */
async function tablesOf(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    "select nspname as schema from pg_namespace where nspname ~ '^account_[0-9]+$' order by nspname",
  );
  return [...names, ...rows.flatMap(({ schema }) => names.map((table) => `${schema}.${table}`))];
}

/**
 * What the restored counts contradict, one line each. The backup is of a moment between `before` and `after`, during
 * which rows may be added or deleted.
 */
export function contradictions(restored: Counts, before: Counts, after: Counts): string[] {
  return [...before].flatMap(([table, first]) => {
    const last = after.get(table) ?? first;
    const found = restored.get(table);
    if (found === undefined) return [`${table} is missing`];
    const [least, most] = [Math.min(first, last), Math.max(first, last)];
    const range = least === most ? String(least) : `${least} to ${most}`;
    return found < least || found > most ? [`${table} has ${found} rows instead of ${range}`] : [];
  });
}
