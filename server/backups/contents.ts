import type pg from "pg";
import { DATABASES, type DatabaseName, type DatabaseUrls, withClient } from "./databases";

/** Tables whose rows are counted. Those of the dashboard are never deleted. */
const COUNTED: Record<DatabaseName, readonly string[]> = {
  routing: ["merchants", "payments", "refunds", "webhook_endpoints", "gateway_accounts"],
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

/** The size of the databases on their disk. */
export async function countBytes(urls: DatabaseUrls): Promise<number> {
  const sizes = DATABASES.flatMap((name) => urls[name] ?? []).map((url) =>
    withClient(url, (client) =>
      client.query<{ bytes: number }>("select pg_database_size(current_database())::float8 as bytes"),
    ),
  );
  const results = await Promise.all(sizes);
  return results.reduce((sum, { rows }) => sum + (rows[0]?.bytes ?? 0), 0);
}

/** Those of the first account, and the same in the schema of each further one. */
async function tablesOf(client: pg.Client, names: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ schema: string }>(
    "select nspname as schema from pg_namespace where nspname ~ '^account_[0-9]+$' order by nspname",
  );
  return [...names, ...rows.flatMap(({ schema }) => names.map((table) => `${schema}.${table}`))];
}

/** Rows that may have been deleted and others added between two counts: retention and customers work meanwhile. */
const CHANGED_SHARE = 0.1;
const LEAST_CHANGED = 10;

/**
 * What the restored counts contradict, one line each. The backup is of a moment between `before` and `after`. Only where rows are
 * never deleted is its count between theirs.
 */
export function contradictions(restored: Counts, before: Counts, after: Counts): string[] {
  return [...before].flatMap(([table, first]) => {
    const last = after.get(table) ?? first;
    const found = restored.get(table);
    if (found === undefined) return [`${table} is missing`];
    const margin = isDeletedFrom(table)
      ? Math.max(LEAST_CHANGED, Math.ceil(Math.max(first, last) * CHANGED_SHARE))
      : 0;
    const least = Math.max(0, Math.min(first, last) - margin);
    const most = Math.max(first, last) + margin;
    const range = least === most ? String(least) : `${least} to ${most}`;
    return found < least || found > most ? [`${table} has ${found} rows instead of ${range}`] : [];
  });
}

function isDeletedFrom(table: string): boolean {
  return table.startsWith("routing.");
}
