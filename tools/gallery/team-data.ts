import type { KeyView } from "@/lib/keys/key-view";
import type { PersonRow } from "@/lib/people";
import type { GivableRole, RoleRow } from "@/lib/people/role-views";
import { AT, LATER, PERSON } from "./data";

export const key: KeyView = {
  keyId: "key-1",
  keyStart: "pk_live_4f7c",
  label: "Shop",
  status: "ACTIVE",
  isOurs: false,
  createdAt: AT,
  createdBy: PERSON,
  lastUsedAt: LATER,
  expiresAt: null,
  revokedAt: null,
  perSecond: null,
  burst: null,
  access: "payments",
};
/** The roles that the viewer may give. */
export const GIVABLE: readonly GivableRole[] = [
  ...(["support", "ops", "finance", "admin"] as const).map((id) => ({ id, name: null })),
  { id: "5f0c3c1e-7f5d-4f0e-9a51-0d9c5a3f7b21", name: "Refund desk" },
];

export const refundDesk: RoleRow = {
  id: "5f0c3c1e-7f5d-4f0e-9a51-0d9c5a3f7b21",
  name: "Refund desk",
  permissions: ["view_payments", "view_refunds", "refund_payment", "approve_refund"],
  refundLimits: { INR: "500000", USD: "5000" },
  approveLimits: null,
  version: 3,
  people: [{ id: "1", name: PERSON }],
  mayChange: true,
};

export const person: PersonRow = {
  id: "1",
  name: PERSON,
  email: "asha@example.com",
  role: "admin",
  state: "active",
  hasSecondFactor: true,
  lastUsedAt: LATER,
  lockedUntil: null,
};
