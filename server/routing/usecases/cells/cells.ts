import { commandsHere } from "@/server/platform/commands-here";
import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { type Cell, countIdsOutside, findCell, hasMerchants, saveCell } from "../../store/cells/cell";

/** A cell as the command line works on it: its database, and what that says it is (decision 0333). */
export type OpenCell = Cell & { pool: Pool };

/** A sentence for the person at the terminal: why nothing, or nothing more, was done. */
export class CellsError extends Error {
  override name = "CellsError";
}

/** Throws unless the database was named. */
export async function openCell(pool: Pool): Promise<OpenCell> {
  const cell = await findCell(pool);
  if (cell === null)
    throw new CellsError(
      commandsHere("A database has no name yet. Name each cell: npm run cells -- name NAME --number N"),
    );
  return { ...cell, pool };
}

/**
 * Names a database and numbers its merchants. A database that has merchants already has their ids, so that only a number whose range
 * they are in fits; one that was named may get another name, and another number while it has no merchants.
 */
export async function nameCell(pool: Pool, cell: Cell): Promise<void> {
  await inTransaction(pool, async (db) => {
    const before = await findCell(db);
    const isOtherNumber = before !== null && before.number !== cell.number;
    if (
      ((await countIdsOutside(db, cell)) > 0 && before === null) ||
      (isOtherNumber && (await hasMerchants(db)))
    )
      throw new CellsError(
        `This database has merchants already, whose ids do not begin at ${String(cell.number)} million. Nothing was changed.`,
      );
    await saveCell(db, cell);
  });
}
