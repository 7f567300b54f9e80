import { err, ok, type Result } from "@/lib/result";
import { inTransaction } from "@/server/platform/transaction";
import {
  dailyRange,
  type DayRange,
  FIRST,
  latestDailyDay,
  rangeFault,
  type RangeFault,
} from "../../domain/reconciliation/run";
import { dueRuns } from "../../store/reconciliation/due-runs";
import {
  findActiveRun,
  findRunOfRequest,
  insertRun,
  merchantsToCompare,
  type Run,
} from "../../store/reconciliation/runs";
import { listAccounts } from "../../store/gateways/gateway-accounts";
import type { Deps } from "../deps";

type RunRequest = {
  /** A request starts one run, however often it is sent. */
  requestId: string;
  days: DayRange;
  gateway: string | null;
  repairs: boolean;
  requestedBy: string | null;
};
type StartRefusal =
  | { kind: "invalid_range"; fault: RangeFault }
  | { kind: "unknown_gateway" }
  /** The merchant has an unfinished run: one at a time. */
  | { kind: "running"; run: Run };

/** Each try but the last means that a run ended in the instant after it. */
const MAX_STARTS = 5;

/** Starts a run of a merchant: a worker carries it out. */
export async function startRun(
  deps: Deps,
  merchantId: number,
  request: RunRequest,
): Promise<Result<Run, StartRefusal>> {
  const now = deps.clock.now();
  const earlier = await findRunOfRequest(deps.pool, merchantId, request.requestId);
  if (earlier !== null) return ok(earlier);
  const fault = rangeFault(request.days, now);
  if (fault !== null) return err({ kind: "invalid_range", fault });
  if (request.gateway !== null && !(await isKnown(deps, merchantId, request.gateway)))
    return err({ kind: "unknown_gateway" });
  return inTransaction<Result<Run, StartRefusal>>(deps.pool, async (db) => {
    for (let tries = 0; tries < MAX_STARTS; tries += 1) {
      const run = await insertRun(db, {
        ...request,
        merchantId,
        source: "request",
        requestedAt: now,
        position: FIRST,
      });
      if (run !== null) {
        dueRuns.areDue(db);
        return ok(run);
      }
      // The insert waited for the other transaction, whose run is visible now.
      const same = await findRunOfRequest(db, merchantId, request.requestId);
      if (same !== null) return ok(same);
      const active = await findActiveRun(db, merchantId);
      if (active !== null) return err({ kind: "running", run: active });
      // The run that prevented the insert has ended since.
    }
    throw new Error("reconciliations ended each time while another one was started");
  });
}

/** The gateway is known if the environment or the merchant has an account there, used or not. */
async function isKnown(deps: Deps, merchantId: number, gateway: string): Promise<boolean> {
  return deps.gateways.has(gateway) || (await listAccounts(deps.pool, merchantId, gateway)).length > 0;
}

/** Merchants that one call starts; the next call starts more. */
const MERCHANTS = 50;
/** The pause between the runs of several merchants, so that they do not hold all workers at once. */
const STAGGER_MS = 1_000;

/**
 * Starts the daily run of each merchant whose last one was for an earlier day. A day is compared once, an hour after its
 * end in UTC; days on which nothing ran are included. True when there may be more.
 */
export async function startDailyRuns(deps: Deps, { repairs }: { repairs: boolean }): Promise<boolean> {
  const now = deps.clock.now();
  const latest = latestDailyDay(now);
  const merchants = await merchantsToCompare(deps.pool, latest, MERCHANTS);
  for (const [index, { merchantId, lastDay }] of merchants.entries()) {
    await inTransaction(deps.pool, async (db) => {
      await insertRun(db, {
        merchantId,
        requestId: null,
        source: "daily",
        days: dailyRange(lastDay, latest),
        gateway: null,
        repairs,
        requestedBy: null,
        requestedAt: now,
        position: FIRST,
        pauseMs: index * STAGGER_MS,
      });
    });
  }
  return merchants.length >= MERCHANTS;
}
