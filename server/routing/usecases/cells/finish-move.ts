import type { Db, Pool } from "@/server/platform/pool";
import { deleteFailedJobs, findLeftJobs, handOverJobs } from "../../store/cells/in-progress";
import {
  findMerchantHere,
  findUnfinishedMoves,
  hasMoveTimes,
  saveMoveEnd,
} from "../../store/cells/move-stage";
import type { OpenCell } from "./cells";
import { changing, ifUnclaimed } from "./claim";
import { until } from "./until";

/** A job that a worker has taken for a merchant that has moved is refused, and so free again, within this time. */
const REFUSED_WITHIN_MS = 3_000;

/** What is left to do when the target has the merchant: hands over the source's jobs of it. Returns their number. */
export async function finishMove(
  claim: Db,
  { merchantId, source, target }: { merchantId: number; source: Pool; target: Pool },
): Promise<number> {
  let jobs = 0;
  await until(REFUSED_WITHIN_MS, async () => {
    const handedOver = await handOverJobs(source, target, merchantId);
    jobs += handedOver.jobs;
    return !handedOver.isMore;
  });
  await deleteFailedJobs(source, merchantId);
  await changing(claim, (db) => saveMoveEnd(db, merchantId));
  return jobs;
}

/** Jobs that were found in a cell that their merchant has left, and where they are now. */
export type LateJobs = { merchantId: number; from: string; to: string; jobs: number };

/** Why something was not handed over; `merchantId` is null when it concerns every merchant that has left the cell. */
export type HandOverProblem =
  | { kind: "earlier_version"; cell: string }
  | { kind: "failed"; cell: string; merchantId: number | null; error: unknown };

/**
 * Ends the moves whose command was killed after the new cell had the merchant, and hands over jobs that were added after the end of a
 * move, by somebody who had asked before it and stalled as long as the move. Leaves alone what another command works on, and a
 * merchant that none of these cells has. Never throws: a cell or a merchant with a problem keeps nothing of the others back.
 */
export async function handOverLeftJobs(
  cells: readonly OpenCell[],
): Promise<{ handedOver: LateJobs[]; problems: HandOverProblem[] }> {
  const handedOver: LateJobs[] = [];
  const problems: HandOverProblem[] = [];
  const failed = (cell: string, merchantId: number | null, error: unknown): void =>
    void problems.push({ kind: "failed", cell, merchantId, error });
  // Jobs go between cells of the same version only, as merchants do.
  const current: { cell: OpenCell; left: number[] }[] = [];
  for (const cell of cells) {
    try {
      if (await hasMoveTimes(cell.pool)) current.push({ cell, left: await findLeft(cell.pool) });
      else problems.push({ kind: "earlier_version", cell: cell.name });
    } catch (error) {
      failed(cell.name, null, error);
    }
  }
  const targets = current.map(({ cell }) => cell);
  for (const { cell, left } of current) {
    for (const merchantId of left) {
      try {
        const late = await handOver(merchantId, cell, targets);
        if (late !== null) handedOver.push(late);
      } catch (error) {
        failed(cell.name, merchantId, error);
      }
    }
  }
  return { handedOver, problems };
}

/** Merchants that have moved away and left something to do. */
async function findLeft(pool: Pool): Promise<number[]> {
  const unfinished = (await findUnfinishedMoves(pool)).filter(({ stage }) => stage === "moved");
  const left = [...unfinished, ...(await findLeftJobs(pool))];
  return [...new Set(left.map(({ merchantId }) => merchantId))];
}

/** Null when there was nothing to hand over, or nobody to take it. */
function handOver(
  merchantId: number,
  { name: from, pool: source }: OpenCell,
  cells: readonly OpenCell[],
): Promise<LateJobs | null> {
  const others = cells.filter(({ name }) => name !== from);
  const work = async (claim: Db): Promise<LateJobs | null> => {
    // Other merchants' jobs came first: it may have come back meanwhile, or moved on.
    if ((await findMerchantHere(claim, merchantId))?.stage !== "moved") return null;
    const target = await cellOf(merchantId, others);
    if (target === null) return null;
    const jobs = await finishMove(claim, { merchantId, source, target: target.pool });
    return jobs === 0 ? null : { merchantId, from, to: target.name, jobs };
  };
  return ifUnclaimed(source, merchantId, work, () => null);
}

/** The cell that has the merchant, also while it leaves that one: it takes the jobs with it. */
export async function cellOf(merchantId: number, cells: readonly OpenCell[]): Promise<OpenCell | null> {
  for (const cell of cells) {
    const found = await findMerchantHere(cell.pool, merchantId);
    if (found !== null && found.stage !== "moved") return cell;
  }
  return null;
}
