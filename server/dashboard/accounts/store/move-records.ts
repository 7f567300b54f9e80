import type { Db } from "@/server/platform/pool";

type Moved = {
  table: string;
  /** What is unique at a service, of rows for which `when` holds. */
  unique?: readonly string[];
  when?: string;
  /** Whether a row of the earlier address goes where the other address has it: what it stores is read again. */
  isReadAgain?: true;
};

/** Every table whose rows name a service by its address. `recognize-service.db.test.ts` finds one that is missing. */
export const MOVED_TABLES: readonly Moved[] = [
  { table: "refund_intents", unique: ["refund_id"], when: "refund_id is not null" },
  { table: "approval_requests" },
  { table: "bulk_runs" },
  { table: "manual_refunds" },
  { table: "refund_requests", unique: ["transaction_id"], when: "state in ('OPEN', 'QUESTION')" },
  { table: "finding_settlements", unique: ["finding_id"], when: "state in ('PROPOSED', 'CONFIRMING')" },
  { table: "gateway_account_requests", unique: ["gateway"], when: "state in ('WAITING', 'CONFIRMING')" },
  { table: "tracked_refunds", unique: ["refund_id"], isReadAgain: true },
  { table: "work_items", unique: ["kind", "item_id"], isReadAgain: true },
  { table: "finding_work", unique: ["finding_id"], isReadAgain: true },
  { table: "seen_payments", unique: ["transaction_id"], isReadAgain: true },
  { table: "seen_contacts", unique: ["contact_hash", "reference"], isReadAgain: true },
];

/**
 * Moves what is stored of a service from one address to another. A row that the other address has already, which it cannot have twice, stays
 * where it is, or goes if it only repeats what the service tells. Returns the number of rows moved.
 */
export async function moveRecords(db: Db, { from, to }: { from: string; to: string }): Promise<number> {
  // A refund that was opened by its id under one address may have been made here under the other.
  await db.query(
    `update tracked_refunds n set is_made_here = true from tracked_refunds o
     where o.service_address = $1 and n.service_address = $2 and n.refund_id = o.refund_id and o.is_made_here`,
    [from, to],
  );
  let moved = 0;
  for (const each of MOVED_TABLES) moved += await moveTable(db, each, { from, to });
  return moved;
}

async function moveTable(
  db: Db,
  { table, unique, when = "true", isReadAgain }: Moved,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const isTaken =
    unique === undefined
      ? "false"
      : `${when} and exists (select from (select * from ${table} where service_address = $2 and ${when}) n
           where ${unique.map((column) => `n.${column} = r.${column}`).join(" and ")})`;
  const { rowCount } = await db.query(
    `update ${table} r set service_address = $2 where service_address = $1 and not (${isTaken})`,
    [from, to],
  );
  if (isReadAgain === true) await db.query(`delete from ${table} where service_address = $1`, [from]);
  return rowCount ?? 0;
}
