import { withConnection } from "@/server/platform/connection";
import type { Db, Pool } from "@/server/platform/pool";
import { AS_MOVER, claimMove, hasMoveTimes, releaseMove } from "../../store/cells/move-stage";
import { CellsError } from "./cells";
import { until } from "./until";

/** The process that keeps the proxy's table has a claim for moments, and nobody should have to repeat a command for it. */
const CLAIMED_WITHIN_MS = 5_000;

/**
 * Runs `work` unless another command works on the move of this merchant, also after a few seconds: of two moves, one could let
 * writes pass that the other one has not copied. The claim is a connection; stages are changed over it alone, so that a command
 * that lost it changes none.
 */
export function withClaim<T>(
  pool: Pool,
  merchantId: number,
  work: (claim: Db) => Promise<T>,
  withinMs = CLAIMED_WITHIN_MS,
): Promise<T> {
  const ofThisVersion = async (claim: Db): Promise<T> => {
    if (!(await hasMoveTimes(claim)))
      throw new CellsError(
        "The merchant's cell runs an earlier version than this command. Upgrade it first.",
      );
    return work(claim);
  };
  const refuse = (): never => {
    throw new CellsError("Another command moves this merchant at the moment.");
  };
  return ifUnclaimed(pool, merchantId, ofThisVersion, refuse, withinMs);
}

/** The same; `otherwise` when another command has the claim, by default without waiting. */
export function ifUnclaimed<T>(
  pool: Pool,
  merchantId: number,
  work: (claim: Db) => Promise<T>,
  otherwise: () => T,
  withinMs = 0,
): Promise<T> {
  return withConnection(pool, async (claim, abandon) => {
    if (!(await until(withinMs, () => claimMove(claim, merchantId)))) return otherwise();
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
