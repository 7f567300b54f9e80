import { noteSubjectPath } from "../notes/note-subject-path";
import { paths } from "../paths";
import { WORK_KINDS } from "../queues/work-kinds";
import type { NotificationFact } from "./details";

/** The page of a notification's subject; it checks the permission itself. */
export function notificationHref(fact: NotificationFact): string {
  switch (fact.event) {
    case "approval_waiting":
    case "approval_decided":
      return paths.approval(fact.detail.approvalId);
    case "refund_request_waiting":
      return fact.detail.selected === undefined
        ? paths.request(fact.detail.requestId)
        : paths.requests({ tab: "open" });
    case "refund_request_answered":
    case "refund_request_replied":
      return paths.request(fact.detail.requestId);
    case "manual_refund_waiting":
    case "manual_refund_decided":
      return paths.payment(fact.detail.transactionId, fact.detail.reference);
    case "mention":
      return noteSubjectPath(fact.detail.subject);
    case "work_assigned":
    case "work_returned":
      return WORK_KINDS[fact.detail.kind].href(fact.detail);
    case "refund_failed":
    case "refund_unknown":
    case "refund_made_after_all":
    case "refund_late":
      return paths.refundIntent(fact.detail.intentId);
    case "bulk_ended":
    case "bulk_paused":
      return paths.bulkRun(fact.detail.runId);
    case "export_ready":
    case "export_failed":
      return paths.scheduledExports();
    case "gateway_opened":
    case "gateway_closed":
      return paths.gateways();
    case "gateway_account_waiting":
    case "gateway_account_changed":
      return paths.gateways({ tab: "accounts" });
    case "success_rate_low":
      return paths.overview();
    case "stuck_payments":
      return paths.stuck();
    case "reconciliation_found":
      return paths.reconciliationRun(fact.detail.runId);
    case "reconciliation_unfinished":
      return paths.reconciliation();
    case "webhook_disabled":
      return paths.webhook(fact.detail.endpointId);
    case "rule_trial_ended":
      return paths.ruleExperiments();
    case "chat_channel_paused":
      return paths.channels();
    case "key_expiring":
      return paths.keys();
    case "new_device":
    case "sign_in_changed":
    case "codes_locked":
    case "role_changed":
    case "role_permissions_changed":
      return paths.account();
  }
}
