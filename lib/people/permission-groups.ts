import type { Permission } from "../can";

/** The permissions as the form of a role groups them. Everybody has `manage_account`, so it is no choice. */
export const PERMISSION_GROUPS = {
  view: [
    "view_overview",
    "view_payments",
    "view_refunds",
    "view_reconciliation",
    "view_gateways",
    "reveal_contact",
  ],
  payments: ["create_payment", "cancel_payment"],
  refunds: [
    "request_refund",
    "refund_payment",
    "approve_refund",
    "settle_refund",
    "record_manual_refund",
    "repair_reconciliation",
  ],
  work: ["run_bulk", "export_records", "write_note", "save_view"],
  settings: [
    "manage_approval_rules",
    "manage_refund_reasons",
    "manage_rules",
    "manage_gateways",
    "manage_webhooks",
    "manage_keys",
    "manage_chat_channels",
  ],
  admin: ["manage_people", "manage_accounts", "view_audit", "delete_any_note", "stop_sharing_any_view"],
} as const satisfies Record<string, readonly Permission[]>;

type PermissionGroup = keyof typeof PERMISSION_GROUPS;
export const PERMISSION_GROUP_NAMES = Object.keys(PERMISSION_GROUPS) as PermissionGroup[];
