import type { Db } from "@/server/platform/pool";

/** Which cell a database is (decision 0333); see migration 0047. */
export type Cell = { name: string; number: number };

/** Merchant ids of a cell: above its number times this, and at most so many. An id in a payment link has at most nine digits. */
const IDS_OF_A_CELL = 1_000_000;

/** Null for a database that was not named: the only one of its installation. */
export async function findCell(db: Db): Promise<Cell | null> {
  const { rows } = await db.query<Cell>("select name, number from cell");
  return rows[0] ?? null;
}

/** The merchants whose id is of another cell's range, and that were not moved here: they were created before the cell had a number. */
export async function countIdsOutside(db: Db, { number }: Cell): Promise<number> {
  const first = number * IDS_OF_A_CELL;
  const { rows } = await db.query<{ count: number }>(
    "select count(*)::integer as count from merchants where id <= $1 or id > $1 + $2",
    [first, IDS_OF_A_CELL],
  );
  return rows[0]?.count ?? 0;
}

/** Names the database and has new merchants numbered in the cell's range. In the caller's transaction. */
export async function saveCell(db: Db, cell: Cell): Promise<void> {
  await db.query(
    `insert into cell (name, number) values ($1, $2)
     on conflict (only_row) do update set name = excluded.name, number = excluded.number`,
    [cell.name, cell.number],
  );
  if (cell.number === 0) return;
  await db.query(
    `select setval('merchants_id_seq', greatest($1::bigint, (select last_value from merchants_id_seq)))`,
    [cell.number * IDS_OF_A_CELL],
  );
}

export async function hasMerchants(db: Db): Promise<boolean> {
  const { rows } = await db.query<{ found: boolean }>("select exists (select from merchants) as found");
  return rows[0]?.found === true;
}
