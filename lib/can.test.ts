import { describe, expect, test } from "vitest";
import {
  allowsAmount,
  ALWAYS_ALLOWED,
  type AmountLimits,
  type ComposedRole,
  covers,
  manualAmountLimit,
  mayGrant,
  missingFrom,
  type Permission,
  permissionObstacle,
  PERMISSIONS,
  type PresetRole,
  type Role,
  roleAllows,
  ROLES,
} from "./can";
import { PAYMENT_STATUSES } from "./contract/statuses";

/** The table of decision 0304, written out independently: each role and its permissions. */
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
  "view_gateways",
];
const composedOf = (
  permissions: readonly Permission[],
  limits: AmountLimits | null = null,
): ComposedRole => ({
  id: "5f0c3c1e-7f5d-4f0e-9a51-0d9c5a3f7b21",
  name: "Composed",
  permissions,
  refundLimits: limits,
  approveLimits: null,
});
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
  test.each(PERMISSIONS)("may or may not %s as decision 0304 says", (permission) => {
    expect(roleAllows(role, permission)).toBe(EXPECTED[role].includes(permission));
  });
});

describe.each(PERMISSIONS)("a composed role with %s alone", (permission) => {
  const role = composedOf([permission]);

  test("allows that, one's own account, and nothing else", () => {
    const own = new Set<Permission>([permission, ALWAYS_ALLOWED]);
    expect(PERMISSIONS.filter((one) => roleAllows(role, one))).toEqual(
      PERMISSIONS.filter((one) => own.has(one)),
    );
  });

  test("is covered by the presets that may grant it, and by no composed role without it", () => {
    for (const preset of ROLES) expect(covers(preset, role)).toBe(mayGrant(preset, permission));
    const others = composedOf(PERMISSIONS.filter((one) => one !== permission));
    const isAskedFor = permission === "request_refund" || permission === ALWAYS_ALLOWED;
    expect(covers(others, role)).toBe(isAskedFor);
  });
});

describe("amounts", () => {
  const upTo = (limits: Record<string, string> | null): Role => composedOf(["refund_payment"], limits);
  const inr = (amountPaise: bigint) => ({ amountPaise, currency: "INR" });

  test("are allowed up to the limit of their currency, and nothing is in another one or where the limit cannot be read", () => {
    expect(allowsAmount(upTo({ INR: "500" }), "refund_payment", inr(500n))).toBe(true);
    expect(allowsAmount(upTo({ INR: "500" }), "refund_payment", inr(501n))).toBe(false);
    expect(allowsAmount(upTo({ USD: "500" }), "refund_payment", inr(1n))).toBe(false);
    expect(allowsAmount(upTo({ INR: "5e9" }), "refund_payment", inr(1n))).toBe(false);
    expect(allowsAmount(upTo({}), "refund_payment", { amountPaise: 1n, currency: "constructor" })).toBe(
      false,
    );
    expect(allowsAmount(upTo(null), "refund_payment", inr(10n ** 15n))).toBe(true);
    expect(allowsAmount("finance", "refund_payment", inr(10n ** 15n))).toBe(true);
    expect(allowsAmount("ops", "refund_payment", inr(1n))).toBe(false);
    expect(allowsAmount(upTo(null), "approve_refund", inr(1n))).toBe(false);
  });

  test("are covered by no smaller limit", () => {
    expect(covers(upTo({ INR: "500" }), upTo({ INR: "500" }))).toBe(true);
    expect(covers(upTo({ INR: "500" }), upTo({ INR: "501" }))).toBe(false);
    expect(covers(upTo({ INR: "500" }), upTo({ INR: "1", USD: "1" }))).toBe(false);
    expect(covers(upTo({ INR: "500" }), upTo(null))).toBe(false);
    expect(covers(upTo(null), upTo({ INR: "501" }))).toBe(true);
    expect(covers("finance", upTo(null))).toBe(true);
    expect(covers(upTo({ INR: "500" }), "finance")).toBe(false);
  });
});

describe("refunds without a gateway", () => {
  const MANUAL: Permission = "record_manual_refund";
  const alone = composedOf([MANUAL]);
  const limited = composedOf([MANUAL, "refund_payment"], { INR: "500" });
  const approving: Role = {
    ...composedOf([MANUAL, "approve_refund"]),
    approveLimits: { INR: "900" },
  };

  test("are recorded up to the role's refund limit and confirmed up to its approval limit, where it has one", () => {
    expect(manualAmountLimit(limited, "refund_payment", "INR")).toBe(500n);
    expect(manualAmountLimit(limited, "refund_payment", "USD")).toBe(0n);
    // Who approves nothing otherwise confirms nothing.
    expect(manualAmountLimit(limited, "approve_refund", "INR")).toBe(0n);
    expect(manualAmountLimit(alone, "approve_refund", "INR")).toBe(0n);
    expect(manualAmountLimit(approving, "approve_refund", "INR")).toBe(900n);
    expect(manualAmountLimit(approving, "refund_payment", "INR")).toBeNull();
    expect(manualAmountLimit(alone, "refund_payment", "INR")).toBeNull();
    expect(manualAmountLimit("finance", "refund_payment", "INR")).toBeNull();
    expect(manualAmountLimit(composedOf(["refund_payment"]), "refund_payment", "INR")).toBe(0n);
  });

  test("are given without a limit by nobody who has one", () => {
    expect(missingFrom(limited, alone)).toEqual([MANUAL]);
    expect(missingFrom(approving, alone)).toEqual([]);
    expect(covers(limited, composedOf([MANUAL, "refund_payment"], { INR: "499" }))).toBe(true);
    for (const role of [composedOf([MANUAL, "refund_payment"]), alone, "finance"] as const)
      expect(covers(role, alone)).toBe(true);
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
