import type { PaymentStatus } from "./contract/statuses";

/** The four roles of the design, section 6. */
export const ROLES = ["support", "ops", "finance", "admin"] as const;
export type Role = (typeof ROLES)[number];

/** What a person may ask the dashboard to do. */
export const DEEDS = ["view_payments", "view_refunds", "cancel_payment", "refund_payment"] as const;
export type Deed = (typeof DEEDS)[number];

/** Which role may do which deed. The screens read it to show, the server to decide. */
const ALLOWED_ROLES: Record<Deed, readonly Role[]> = {
  view_payments: ["support", "ops", "finance", "admin"],
  view_refunds: ["support", "ops", "finance", "admin"],
  cancel_payment: ["ops", "finance", "admin"],
  refund_payment: ["finance", "admin"],
};

/** Which statuses of a record allow a deed on it (sections 4.3 and 4.4). */
const ALLOWED_STATUSES = {
  cancel_payment: ["INITIATED"],
  refund_payment: ["SUCCESS"],
} as const satisfies Partial<Record<Deed, readonly PaymentStatus[]>>;

export type PaymentDeed = keyof typeof ALLOWED_STATUSES;

export function roleAllows(role: Role, deed: Deed): boolean {
  return ALLOWED_ROLES[deed].includes(role);
}

export function statusAllows(status: PaymentStatus, deed: PaymentDeed): boolean {
  const statuses: readonly PaymentStatus[] = ALLOWED_STATUSES[deed];
  return statuses.includes(status);
}

/** Why a deed is not open to a person on a record; null when it is. */
export type DeedObstacle = "role" | "not_latest" | "status";

/**
 * The one answer to "may this person do this to this record?", used by the buttons and by their tests.
 * Only the newest record of a reference can be cancelled (section 4.3, rule 1).
 */
export function deedObstacle(
  deed: PaymentDeed,
  facts: { role: Role; status: PaymentStatus; isLatest: boolean },
): DeedObstacle | null {
  if (!roleAllows(facts.role, deed)) return "role";
  if (deed === "cancel_payment" && !facts.isLatest) return "not_latest";
  if (!statusAllows(facts.status, deed)) return "status";
  return null;
}
