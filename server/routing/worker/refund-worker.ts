import type { DueRows, Work } from "@/server/platform/due-rows/due-rows";
import { type Release, workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Jobs } from "@/server/platform/jobs";
import { gatewayLanes } from "../store/gateways/gateway-lanes";
import { dueRefunds } from "../store/refunds/due-refunds";
import { dueReversals } from "../store/reversals/due-reversals";
import type { Deps } from "../usecases/deps";
import { stepRefund } from "../usecases/refunds/advance-refund";
import { stepReversal } from "../usecases/reversals/send-reversal";

/** Sends refunds and reversals, and polls their gateways, which each hold a share of this process's calls (decision 0362). */
export function startRefundWorkers(deps: Deps): Jobs[] {
  return [
    start(deps, "advance-refund", dueRefunds, (refund, release) => stepRefund(deps, refund, release)),
    start(deps, "send-reversal", dueReversals, (reversal, release) => stepReversal(deps, reversal, release)),
  ];
}

function start<Id, Taken extends Id & Work & { gateway: string }>(
  deps: Deps,
  task: string,
  rows: DueRows<Id, Taken>,
  work: (row: Taken, release: Release<Taken>) => Promise<void>,
): Jobs {
  return workDueRows({
    rows,
    task,
    pool: deps.pool,
    sessions: deps.sessions,
    logger: deps.logger,
    onJobDone: (done, outcome, seconds) => deps.metrics.jobDone(done, outcome, seconds),
    lanes: gatewayLanes(deps.gateways),
    shares: deps.gatewayCalls.refunds,
    laneOf: ({ gateway }) => gateway,
    work,
  });
}
