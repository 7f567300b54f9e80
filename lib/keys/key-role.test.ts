import { expect, test } from "vitest";
import { type ComposedRole, type Permission, PERMISSIONS } from "../can";
import { KEY_ACCESSES } from "./key-access";
import { grantableAccesses, roleOfKey } from "./key-role";

const role = (permissions: readonly Permission[], limits: Partial<ComposedRole> = {}): ComposedRole => ({
  id: "r",
  name: "r",
  permissions,
  refundLimits: null,
  approveLimits: null,
  ...limits,
});
const without = (...permissions: Permission[]): Permission[] =>
  PERMISSIONS.filter((permission) => !permissions.includes(permission));

test("an admin may create each key, and who only manages keys none (0315)", () => {
  expect(grantableAccesses("admin")).toEqual(KEY_ACCESSES);
  expect(grantableAccesses(role(["manage_keys"]))).toEqual([]);
});

test.each([
  ["who does not refund", role(without("refund_payment"))],
  ["who refunds up to an amount", role(PERMISSIONS, { refundLimits: { INR: "500000" } })],
  ["whose refunds need approval, and who cannot change that", role(without("manage_approval_rules"))],
])("%s creates no key that refunds", (_name, own) => {
  expect(grantableAccesses(own)).toEqual(["payments_without_refunds", "read_only"]);
});

test.each(roleOfKey("all").permissions)("a key with access to everything takes %s", (permission) => {
  expect(grantableAccesses(role(without(permission)))).not.toContain("all");
});
