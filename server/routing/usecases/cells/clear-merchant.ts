import { withConnection } from "@/server/platform/connection";
import { findMerchantHere, AS_MOVER } from "../../store/cells/move-stage";
import { sharesOfMerchant } from "../../store/cells/merchant-tables";
import { CellsError, type OpenCell } from "./cells";
import { withClaim } from "./claim";
import { cellOf, finishMove } from "./finish-move";

/**
 * Deletes the rows of a merchant that has moved. Only while the cell that it moved to has it. A trace stays, so that this cell still
 * knows that the merchant was here, and nobody creates it again under its name. Returns the number of rows.
 */
export async function clearMerchant(
  merchantId: number,
  from: OpenCell,
  others: readonly OpenCell[],
): Promise<number> {
  const left = await findMerchantHere(from.pool, merchantId);
  if (left?.stage !== "moved") throw new CellsError(`The merchant has not moved away from ${from.name}.`);
  const target = others.find(({ name }) => name === left.movedTo);
  const there = target === undefined ? null : await findMerchantHere(target.pool, merchantId);
  if (there === null || (there.stage === "moved" && there.movedTo === from.name))
    throw new CellsError(
      `${left.movedTo ?? "The other cell"} does not have the merchant yet. Start the move again, so that it ends. Nothing was deleted.`,
    );
  const now = await cellOf(merchantId, others);
  if (now === null)
    throw new CellsError(
      `None of these cells has the merchant now. Add all databases to CELLS_DATABASE_URLS. Nothing was deleted.`,
    );
  // Jobs that were added here after the move are of the merchant wherever it is.
  await withClaim(from.pool, merchantId, (claim) =>
    finishMove(claim, { merchantId, source: from.pool, target: now.pool }),
  );
  return withConnection(from.pool, async (db) => {
    await db.query(`begin; ${AS_MOVER}`);
    try {
      // Locked: it may have come back since, and stays away until these rows are gone.
      const away = await db.query("select from merchants where id = $1 and move_stage = 'moved' for update", [
        merchantId,
      ]);
      if (away.rowCount !== 1)
        throw new CellsError(`The merchant has come back to ${from.name}. Nothing was deleted.`);
      let deleted = 0;
      for (const { table, where } of (await sharesOfMerchant(db)).toReversed()) {
        const { rowCount } = await db.query(`delete from ${table} where ${where}`, [merchantId]);
        deleted += rowCount ?? 0;
      }
      // Written by the triggers of what was deleted before.
      await db.query("delete from payment_changes where merchant_id = $1", [merchantId]);
      await db.query("commit");
      return deleted;
    } catch (error) {
      await db.query("rollback").catch(() => undefined);
      throw error;
    }
  });
}
