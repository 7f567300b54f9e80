import type { PaymentStatus } from "./contract/statuses";

/** The four roles of a dashboard user (decision 0041). */
export const ROLES = ["support", "ops", "finance", "admin"] as const;
export type Role = (typeof ROLES)[number];

const EVERYBODY: readonly Role[] = ROLES;
const OPERATING: readonly Role[] = ["ops", "finance", "admin"];
const FINANCE: readonly Role[] = ["finance", "admin"];
const ADMIN: readonly Role[] = ["admin"];

/** Which roles have which permission (decision 0041). Screens use it to show actions, the server to allow them. */
const ALLOWED_ROLES = {
  view_payments: EVERYBODY,
  view_refunds: EVERYBODY,
  view_overview: EVERYBODY,
  /** A customer's e-mail address and phone number, masked by default; each reveal is audited. */
  reveal_contact: EVERYBODY,
  /** A person's own saved views, sharing them, using those of others, and one's own columns of lists. */
  save_view: EVERYBODY,
  /** Notes on payments, refunds, approvals and bulk runs; authors edit and delete their own. */
  write_note: EVERYBODY,
  /** One's own password, second factor and sessions. */
  manage_account: EVERYBODY,
  cancel_payment: OPERATING,
  create_payment: OPERATING,
  export_records: FINANCE,
  refund_payment: FINANCE,
  /** Asking finance for a refund; those who may refund do it directly. */
  request_refund: ["support", "ops"],
  approve_refund: FINANCE,
  /** Deciding the outcome of a refund that could not be found automatically. */
  settle_refund: FINANCE,
  /** Recording money that was returned without a gateway, and confirming what a colleague recorded. */
  record_manual_refund: FINANCE,
  /** Files and pasted rows; the kind of row needs its own permission as well. */
  run_bulk: EVERYBODY,
  /** What was compared with the gateways, and what disagrees (decision 0288). */
  view_reconciliation: OPERATING,
  /** Starting a comparison, repairing what is certain, settling the rest: money can go back. */
  repair_reconciliation: FINANCE,
  manage_approval_rules: ADMIN,
  manage_refund_reasons: ADMIN,
  manage_rules: ADMIN,
  manage_gateways: ADMIN,
  manage_webhooks: ADMIN,
  manage_keys: ADMIN,
  /** Where notifications are posted outside of Paydeck, and which. */
  manage_chat_channels: ADMIN,
  manage_people: ADMIN,
  /** Adding merchant accounts and changing their credentials; in the first account only (decision 0300). */
  manage_accounts: ADMIN,
  delete_any_note: ADMIN,
  stop_sharing_any_view: ADMIN,
  view_audit: ADMIN,
} as const satisfies Record<string, readonly Role[]>;

/** What a person may do in the dashboard. */
export type Permission = keyof typeof ALLOWED_ROLES;
export const PERMISSIONS = Object.keys(ALLOWED_ROLES) as Permission[];

/** The payment statuses that allow an action (specification 4.3 and 4.4). */
const ALLOWED_STATUSES = {
  cancel_payment: ["INITIATED"],
  refund_payment: ["SUCCESS"],
  request_refund: ["SUCCESS"],
} as const satisfies Partial<Record<Permission, readonly PaymentStatus[]>>;

export type PaymentPermission = keyof typeof ALLOWED_STATUSES;

export function roleAllows(role: Role, permission: Permission): boolean {
  const roles: readonly Role[] = ALLOWED_ROLES[permission];
  return roles.includes(role);
}

export function statusAllows(status: PaymentStatus, permission: PaymentPermission): boolean {
  const statuses: readonly PaymentStatus[] = ALLOWED_STATUSES[permission];
  return statuses.includes(status);
}

/** Why an action on a payment is not available to a person. */
export type PermissionObstacle = "role" | "not_latest" | "status";

/**
 * Whether a record needs somebody else: it allows what the person's role does not. Where no role could do it, there is
 * nobody to ask.
 */
export function needsAnotherRole(
  permission: PaymentPermission,
  facts: { role: Role; status: PaymentStatus; isLatest: boolean },
): boolean {
  return (
    !roleAllows(facts.role, permission) &&
    permissionObstacle(permission, { ...facts, role: "admin" }) === null
  );
}

/**
 * Whether a person may do this to this payment: null, or the obstacle. The buttons and their tests use it. Only the
 * newest payment of a reference can be cancelled (specification 4.3, rule 1).
 */
export function permissionObstacle(
  permission: PaymentPermission,
  facts: { role: Role; status: PaymentStatus; isLatest: boolean },
): PermissionObstacle | null {
  if (!roleAllows(facts.role, permission)) return "role";
  if (permission === "cancel_payment" && !facts.isLatest) return "not_latest";
  if (!statusAllows(facts.status, permission)) return "status";
  return null;
}
