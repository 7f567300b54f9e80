import type { Db } from "@/server/platform/pool";
import { type Share, sharesOfMerchant } from "./merchant-tables";

/** Rows of one statement: some hundreds of kilobytes. */
const ROWS_AT_ONCE = 1_000;

/**
 * Copies rows from one database to another, within a transaction of each; returns their number. As JSON texts that this program
 * never parses: numbers, times and bytes arrive as they were. Rows that the target
 * has already are replaced, unless they may be there.
 */
export async function copyRows(
  source: Db,
  target: Db,
  { table, where, mayBeThere }: Share,
  merchantId: number,
): Promise<number> {
  if (!mayBeThere) await target.query(`delete from ${table} where ${where}`, [merchantId]);
  await source.query(
    `declare moving no scroll cursor for select row_to_json(t)::text as row from ${table} t where ${where}`,
    [merchantId],
  );
  let copied = 0;
  for (;;) {
    const { rows } = await source.query<{ row: string }>(`fetch ${String(ROWS_AT_ONCE)} from moving`);
    if (rows.length === 0) break;
    await target.query(
      `insert into ${table} overriding system value select * from json_populate_recordset(null::${table}, $1::json)
       ${mayBeThere ? "on conflict do nothing" : ""}`,
      [`[${rows.map(({ row }) => row).join(",")}]`],
    );
    copied += rows.length;
  }
  await source.query("close moving");
  return copied;
}

export type Sum = { rows: string; checksum: string };

/** The number of rows and the sum of the hashes of each row's whole text: equal for equal rows in any order. */
export async function sumRows(db: Db, { table, where }: Share, merchantId: number): Promise<Sum> {
  const { rows } = await db.query<Sum>(
    `select count(*)::text as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as checksum
     from ${table} t where ${where}`,
    [merchantId],
  );
  return rows[0] ?? { rows: "0", checksum: "0" };
}

/** All rows of a merchant in a database; 0 when they are cleared. */
export async function countRows(db: Db, merchantId: number): Promise<number> {
  let count = 0;
  for (const { table, where } of await sharesOfMerchant(db)) {
    const { rows } = await db.query<{ rows: number }>(
      `select count(*)::integer as rows from ${table} t where ${where}`,
      [merchantId],
    );
    count += rows[0]?.rows ?? 0;
  }
  return count;
}

/**
 * Raises the target's sequences above every number that came with the rows: the next payment event must not get the number of one
 * that is there, nor a lower one, because events are read in their order.
 */
export async function raiseSequences(target: Db, merchantId: number): Promise<void> {
  const { rows } = await target.query<{ table: string; column: string; sequence: string }>(
    `select t.relname as "table", a.attname as "column",
       pg_get_serial_sequence(t.oid::regclass::text, a.attname) as sequence
     from pg_attribute a join pg_class t on t.oid = a.attrelid
     where a.attidentity <> '' and t.relnamespace = 'public'::regnamespace
       and exists (select from pg_attribute m where m.attrelid = t.oid and m.attname = 'merchant_id')`,
  );
  for (const { table, column, sequence } of rows) {
    await target.query(
      `select setval('${sequence}', s.newest) from (
         select max(${column})::bigint as newest from ${table} where merchant_id = $1) s
       where s.newest > (select last_value from ${sequence})`,
      [merchantId],
    );
  }
}

/** Dates and floating-point numbers have one text in both databases, whatever their settings; the same for their row texts. */
export const SAME_TEXTS =
  "set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 1; set local bytea_output = 'hex'";
