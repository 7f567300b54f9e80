import type { Catalogue } from "@/lib/messages";
import { type Db, prepared } from "@/server/platform/pool";
import type { ServiceAction } from "../domain/audit-families";

/** Everything that is audited. */
export type AuditAction =
  | `${ServiceAction}_${"requested" | "done" | "refused" | "not_sent" | "unknown"}`
  | "signed_in"
  | "sign_in_locked"
  | "sign_in_limited"
  | "wrong_code"
  | "codes_locked"
  | "signed_out"
  | "forbidden"
  | "sign_in_refused"
  | "sign_in_unlocked"
  | "person_invited"
  | "person_added"
  | "person_removed"
  | "admin_appointed"
  | "account_added"
  | "account_changed"
  | "account_credentials_changed"
  | "account_closed"
  | "account_reopened"
  | "service_address_changed"
  | "person_link_made"
  | "person_link_revoked"
  | "person_link_used"
  | "person_role_changed"
  | "role_composed"
  | "role_changed"
  | "role_deleted"
  | "person_deactivated"
  | "person_reactivated"
  | "person_second_factor_reset"
  | "sessions_ended"
  | "password_changed"
  | "second_factor_turned_on"
  | "second_factor_turned_off"
  | "recovery_codes_renewed"
  | "audit_verification_requested"
  | "audit_verified"
  | "refund_requested"
  | "refund_accepted"
  | "refund_refused"
  | "refund_not_sent"
  | "refund_unknown"
  | "refund_request_made"
  | "refund_request_questioned"
  | "refund_request_replied"
  | "refund_request_amount_changed"
  | "refund_request_accepted"
  | "refund_request_declined"
  | "refund_request_withdrawn"
  | "refund_requests_reserve"
  | "approval_requested"
  | "approval_approved"
  | "approval_declined"
  | "approval_withdrawn"
  | "approval_expired"
  | "approval_not_possible"
  | "approval_rule_set"
  | "approval_rule_removed"
  | "refund_reason_saved"
  | "refund_reason_moved"
  | "refund_reason_deleted"
  | "refund_reason_required"
  | "chat_channel_saved"
  | "chat_channel_deleted"
  | "chat_channel_tested"
  | "chat_channel_paused"
  | "chat_channel_resumed"
  | "notification_limits_changed"
  | "refund_settled"
  | "manual_refund_recorded"
  | "manual_refund_confirmed"
  | "manual_refund_declined"
  | "manual_refund_withdrawn"
  | "manual_refund_void_proposed"
  | "manual_refund_voided"
  | "manual_refund_kept"
  | "cancel_requested"
  | "cancel_cancelled"
  | "cancel_refused"
  | "cancel_not_sent"
  | "cancel_unknown"
  | "bulk_uploaded"
  | "bulk_started"
  | "refunds_held"
  | "refunds_released"
  | "bulk_paused"
  | "bulk_resumed"
  | "bulk_stopped"
  | "bulk_discarded"
  | "bulk_row_confirmed"
  | "bulk_row_unconfirmed"
  | "bulk_requests_fulfilled"
  | "bulk_ended"
  | "bulk_cancel_resolved"
  | "export_begun"
  | "export_finished"
  | "export_broken"
  | "contact_revealed"
  | "payment_create_requested"
  | "payment_created"
  | "payment_create_failed"
  | "payment_create_refused"
  | "payment_create_not_sent"
  | "payment_create_unknown"
  | "customer_searched"
  | "view_saved"
  | "view_shared"
  | "export_scheduled"
  | "export_schedule_paused"
  | "export_schedule_resumed"
  | "export_schedule_deleted"
  | "export_file_downloaded"
  | "view_sharing_stopped"
  | "view_renamed"
  | "view_deleted"
  | "note_added"
  | "note_edited"
  | "note_deleted"
  | "work_assigned"
  | "work_unassigned"
  | "work_waiting"
  | "work_done"
  | "work_reopened"
  | "gateway_account_request_made"
  | "gateway_account_request_confirmed"
  | "gateway_account_request_declined"
  | "gateway_account_request_withdrawn"
  | "gateway_account_request_expired"
  | "finding_settlement_proposed"
  | "finding_settlement_confirmed"
  | "finding_settlement_withdrawn";

export type AuditSubject = {
  kind:
    | "payment"
    | "approval"
    | "approval_list"
    | "approval_rule"
    | "refund_reason"
    | "chat_channel"
    | "notification_limits"
    | "refund_request"
    | "manual_refund"
    | "payment_creation"
    | "stuck_list"
    | "reference"
    | "cancellation"
    | "refund"
    | "refund_intent"
    | "refund_list"
    | "bulk_run"
    | "export"
    | "rules"
    | "gateway"
    | "webhook"
    | "reconciliation"
    | "finding"
    | "webhook_delivery"
    | "api_key"
    | "payment_list"
    | "overview"
    | "customer_search"
    | "saved_view"
    | "export_schedule"
    | "note"
    | "work_item"
    | "work_queue"
    | "session"
    | "sign_in"
    | "person"
    | "people"
    | "role"
    | "account"
    | "merchant_account"
    | "audit";
  id: string;
};

/** Who did it: a person within a request, or the system in a job. */
export type AuditActor = { userId: string; email: string } | "system";

/** Every name of a detail has a label on the audit page, in each language. */
export type AuditDetail = Partial<
  Record<keyof Catalogue["audit"]["detail"], string | number | boolean | null>
>;

export type AuditEntry = {
  at: Date;
  actor: AuditActor;
  action: AuditAction;
  subject: AuditSubject;
  detail?: AuditDetail;
  requestId?: string;
};

const MAX_SUBJECT_LENGTH = 300;

/**
 * Writes an audit entry in the caller's transaction, so that an action and its entry are committed together (failure
 * 38). Typed text may be long or contain what Postgres refuses: the subject is shortened and cleaned.
 */
export async function recordAudit(db: Db, entry: AuditEntry): Promise<void> {
  const person = entry.actor === "system" ? null : entry.actor;
  await insertAuditRow(db, {
    at: entry.at,
    actorId: person?.userId ?? null,
    actorEmail: person?.email ?? "system",
    action: entry.action,
    subjectKind: entry.subject.kind,
    subjectId: storable(entry.subject.id),
    detail: entry.detail ?? {},
    requestId: entry.requestId ?? null,
  });
}

function storable(text: string): string {
  return [...text]
    .slice(0, MAX_SUBJECT_LENGTH)
    .join("")
    .replace(/\0|\p{Surrogate}/gu, "\u{fffd}");
}

type AuditRow = {
  at: Date;
  actorId: string | null;
  actorEmail: string;
  action: string;
  subjectKind: string;
  subjectId: string;
  detail: Record<string, string | number | boolean | null>;
  requestId: string | null;
};

const INSERT_AUDIT_ROW =
  prepared(`insert into audit_log (at, actor_id, actor_email, action, subject_kind, subject_id, detail, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`);

async function insertAuditRow(db: Db, row: AuditRow): Promise<void> {
  await db.query({
    ...INSERT_AUDIT_ROW,
    values: [
      row.at,
      row.actorId,
      row.actorEmail,
      row.action,
      row.subjectKind,
      row.subjectId,
      JSON.stringify(row.detail),
      row.requestId,
    ],
  });
}
