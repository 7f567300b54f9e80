import { expect, it } from "vitest";
import type { ComposedRole, Permission } from "@/lib/can";
import { changeOfRole } from "./change-of-role";

const role = (permissions: Permission[], fields: Partial<ComposedRole> = {}): ComposedRole => ({
  id: "r",
  name: "Desk",
  permissions,
  refundLimits: null,
  approveLimits: null,
  ...fields,
});
const desk = role(["view_payments", "refund_payment"], { refundLimits: { INR: "100", USD: "5" } });

it("another name or order is no change of what a role allows", () => {
  const same = role(["refund_payment", "view_payments"], {
    name: "Night desk",
    refundLimits: { USD: "5", INR: "100" },
  });
  expect(changeOfRole(desk, same)).toBeNull();
});

it("counts permissions that come and go, with their amounts", () => {
  expect(changeOfRole(desk, role(["view_payments", "view_refunds", "view_audit"]))).toEqual({
    added: 2,
    removed: 1,
    areLimitsChanged: false,
  });
});

it.each<[string, Partial<ComposedRole>]>([
  ["a higher amount", { refundLimits: { INR: "101", USD: "5" } }],
  ["a currency less", { refundLimits: { INR: "100" } }],
  ["any amount", { refundLimits: null }],
])("%s is a change of amounts", (_name, fields) => {
  expect(changeOfRole(desk, { ...desk, ...fields })).toEqual({
    added: 0,
    removed: 0,
    areLimitsChanged: true,
  });
});
