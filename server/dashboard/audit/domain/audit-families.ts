/**
 * Records of the log that belong to one action of a person: its start, which is recorded before a call, and what became
 * of it. They share the subject, and where that is not made for one action, the request.
 */
export type AuditFamily = {
  name: string;
  /** The kind of subject; null: any. */
  kind: string | null;
  start: string;
  outcomes: readonly string[];
  /** Actions of their own that are shown among the steps too, because they change the outcome. */
  laterActions: readonly string[];
  /** The subject outlives the action: only records of the same request belong together. */
  isByRequest: boolean;
};

const family = (
  name: string,
  kind: string,
  start: string,
  outcomes: readonly string[],
  laterActions: readonly string[] = [],
): AuditFamily => ({ name, kind, start, outcomes, laterActions, isByRequest: false });

/** What admins do at the service through the ops extension. Each is recorded before the call and after it (0127). */
const SERVICE_ACTIONS = [
  "rules_save",
  "rules_restore",
  "rules_experiment_start",
  "rules_trial_start",
  "rules_experiment_stop",
  "rules_experiment_promote",
  "gateway_reset",
  "gateway_account_add",
  "gateway_account_update",
  "gateway_account_use",
  "gateway_fees_save",
  "webhook_create",
  "webhook_update",
  "webhook_delete",
  "webhook_rotate_secret",
  "webhook_test",
  "webhook_replay",
  "webhook_replay_range",
  "key_create",
  "key_rotate",
  "key_update",
  "key_revoke",
  "reconciliation_start",
  "finding_repair",
  "finding_settle",
] as const;
export type ServiceAction = (typeof SERVICE_ACTIONS)[number];
const SERVICE_OUTCOMES = ["done", "refused", "not_sent", "unknown"] as const;

/** A bulk run that was started. What its rows do is part of it (decision 0127). */
export const RUN_FAMILY = family("bulk_run", "bulk_run", "bulk_started", ["bulk_ended"], ["bulk_stopped"]);

export const AUDIT_FAMILIES: readonly AuditFamily[] = [
  RUN_FAMILY,
  family(
    "refund",
    "refund_intent",
    "refund_requested",
    ["refund_accepted", "refund_refused", "refund_not_sent", "refund_unknown"],
    ["refund_settled"],
  ),
  family(
    "cancel",
    "cancellation",
    "cancel_requested",
    ["cancel_cancelled", "cancel_refused", "cancel_not_sent", "cancel_unknown"],
    ["bulk_cancel_resolved"],
  ),
  family("payment_create", "payment_creation", "payment_create_requested", [
    "payment_created",
    "payment_create_failed",
    "payment_create_refused",
    "payment_create_not_sent",
    "payment_create_unknown",
  ]),
  family("export", "export", "export_begun", ["export_finished", "export_broken"]),
  family("verify_audit", "audit", "audit_verification_requested", ["audit_verified"]),
  ...SERVICE_ACTIONS.map((name): AuditFamily => ({
    name,
    kind: null,
    start: `${name}_requested`,
    outcomes: SERVICE_OUTCOMES.map((outcome) => `${name}_${outcome}`),
    laterActions: [],
    isByRequest: true,
  })),
];

/** What the rows of a bulk run are: the same actions as those of a person, with the run's id in place of a request's. */
export const ROW_FAMILIES = AUDIT_FAMILIES.filter(({ name }) => name === "refund" || name === "cancel");

const BY_ACTION = new Map(
  AUDIT_FAMILIES.flatMap((one) => [one.start, ...one.outcomes].map((action) => [action, one] as const)),
);

/** The family of a record; null when the record is an action of its own. */
export function familyOf(record: {
  action: string;
  subjectKind: string;
  requestId: string | null;
}): AuditFamily | null {
  const found = BY_ACTION.get(record.action) ?? null;
  if (found === null || (found.kind !== null && found.kind !== record.subjectKind)) return null;
  return found.isByRequest && record.requestId === null ? null : found;
}
