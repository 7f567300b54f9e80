import type { Db, Pool } from "@/server/platform/pool";
import { deleteFailedJobs, findLeftJobs, handOverJobs } from "../../store/cells/in-progress";
import { findMerchantHere, findUnfinishedMoves, saveMoveEnd } from "../../store/cells/move-stage";
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

/**
 * Ends the moves whose command was killed after the new cell had the merchant, and hands over jobs that were added after the end of a
 * move, by somebody who had asked before it and stalled as long as the move. Leaves alone what another command works on, and a
 * merchant that none of these cells has.
 */
export async function handOverLeftJobs(cells: readonly OpenCell[]): Promise<LateJobs[]> {
  const found: LateJobs[] = [];
  for (const { name: from, pool: source } of cells) {
    const unfinished = (await findUnfinishedMoves(source)).filter(({ stage }) => stage === "moved");
    const ids = [...unfinished, ...(await findLeftJobs(source))].map(({ merchantId }) => merchantId);
    for (const merchantId of new Set(ids)) {
      const target = await cellOf(merchantId, cells);
      if (target === null) continue;
      const jobs = await ifUnclaimed(
        source,
        merchantId,
        (claim) => finishMove(claim, { merchantId, source, target: target.pool }),
        () => 0,
      );
      if (jobs > 0) found.push({ merchantId, from, to: target.name, jobs });
    }
  }
  return found;
}

/** The cell that has the merchant, also while it leaves that one: it takes the jobs with it. */
export async function cellOf(merchantId: number, cells: readonly OpenCell[]): Promise<OpenCell | null> {
  for (const cell of cells) {
    const found = await findMerchantHere(cell.pool, merchantId);
    if (found !== null && found.stage !== "moved") return cell;
  }
  return null;
}
