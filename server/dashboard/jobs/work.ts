import type { Lanes } from "@/server/platform/due-rows/due-rows";
import { recognizeService } from "../accounts/recognize-service";
import { expireApproval } from "../approvals/jobs/expire-approval";
import { findApproval } from "../approvals/store";
import { verifyAudit } from "../audit/jobs/verify-audit";
import { bulkApprovalDecided } from "../bulk/jobs/bulk-approval-decided";
import { checkBulkRun } from "../bulk/jobs/check-bulk-run";
import { continueBulkRun } from "../bulk/jobs/continue-bulk-run";
import { resolveBulkCancels } from "../bulk/jobs/resolve-bulk-cancels";
import { findBulkRun } from "../bulk/store/bulk-runs";
import { expandNotification } from "../notifications/jobs/expand-notification";
import { sendChat } from "../notifications/jobs/send-chat";
import { sendEmails } from "../notifications/jobs/send-emails";
import { WATCH_EVERY_MS, watchEvents } from "../notifications/jobs/watch-events";
import { resolveCancellation } from "../payments/jobs/resolve-cancellation";
import { resolveRefundIntent } from "../refunds/jobs/resolve-refund-intent";
import { sumRefunds } from "../refunds/jobs/sum-refunds";
import { trackRefund } from "../refunds/jobs/track-refund";
import type { Services } from "../runtime";
import { startExport } from "../scheduled-exports/jobs/start-export";
import { writeExport } from "../scheduled-exports/jobs/write-export";
import { cleanUp } from "./clean-up";
import * as due from "./due-tables";

const CLEAN_UP_EVERY_MS = 10 * 60_000;

/**
 * Moves a row on, and returns when it is due again, in milliseconds; null for never, which the table refuses for a row that has
 * not ended. What the step itself, or somebody else meanwhile, stored as `due_at` counts instead.
 */
type Step = (services: Services, row: due.TakenRow) => Promise<number | null>;

/** A table whose rows are their own jobs. */
export type Kind = {
  /** Its name in logs and metrics. */
  task: string;
  rows: typeof due.dueIntents;
  /** The lanes whose rows this process takes. */
  lanes: (services: Services) => Lanes;
  /** How many steps of an account a process makes at a time. */
  atOnce: number;
  step: Step;
};

function byId(
  task: string,
  rows: Kind["rows"],
  atOnce: number,
  step: (services: Services, id: string) => Promise<number | null | void>,
): Kind {
  return {
    task,
    rows,
    atOnce,
    lanes: () => [due.ONE_LANE],
    step: async (services, { id }) => (await step(services, id)) ?? null,
  };
}

const RECURRING: Record<string, (services: Services) => Promise<number>> = {
  "watch-events": async (services) => {
    await recognizeService(services).catch((error: unknown) =>
      services.logger.warn({ err: error }, "the service was not recognized; the next turn repeats it"),
    );
    await watchEvents(services);
    return WATCH_EVERY_MS;
  },
  "sum-refunds": sumRefunds,
  "clean-up": async (services) => {
    await cleanUp(services);
    return CLEAN_UP_EVERY_MS;
  },
};
const SCHEDULES = Object.keys(RECURRING);

/** What services, mail servers and chats answer slowly has workers of its own, for which nothing else waits. */
export const KINDS: readonly Kind[] = [
  byId("resolve-refund-intent", due.dueIntents, 4, resolveRefundIntent),
  {
    task: "track-refund",
    rows: due.dueTracked,
    atOnce: 4,
    lanes: ({ routing }) => [routing.serviceAddress],
    step: (services, { id, lane }) => trackRefund(services, { serviceAddress: lane, refundId: id }),
  },
  byId("resolve-cancellation", due.dueCancellations, 1, resolveCancellation),
  byId("end-approval", due.dueApprovals, 1, endApproval),
  byId("continue-bulk-run", due.dueRuns, 3, stepRun),
  byId("resolve-bulk-cancels", due.dueCancelPolls, 1, resolveBulkCancels),
  byId("expand-notification", due.dueEvents, 2, expandNotification),
  byId("send-emails", due.dueEmails, 4, sendEmails),
  byId("send-chat", due.dueChats, 4, sendChat),
  byId("start-scheduled-export", due.dueExports, 1, startExport),
  byId("write-scheduled-export", due.dueExportRuns, 2, writeExport),
  byId("verify-audit", due.dueVerifications, 1, verifyAudit),
  {
    task: "schedules",
    rows: due.schedules,
    atOnce: SCHEDULES.length,
    lanes: () => SCHEDULES,
    step: async (services, { id }) => (await RECURRING[id]?.(services)) ?? CLEAN_UP_EVERY_MS,
  },
];

/** Expires a request, or tells a bulk run how its request ended. */
async function endApproval(services: Services, id: string): Promise<number | null> {
  const pauseMs = await expireApproval(services, id);
  if (pauseMs !== null) return pauseMs;
  const approval = await findApproval(services.pool, id);
  if (approval?.kind === "bulk" && approval.state !== "WAITING")
    await bulkApprovalDecided(services, approval.runId);
  return null;
}

async function stepRun(services: Services, id: string): Promise<number | null> {
  const run = await findBulkRun(services.pool, id);
  return run?.state === "checking" ? checkBulkRun(services, id) : continueBulkRun(services, id);
}
