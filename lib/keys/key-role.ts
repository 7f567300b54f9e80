import { type ComposedRole, covers, type Permission, type Role } from "../can";
import { KEY_ACCESSES, type KeyAccess } from "./key-access";

const READS: readonly Permission[] = [
  "view_payments",
  "view_refunds",
  "view_overview",
  "view_gateways",
  "view_reconciliation",
  "reveal_contact",
  "export_records",
];
const PAYS: readonly Permission[] = ["view_payments", "view_refunds", "create_payment", "cancel_payment"];
/** A key's refunds pass every threshold, as do those of somebody who can lift it. */
const REFUNDS: readonly Permission[] = ["refund_payment", "manage_approval_rules"];

const PERMISSIONS_OF: Record<KeyAccess, readonly Permission[]> = {
  read_only: READS,
  payments_without_refunds: PAYS,
  payments: [...PAYS, ...REFUNDS],
  all: [
    ...PAYS,
    ...REFUNDS,
    ...READS,
    "repair_reconciliation",
    "manage_rules",
    "manage_gateways",
    "manage_webhooks",
    "manage_keys",
  ],
};

/** What the holder of a key may do, as a role of any amount: who creates a key gets its salt, and can do all of it. */
export function roleOfKey(access: KeyAccess): ComposedRole {
  return {
    id: access,
    name: access,
    permissions: PERMISSIONS_OF[access],
    refundLimits: null,
    approveLimits: null,
  };
}

/** The accesses of keys that somebody with the role may create, rotate and choose (decision 0315). */
export function grantableAccesses(role: Role): KeyAccess[] {
  return KEY_ACCESSES.filter((access) => covers(role, roleOfKey(access)));
}
