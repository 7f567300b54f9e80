import type { DueRows, Work } from "@/server/platform/due-rows/due-rows";
import { type Release, workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Jobs } from "@/server/platform/run-job";
import { gatewayLanes } from "../store/gateways/gateway-lanes";
import { duePolls } from "../store/payments/due-polls";
import { dueRefunds } from "../store/refunds/due-refunds";
import type { Deps } from "../usecases/deps";
import type { WorkerShares } from "../usecases/gateways/gateway-calls";
import { stepPoll } from "../usecases/payments/poll-payment";
import { stepRefund } from "../usecases/refunds/advance-refund";

/**
 * Sends refunds and reversals, and polls payments. Gateways each hold a share of this process's calls; polls have workers of
 * their own, for which no refund waits (decision 0362).
 */
export function startGatewayWorkers(deps: Deps): Jobs[] {
  const { refunds, lookups } = deps.gatewayCalls;
  return [
    start(deps, "advance-refund", dueRefunds, refunds, (refund, release) =>
      stepRefund(deps, refund, release),
    ),
    start(deps, "poll-payment", duePolls, lookups, (poll, release) => stepPoll(deps, poll, release)),
  ];
}

function start<Id, Taken extends Id & Work & { gateway: string }>(
  deps: Deps,
  task: string,
  rows: Pick<DueRows<Id, Taken>, "table" | "take" | "extend" | "release">,
  shares: WorkerShares,
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
    shares,
    laneOf: ({ gateway }) => gateway,
    work,
  });
}
