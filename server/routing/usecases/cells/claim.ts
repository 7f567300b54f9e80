import { withConnection } from "@/server/platform/connection";
import type { Db, Pool } from "@/server/platform/pool";
import { AS_MOVER, claimMove, releaseMove } from "../../store/cells/move-stage";
import { CellsError } from "./cells";

/**
 * Runs `work` unless another command works on the move of this merchant: of two moves, one could let writes pass that the other one
 * has not copied. The claim is a connection; stages are changed over it alone, so that a command that lost it changes none.
 */
export function withClaim<T>(pool: Pool, merchantId: number, work: (claim: Db) => Promise<T>): Promise<T> {
  return ifUnclaimed(pool, merchantId, work, () => {
    throw new CellsError("Another command moves this merchant at the moment.");
  });
}

/** The same; `otherwise` when another command has the claim. */
export function ifUnclaimed<T>(
  pool: Pool,
  merchantId: number,
  work: (claim: Db) => Promise<T>,
  otherwise: () => T,
): Promise<T> {
  return withConnection(pool, async (claim, abandon) => {
    if (!(await claimMove(claim, merchantId))) return otherwise();
    try {
      return await work(claim);
    } finally {
      // A claim that cannot be given back ends with its connection.
      await releaseMove(claim, merchantId).catch((failure: unknown) =>
        abandon(failure instanceof Error ? failure : new Error(String(failure))),
      );
    }
  });
}

/** One transaction that the triggers of a frozen merchant let pass. */
export async function changing<T>(claim: Db, work: (db: Db) => Promise<T>): Promise<T> {
  await claim.query("begin");
  try {
    await claim.query(AS_MOVER);
    const value = await work(claim);
    await claim.query("commit");
    return value;
  } catch (error) {
    await claim.query("rollback").catch(() => undefined);
    throw error;
  }
}
