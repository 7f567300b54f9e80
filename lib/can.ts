import type { PaymentStatus } from "./contract/statuses";

/** The four roles that every account has (decision 0304), as presets of permissions. */
export const ROLES = ["support", "ops", "finance", "admin"] as const;
export type PresetRole = (typeof ROLES)[number];

/**
 * A role that an admin has composed from permissions (decision 0304), as the database has it at this request. `name` is
 * the organisation's own text.
 */
export type ComposedRole = {
  id: string;
  name: string;
  permissions: readonly Permission[];
  /** How much of one payment a person may refund. Null: any amount. */
  refundLimits: AmountLimits | null;
  /** How much a person may approve in one request. Null: any amount. */
  approveLimits: AmountLimits | null;
};
/** Paise as decimal texts, by currency; nothing in a currency that is missing. */
export type AmountLimits = Readonly<Record<string, string>>;

/** What a person may do, as it comes with them from the database. */
export type Role = PresetRole | ComposedRole;

const EVERYBODY: readonly PresetRole[] = ROLES;
const OPERATING: readonly PresetRole[] = ["ops", "finance", "admin"];
const FINANCE: readonly PresetRole[] = ["finance", "admin"];
const ADMIN: readonly PresetRole[] = ["admin"];

/** Which roles have which permission (decision 0304). Screens use it to show actions, the server to allow them. */
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
  /** Recording money that was returned without a gateway. Confirming what a colleague recorded takes `approve_refund` as well. */
  record_manual_refund: FINANCE,
  /** Files and pasted rows; the kind of row needs its own permission as well. */
  run_bulk: EVERYBODY,
  /** What was compared with the gateways, and what disagrees (decision 0288). */
  view_reconciliation: OPERATING,
  /** Which gateways work, how often payments succeed there, why they are declined, and what they charge. */
  view_gateways: OPERATING,
  /** Starting a comparison, repairing what is certain, settling the rest: money can go back. */
  repair_reconciliation: FINANCE,
  manage_approval_rules: ADMIN,
  manage_refund_reasons: ADMIN,
  manage_rules: ADMIN,
  /** Fees, and payments to a gateway again that is paused. */
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
} as const satisfies Record<string, readonly PresetRole[]>;

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

export function isPreset(role: string): role is PresetRole {
  return ROLES.some((preset) => preset === role);
}

/** What every composed role contains: one's own password, second factor and sessions. */
export const ALWAYS_ALLOWED: Permission = "manage_account";

export function roleAllows(role: Role, permission: Permission): boolean {
  if (typeof role !== "string") return permission === ALWAYS_ALLOWED || role.permissions.includes(permission);
  const roles: readonly PresetRole[] = ALLOWED_ROLES[permission];
  return roles.includes(role);
}

/** What the role allows, in the order of the list. */
export function permissionsOf(role: Role): Permission[] {
  return PERMISSIONS.filter((permission) => roleAllows(role, permission));
}

/** A preset's name, or the id of a composed role: as the database and forms have it. */
export function roleId(role: Role): string {
  return typeof role === "string" ? role : role.id;
}

/**
 * Names a role in the audit log and other texts outside of screens: a preset's name as it is, a composed role's own.
 */
export function roleText(role: Role): string {
  return typeof role === "string" ? role : role.name;
}

/** The permissions that can be given up to an amount. */
export const AMOUNT_PERMISSIONS = [
  "refund_payment",
  "approve_refund",
] as const satisfies readonly Permission[];
export type AmountPermission = (typeof AMOUNT_PERMISSIONS)[number];

/** The most that the role allows in the currency, in paise; null: any amount. What cannot be read allows nothing. */
export function amountLimit(role: Role, permission: AmountPermission, currency: string): bigint | null {
  if (!roleAllows(role, permission)) return 0n;
  if (typeof role === "string") return null;
  const limits = permission === "refund_payment" ? role.refundLimits : role.approveLimits;
  if (limits === null) return null;
  const limit = Object.hasOwn(limits, currency) ? limits[currency] : undefined;
  return limit !== undefined && /^[0-9]{1,18}$/.test(limit) ? BigInt(limit) : 0n;
}

/**
 * The most that the role records (`refund_payment`) or confirms (`approve_refund`) of money that was returned without a
 * gateway: what it refunds or approves otherwise, in paise. Null: any amount. A role that refunds nothing otherwise records any
 * amount, because a second person confirms it; one that approves nothing otherwise confirms nothing.
 */
export function manualAmountLimit(role: Role, permission: AmountPermission, currency: string): bigint | null {
  if (!roleAllows(role, "record_manual_refund")) return 0n;
  if (roleAllows(role, permission)) return amountLimit(role, permission, currency);
  return permission === "refund_payment" ? null : 0n;
}

/** Whether the role allows this amount, in paise. */
export function allowsAmount(
  role: Role,
  permission: AmountPermission,
  { amountPaise, currency }: { amountPaise: bigint; currency: string },
): boolean {
  if (!roleAllows(role, permission)) return false;
  const limit = amountLimit(role, permission, currency);
  return limit === null || amountPaise <= limit;
}

/** Whether everything that `other` allows is allowed by `role` too, amounts included: who has `role` may give `other`. */
export function covers(role: Role, other: Role): boolean {
  return missingFrom(role, other).length === 0;
}

/**
 * Whether who has the role may give the permission to others. Presets that refund do not ask for refunds, because they need
 * not: they may let others ask.
 */
export function mayGrant(role: Role, permission: Permission): boolean {
  return (
    roleAllows(role, permission) || (permission === "request_refund" && roleAllows(role, "refund_payment"))
  );
}

/** What `other` allows and `role` does not, or only up to a smaller amount. */
export function missingFrom(role: Role, other: Role): Permission[] {
  return permissionsOf(other).filter(
    (permission) =>
      !mayGrant(role, permission) ||
      ((permission === "refund_payment" || permission === "approve_refund") &&
        !coversAmounts(role, other, permission)) ||
      (permission === "record_manual_refund" && !coversManualRefunds(role, other)),
  );
}

/** A role that only records manual refunds has no limit, so one that refunds up to a limit does not cover it. */
function coversManualRefunds(role: Role, other: Role): boolean {
  return (
    !roleAllows(role, "refund_payment") ||
    limitsOf(role, "refund_payment") === null ||
    roleAllows(other, "refund_payment")
  );
}

function coversAmounts(role: Role, other: Role, permission: AmountPermission): boolean {
  const [own, given] = [limitsOf(role, permission), limitsOf(other, permission)];
  if (own === null) return true;
  if (given === null) return false;
  return Object.keys(given).every(
    (currency) =>
      (amountLimit(other, permission, currency) ?? 0n) <= (amountLimit(role, permission, currency) ?? 0n),
  );
}

/** Null: any amount. */
export function limitsOf(role: Role, permission: AmountPermission): AmountLimits | null {
  if (typeof role === "string") return null;
  return permission === "refund_payment" ? role.refundLimits : role.approveLimits;
}

export function statusAllows(status: PaymentStatus, permission: PaymentPermission): boolean {
  const statuses: readonly PaymentStatus[] = ALLOWED_STATUSES[permission];
  return statuses.includes(status);
}

/** Why an action on a payment is not available to a person. */
type PermissionObstacle = "role" | "not_latest" | "status";

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
