import { LEASE_MS } from "@/server/platform/job-leases";
import type { Db, Pool } from "@/server/platform/pool";
import { INITIALISATION_LIMIT_MS } from "../../domain/payments/payment";
import { findInProgress, findOpenTransactions, wakeJobs } from "../../store/cells/in-progress";
import { type MoveStage, saveMoveStage } from "../../store/cells/move-stage";
import { CellsError } from "./cells";
import { changing, withClaim } from "./claim";
import { finishMove } from "./finish-move";
import { until } from "./until";
import { checkMove, type Move } from "./check-move";
import { copyMerchant } from "./copy-merchant";

/**
 * What has just been done. A move that is stopped after any of them goes on when it is started again:
 * `leaving`: the source does nothing new for the merchant. `ended`: what it was doing has ended. `frozen`: no row of the merchant
 * changes. `quiet`: nobody is left who could have begun to change one before. `copied`: the rows are in the target's transaction,
 * compared and not committed. `moved`: the source has given the merchant up for good. `arrived`: the target has committed it.
 * `finished`: the target has the source's jobs of it.
 */
export type MoveStep = "leaving" | "ended" | "frozen" | "quiet" | "copied" | "moved" | "arrived" | "finished";

export type OnMoveStep = (step: MoveStep) => void | Promise<void>;

export type MoveResult = {
  /** Copied by this command. */
  rows: number;
  /** The target had the merchant before this command began. `endedAt`: since when with everything; null when that is not known. */
  arrivedBefore: { endedAt: Date | null } | null;
  /** Handed over by this command. */
  jobs: number;
};

export type MoveLimits = {
  /** How long the work in progress may take to end before the merchant is frozen anyway, as by a crash. */
  workMs: number;
  /** How long what must end (a worker's job, an open transaction) may take; then the merchant stays. */
  endMs: number;
  /** How long another command may have the claim before this one is refused. */
  claimMs?: number;
};

const DEFAULT_LIMITS: MoveLimits = { workMs: 20_000, endMs: 90_000 };

/**
 * Moves a merchant with everything that it has from one cell to another, while both run (decision 0334). At no moment do both act for
 * it: the target commits it only after the source has given it up. Started again after a crash, it goes on from where the
 * databases say that it was.
 */
export async function moveMerchant(
  move: Move,
  { limits = DEFAULT_LIMITS, onStep = () => undefined }: { limits?: MoveLimits; onStep?: OnMoveStep } = {},
): Promise<MoveResult> {
  const { merchantId, source, target } = move;
  const carryOut = async (claim: Db): Promise<MoveResult> => {
    const { merchant, hasArrived } = await checkMove(move);
    let rows = 0;
    if (!hasArrived) {
      let isGivenUp = merchant.stage === "moved";
      try {
        if (!isGivenUp) await freeze(claim, move, limits, onStep);
        rows = await copyMerchant(move, async () => {
          await onStep("copied");
          // From here on nobody but the database knows whether it is: a lost answer may have been a success.
          isGivenUp = true;
          await changeStage(claim, merchantId, ["frozen", "moved"], "moved", target.name);
          await onStep("moved");
        });
      } catch (error) {
        // Without a connection it stays frozen, until the same command goes on or `stay` is called.
        if (!isGivenUp) await letStay(claim, merchantId).catch(() => undefined);
        throw error;
      }
      await onStep("arrived");
    }
    const jobs = await finishMove(claim, { merchantId, source: source.pool, target: target.pool });
    await onStep("finished");
    return { rows, arrivedBefore: hasArrived ? { endedAt: merchant.endedAt } : null, jobs };
  };
  return withClaim(source.pool, merchantId, carryOut, limits.claimMs);
}

/** Ends a move that has not passed the point of no return: the cell serves the merchant again, and its sweep finds lost jobs. */
export function stayHere(pool: Pool, merchantId: number): Promise<boolean> {
  return withClaim(pool, merchantId, (claim) => letStay(claim, merchantId));
}

async function letStay(claim: Db, merchantId: number): Promise<boolean> {
  const stays = await changing(claim, (db) =>
    saveMoveStage(db, merchantId, { from: ["leaving", "frozen"], to: null }),
  );
  if (stays) await wakeJobs(claim, merchantId);
  return stays;
}

/** Has the source do nothing more for the merchant, and waits until nothing of it is under way. */
async function freeze(
  claim: Db,
  { merchantId, source: { pool }, target }: Move,
  limits: MoveLimits,
  onStep: OnMoveStep,
): Promise<void> {
  // One that an earlier try froze begins again: nobody knows who has begun to write since.
  await changeStage(claim, merchantId, [null, "leaving", "frozen"], "leaving", target.name);
  await onStep("leaving");
  await waitForWork(pool, merchantId, limits);
  await onStep("ended");
  await changeStage(claim, merchantId, ["leaving"], "frozen", target.name);
  await onStep("frozen");
  await waitForTransactions(pool, limits);
  await waitForJobs(pool, merchantId, limits);
  await onStep("quiet");
}

async function changeStage(
  claim: Db,
  merchantId: number,
  from: (MoveStage | null)[],
  to: MoveStage,
  movedTo: string,
): Promise<void> {
  const isSaved = await changing(claim, (db) => saveMoveStage(db, merchantId, { from, to, movedTo }));
  if (!isSaved)
    throw new CellsError("The merchant's move was changed by somebody else. Nothing more was done.");
}

const workOf = (pool: Pool, merchantId: number) =>
  findInProgress(pool, merchantId, { creationLimitMs: INITIALISATION_LIMIT_MS, leaseMs: LEASE_MS });

/** Politeness: what is under way ends as it would have. What does not end in time is interrupted, as by a crash. */
async function waitForWork(pool: Pool, merchantId: number, { workMs }: MoveLimits): Promise<void> {
  await until(workMs, async () => {
    const { jobs, creations, claims } = await workOf(pool, merchantId);
    return jobs + creations + claims === 0;
  });
}

/** A job that was taken before the merchant was leaving may be calling a gateway. */
async function waitForJobs(pool: Pool, merchantId: number, { endMs }: MoveLimits): Promise<void> {
  const haveEnded = await until(endMs, async () => (await workOf(pool, merchantId)).jobs === 0);
  if (!haveEnded)
    throw new CellsError("A worker still runs a job of the merchant. It stays where it is; try again later.");
}

/** Since when a transaction is prepared, nobody knows: each may be from before. */
async function waitForTransactions(pool: Pool, { endMs }: MoveLimits): Promise<void> {
  const before = new Set((await findOpenTransactions(pool)).map(({ id }) => id));
  let open: Awaited<ReturnType<typeof findOpenTransactions>> = [];
  const haveEnded = await until(endMs, async () => {
    open = (await findOpenTransactions(pool)).filter(({ id, isPrepared }) => isPrepared || before.has(id));
    return open.length === 0;
  });
  if (haveEnded) return;
  throw new CellsError(
    `Transactions from before stay open: ${open.map(({ what }) => what).join(", ")}. The merchant stays where it is; try again later.`,
  );
}
