import { describe, expect, test } from "vitest";
import { type Permission, permissionObstacle, PERMISSIONS, type PresetRole, roleAllows, ROLES } from "./can";
import { PAYMENT_STATUSES } from "./contract/statuses";

/** The table of decision 0041, written out independently: each role and its permissions. */
const SUPPORT: readonly Permission[] = [
  "view_payments",
  "view_refunds",
  "view_overview",
  "reveal_contact",
  "save_view",
  "write_note",
  "manage_account",
  "run_bulk",
];
const OPERATING: readonly Permission[] = [
  ...SUPPORT,
  "cancel_payment",
  "create_payment",
  "view_reconciliation",
];
/** Those who may refund do not request it. */
const REQUEST: Permission = "request_refund";
const FINANCE: readonly Permission[] = [
  ...OPERATING,
  "export_records",
  "refund_payment",
  "approve_refund",
  "settle_refund",
  "repair_reconciliation",
  "record_manual_refund",
];
const EXPECTED: Record<PresetRole, readonly Permission[]> = {
  support: [...SUPPORT, REQUEST],
  ops: [...OPERATING, REQUEST],
  finance: FINANCE,
  admin: [
    ...FINANCE,
    "manage_approval_rules",
    "manage_refund_reasons",
    "manage_chat_channels",
    "manage_rules",
    "manage_gateways",
    "manage_webhooks",
    "manage_keys",
    "manage_people",
    "manage_accounts",
    "delete_any_note",
    "stop_sharing_any_view",
    "view_audit",
  ],
};

describe.each(ROLES)("the role %s", (role) => {
  test.each(PERMISSIONS)("may or may not %s as decision 0041 says", (permission) => {
    expect(roleAllows(role, permission)).toBe(EXPECTED[role].includes(permission));
  });
});

describe("which record allows which permission (specification 4.3 and 4.4)", () => {
  test.each(PAYMENT_STATUSES)("%s", (status) => {
    const facts = { role: "admin", status, isLatest: true } as const;
    expect(permissionObstacle("cancel_payment", facts)).toBe(status === "INITIATED" ? null : "status");
    expect(permissionObstacle("refund_payment", facts)).toBe(status === "SUCCESS" ? null : "status");
  });

  test("only the newest record can be cancelled; an older one can be refunded", () => {
    const older = { role: "admin", isLatest: false } as const;
    expect(permissionObstacle("cancel_payment", { ...older, status: "INITIATED" })).toBe("not_latest");
    expect(permissionObstacle("refund_payment", { ...older, status: "SUCCESS" })).toBeNull();
  });

  test("the role comes first", () => {
    expect(
      permissionObstacle("cancel_payment", { role: "support", status: "SUCCESS", isLatest: false }),
    ).toBe("role");
    expect(permissionObstacle("refund_payment", { role: "ops", status: "SUCCESS", isLatest: true })).toBe(
      "role",
    );
  });
});
