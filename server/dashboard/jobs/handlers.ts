import type { JobHandler } from "@/server/platform/jobs";
import type { Services } from "../runtime";
import { recognizeService } from "../accounts/recognize-service";
import { bulkApprovalDecided } from "../bulk/jobs/bulk-approval-decided";
import { checkBulkRun } from "../bulk/jobs/check-bulk-run";
import { continueBulkRun } from "../bulk/jobs/continue-bulk-run";
import { expandNotification } from "../notifications/jobs/expand-notification";
import { expireApproval } from "../approvals/jobs/expire-approval";
import { resolveBulkCancels } from "../bulk/jobs/resolve-bulk-cancels";
import { resolveCancellation } from "../payments/jobs/resolve-cancellation";
import { resolveRefundIntent } from "../refunds/jobs/resolve-refund-intent";
import { resumeLostJobs } from "./resume";
import {
  BULK_APPROVAL_DECIDED,
  CHECK_BULK_RUN,
  CONTINUE_BULK_RUN,
  EXPAND_NOTIFICATION,
  EXPIRE_APPROVAL,
  RESOLVE_BULK_CANCELS,
  RESOLVE_CANCELLATION,
  RESOLVE_REFUND_INTENT,
  RESUME_LOST_JOBS,
  SEND_CHAT,
  SEND_EMAILS,
  START_EXPORT,
  SUM_REFUNDS,
  TRACK_REFUND,
  VERIFY_AUDIT,
  WATCH_EVENTS,
  WRITE_EXPORT,
} from "./schedule";
import { sendChat } from "../notifications/jobs/send-chat";
import { startExport } from "../scheduled-exports/jobs/start-export";
import { writeExport } from "../scheduled-exports/jobs/write-export";
import { sendEmails } from "../notifications/jobs/send-emails";
import { watchEvents } from "../notifications/jobs/watch-events";
import { sumRefunds } from "../refunds/jobs/sum-refunds";
import { trackRefund } from "../refunds/jobs/track-refund";
import { verifyAudit } from "../audit/jobs/verify-audit";

export function jobHandlers(services: Services): Record<string, JobHandler> {
  return {
    [RESOLVE_REFUND_INTENT]: (payload) => resolveRefundIntent(services, payload),
    [TRACK_REFUND]: (payload) => trackRefund(services, payload),
    [VERIFY_AUDIT]: (payload) => verifyAudit(services, payload),
    [RESOLVE_CANCELLATION]: (payload) => resolveCancellation(services, payload),
    [EXPIRE_APPROVAL]: (payload) => expireApproval(services, payload),
    [CHECK_BULK_RUN]: (payload) => checkBulkRun(services, payload),
    [CONTINUE_BULK_RUN]: (payload) => continueBulkRun(services, payload),
    [RESOLVE_BULK_CANCELS]: (payload) => resolveBulkCancels(services, payload),
    [BULK_APPROVAL_DECIDED]: (payload) => bulkApprovalDecided(services, payload),
    [EXPAND_NOTIFICATION]: (payload) => expandNotification(services, payload),
    [SEND_CHAT]: (payload) => sendChat(services, payload),
    [SEND_EMAILS]: (payload) => sendEmails(services, payload),
    [START_EXPORT]: (payload) => startExport(services, payload),
    [WRITE_EXPORT]: (payload) => writeExport(services, payload),
    [WATCH_EVENTS]: async () => {
      await recognizeService(services).catch((error: unknown) =>
        services.logger.warn({ err: error }, "the service was not recognized; the next turn repeats it"),
      );
      await watchEvents(services);
    },
    [RESUME_LOST_JOBS]: () => resumeLostJobs(services),
    [SUM_REFUNDS]: () => sumRefunds(services),
  };
}
