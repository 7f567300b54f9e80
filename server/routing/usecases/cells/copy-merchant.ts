import { withConnection } from "@/server/platform/connection";
import type { Db } from "@/server/platform/pool";
import { copyRows, raiseSequences, SAME_TEXTS, sumRows } from "../../store/cells/copy-rows";
import { sharesOfMerchant } from "../../store/cells/merchant-tables";
import { copyMerchantRow } from "../../store/cells/merchant-row";
import { AS_MOVER } from "../../store/cells/move-stage";
import { CellsError } from "./cells";
import type { Move } from "./check-move";

/**
 * Copies a frozen merchant in one transaction of the target, from one snapshot of the source, and compares both row by row.
 * `beforeCommit` gives the merchant up in the source: if it throws, nothing was copied. Returns the number of rows.
 */
export async function copyMerchant(
  { merchantId, source, target }: Move,
  beforeCommit: () => Promise<void>,
): Promise<number> {
  return withConnection(source.pool, (from) =>
    withConnection(target.pool, async (to, abandon) => {
      await from.query(`begin isolation level repeatable read read only; ${SAME_TEXTS}`);
      await to.query(`begin; ${AS_MOVER}; ${SAME_TEXTS}`);
      try {
        const rows = await copyAll(from, to, merchantId);
        await beforeCommit();
        await to.query("commit");
        return rows;
      } catch (error) {
        await to.query("rollback").catch((failure: unknown) => abandon(asError(failure)));
        throw error;
      } finally {
        await from.query("rollback").catch(() => undefined);
      }
    }),
  );
}

async function copyAll(from: Db, to: Db, merchantId: number): Promise<number> {
  await copyMerchantRow(from, to, merchantId);
  const shares = await sharesOfMerchant(from);
  let rows = 0;
  for (const share of shares) rows += await copyRows(from, to, share, merchantId);
  for (const share of shares) {
    const [here, there] = [await sumRows(from, share, merchantId), await sumRows(to, share, merchantId)];
    const isWhole = share.mayBeThere
      ? BigInt(there.rows) >= BigInt(here.rows)
      : here.rows === there.rows && here.checksum === there.checksum;
    if (!isWhole)
      throw new CellsError(
        `The copy of ${share.table} differs from the original: ${there.rows} of ${here.rows} rows. Nothing was moved.`,
      );
  }
  await raiseSequences(to, merchantId);
  return rows;
}

function asError(failure: unknown): Error {
  return failure instanceof Error ? failure : new Error(String(failure));
}
