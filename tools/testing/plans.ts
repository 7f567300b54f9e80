import type pg from "pg";
import type { Db } from "@/server/platform/pool";

/** A node of a plan, in the format of `explain (format json)`. */
export type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Index Cond"?: string;
  "Rows Removed by Filter"?: number;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  Plans?: Plan[];
};

export type Sent = { text: string; values: readonly unknown[]; isPrepared: boolean };

/** The statements that `read` would send; they are recorded and not sent. */
export async function sentBy(read: (db: Db) => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const query = (config: string | { text: string; values?: unknown[] }, values: unknown[] = []) => {
    if (typeof config === "string") sent.push({ text: config, values, isPrepared: false });
    else sent.push({ text: config.text, values: config.values ?? [], isPrepared: true });
    return Promise.resolve({ rows: [], rowCount: 0 });
  };
  await read({ query } as unknown as Db);
  return sent;
}

/**
 * Every node of a statement's plan. A prepared statement is checked by its generic plan, since Postgres may choose
 * that; any other by the plan for its values. `analyze` also runs it with these values, for {@link rowsRead}.
 */
export async function planOf(pool: pg.Pool, sent: Sent, analyze = false): Promise<Plan[]> {
  const { text, values, isPrepared } = sent;
  const generic = isPrepared ? await explain(pool, "generic_plan", text, []) : [];
  if (isPrepared && !analyze) return generic;
  return [...generic, ...(await explain(pool, analyze ? "analyze, timing off" : "costs", text, values))];
}

async function explain(
  pool: pg.Pool,
  options: string,
  text: string,
  values: readonly unknown[],
): Promise<Plan[]> {
  const { rows } = await pool.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(
    `explain (${options}, format json) ${text}`,
    values.map((value) => (typeof value === "bigint" ? value.toString() : value)),
  );
  const flatten = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];
  return rows[0] === undefined ? [] : flatten(rows[0]["QUERY PLAN"][0].Plan);
}

/**
 * The tables of `tables` and the indexes that a plan reads completely. An index without a key condition counts, also a
 * partial one that is short now: it grows while a gateway is unavailable.
 */
export function walksIn(nodes: readonly Plan[], tables: readonly string[]): string[] {
  return nodes.flatMap((node) => {
    const table = node["Relation Name"] ?? "";
    if (node["Node Type"] === "Seq Scan") return tables.includes(table) ? [table] : [];
    return node["Index Name"] !== undefined && node["Index Cond"] === undefined ? [node["Index Name"]] : [];
  });
}

/** The number of rows that an executed plan has read, returned or not. */
export function rowsRead(nodes: readonly Plan[]): number {
  return nodes
    .filter((node) => /Scan$/.test(node["Node Type"]) && node["Node Type"] !== "Function Scan")
    .reduce(
      (sum, node) =>
        sum +
        ((node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0)) * (node["Actual Loops"] ?? 0),
      0,
    );
}

/** The question whether the database is distributed, which a pool asks once. */
const IS_CITUS = /from pg_extension/;

/** The executed plan of the one statement that `read` sends; throws when it sends none or several. */
export async function planOfOne(
  pool: pg.Pool,
  read: (db: Db) => Promise<unknown>,
): Promise<{ text: string; nodes: Plan[] }> {
  const [statement, ...more] = (await sentBy(read)).filter(({ text }) => !IS_CITUS.test(text));
  if (statement === undefined || more.length > 0) throw new Error("not exactly one statement was sent");
  return { text: statement.text, nodes: await planOf(pool, statement, true) };
}
