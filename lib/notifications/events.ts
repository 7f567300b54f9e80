import type { Permission } from "../can";

/**
 * What people are notified of (decision 0280). `permission`: what the subject's page needs. Only people who have it are
 * notified, and only while they have it is the notification shown. `isImportant`: sent by e-mail by default. `requiredFor`: these
 * people cannot turn it off, it waits for no quiet hours of theirs, and is sent although they have read it (0315, 0327).
 */
export const NOTIFICATION_EVENTS = {
  approval_waiting: { group: "approvals", permission: "approve_refund", isImportant: true },
  approval_decided: { group: "approvals", permission: "refund_payment", isImportant: true },
  refund_request_waiting: { group: "requests", permission: "refund_payment", isImportant: true },
  refund_request_answered: { group: "requests", permission: "view_refunds", isImportant: true },
  refund_request_replied: { group: "requests", permission: "refund_payment", isImportant: true },
  manual_refund_waiting: { group: "refunds", permission: "record_manual_refund", isImportant: true },
  manual_refund_decided: { group: "refunds", permission: "record_manual_refund", isImportant: false },
  mention: { group: "requests", permission: "view_payments", isImportant: true },
  work_assigned: { group: "requests", permission: "view_payments", isImportant: true },
  work_returned: { group: "requests", permission: "view_payments", isImportant: true },
  refund_failed: { group: "refunds", permission: "refund_payment", isImportant: true },
  refund_unknown: { group: "refunds", permission: "settle_refund", isImportant: true },
  refund_made_after_all: { group: "refunds", permission: "settle_refund", isImportant: true },
  refund_late: { group: "refunds", permission: "refund_payment", isImportant: false },
  bulk_ended: { group: "bulk", permission: "run_bulk", isImportant: false },
  bulk_paused: { group: "bulk", permission: "run_bulk", isImportant: true },
  export_ready: { group: "exports", permission: "export_records", isImportant: false },
  // People whose role no longer exports get it too: that is why it did not run.
  export_failed: { group: "exports", permission: "view_payments", isImportant: true },
  gateway_opened: { group: "service", permission: "view_gateways", isImportant: true },
  gateway_closed: { group: "service", permission: "view_gateways", isImportant: false },
  gateway_account_waiting: { group: "approvals", permission: "manage_keys", isImportant: true },
  gateway_account_changed: {
    group: "service",
    permission: "manage_gateways",
    isImportant: true,
    requiredFor: "admins",
  },
  success_rate_low: { group: "service", permission: "view_overview", isImportant: true },
  stuck_payments: { group: "service", permission: "cancel_payment", isImportant: false },
  reconciliation_found: { group: "service", permission: "view_reconciliation", isImportant: true },
  reconciliation_unfinished: { group: "service", permission: "view_reconciliation", isImportant: true },
  webhook_disabled: { group: "service", permission: "manage_webhooks", isImportant: true },
  rule_trial_ended: { group: "service", permission: "manage_rules", isImportant: true },
  chat_channel_paused: { group: "service", permission: "manage_chat_channels", isImportant: true },
  key_expiring: { group: "service", permission: "manage_keys", isImportant: true },
  // Somebody in the person's session could keep it from them otherwise (0327).
  new_device: { group: "account", permission: "manage_account", isImportant: true, requiredFor: "everybody" },
  sign_in_changed: {
    group: "account",
    permission: "manage_account",
    isImportant: true,
    requiredFor: "everybody",
  },
  codes_locked: {
    group: "account",
    permission: "manage_account",
    isImportant: true,
    requiredFor: "everybody",
  },
  role_changed: {
    group: "account",
    permission: "manage_account",
    isImportant: true,
    requiredFor: "everybody",
  },
  // The person has the same composed role, which allows something else.
  role_permissions_changed: {
    group: "account",
    permission: "manage_account",
    isImportant: true,
    requiredFor: "everybody",
  },
} as const satisfies Record<
  string,
  {
    group: NotificationGroup;
    permission: Permission;
    isImportant: boolean;
    requiredFor?: "admins" | "everybody";
  }
>;

export const NOTIFICATION_GROUPS = [
  "approvals",
  "requests",
  "refunds",
  "bulk",
  "exports",
  "service",
  "account",
] as const;
export type NotificationGroup = (typeof NOTIFICATION_GROUPS)[number];

export type NotificationEvent = keyof typeof NOTIFICATION_EVENTS;
export const NOTIFICATION_EVENT_NAMES = Object.keys(NOTIFICATION_EVENTS) as NotificationEvent[];

/** Those that somebody must learn of, whatever they chose. */
export const REQUIRED_EVENTS = NOTIFICATION_EVENT_NAMES.filter(
  (event) => "requiredFor" in NOTIFICATION_EVENTS[event],
);
