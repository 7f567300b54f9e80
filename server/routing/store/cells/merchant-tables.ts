import type { Db } from "@/server/platform/pool";

/**
 * What one merchant has in the database, found in Postgres' catalog, so that a table of a later version is not forgotten: every
 * table with a column `merchant_id`, a table before those that refer to it. `merchants` itself is not one of them.
 */
export async function findMerchantTables(db: Db): Promise<string[]> {
  const tables = await db.query<{ name: string }>(
    `select t.relname as name from pg_class t join pg_attribute a on a.attrelid = t.oid
     where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
       and a.attname = 'merchant_id' and not a.attisdropped
     order by t.relname`,
  );
  const references = await db.query<{ from: string; to: string }>(
    `select distinct conrelid::regclass::text as "from", confrelid::regclass::text as "to"
     from pg_constraint where contype = 'f' and conrelid <> confrelid`,
  );
  return inOrder(
    tables.rows.map(({ name }) => name),
    references.rows,
  );
}

/** Triggers of `payments` write into it as payments are copied, so it is copied after them, and what they wrote is replaced. */
const WRITTEN_BY_TRIGGERS = "payment_changes";

export function inOrder(
  tables: readonly string[],
  references: readonly { from: string; to: string }[],
): string[] {
  const known = new Set(tables);
  const placed: string[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const ready = [...waiting].filter((table) =>
      references.every(
        ({ from, to }) => from !== table || to === table || !known.has(to) || placed.includes(to),
      ),
    );
    if (ready.length === 0) throw new Error(`tables refer to one another: ${[...waiting].join(", ")}`);
    for (const table of ready) waiting.delete(table);
    placed.push(...ready);
  }
  return [
    ...placed.filter((table) => table !== WRITTEN_BY_TRIGGERS),
    ...placed.filter((table) => table === WRITTEN_BY_TRIGGERS),
  ];
}

/**
 * Rows of one merchant in a table, and the SQL condition that finds them; its only parameter is the merchant's id. `mayBeThere`: the
 * other cell may have some of them already, and more, because a gateway reports to both.
 */
export type Share = { table: string; where: string; mayBeThere: boolean };

/**
 * Rows that name the merchant inside a text: what the simulated gateways know of its payments, because a vendor keeps that when a
 * merchant moves, and what Adyen's adapter keeps for the environment's account.
 */
const BY_TEXT: readonly Omit<Share, "mayBeThere">[] = [
  { table: "simulator.charges", where: "checkout_id ^@ ('simco_' || $1::integer || '_')" },
  { table: "simulator.refunds", where: "idempotency_key ^@ ($1::integer || ':')" },
  { table: "adyen_events", where: "merchant_reference ^@ ($1::integer || '-')" },
  { table: "adyen_refunds", where: "idempotency_key ^@ ($1::integer || ':')" },
];

/** Everything to copy, in order. */
export async function sharesOfMerchant(db: Db): Promise<Share[]> {
  const tables = await findMerchantTables(db);
  return [
    ...tables.map((table) => ({ table, where: "merchant_id = $1::integer", mayBeThere: false })),
    ...BY_TEXT.map((share) => ({ ...share, mayBeThere: true })),
  ];
}
