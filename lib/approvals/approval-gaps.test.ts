import { expect, test } from "vitest";
import { afterRemoval, approvalGaps } from "./approval-gaps";

const rule = (role: "finance" | "admin", currency: string) => ({
  role,
  roleName: null,
  currency,
  threshold: "10000.00",
  lifetimeMinutes: 60,
});

test("a role without limits, and one whose limits leave currencies out, are shown as gaps", () => {
  expect(approvalGaps([])).toEqual([
    { role: "finance", kind: "no_limit" },
    { role: "admin", kind: "no_limit" },
  ]);
  expect(approvalGaps([rule("finance", "INR"), rule("admin", "INR"), rule("admin", "*")])).toEqual([
    { role: "finance", kind: "others_need_approval" },
  ]);
});

test.each([
  [["INR"], "INR", "no_limit"],
  [["*"], "*", "no_limit"],
  [["INR", "USD"], "USD", "need_approval"],
  [["INR", "USD", "*"], "USD", "others_limit"],
  [["INR", "*"], "*", "others_need_approval"],
])("of the limits %j, removing the one for %s leaves: %s", (currencies, removed, left) => {
  const rules = [...currencies.map((currency) => rule("finance", currency)), rule("admin", "*")];
  expect(afterRemoval(rules, rule("finance", removed))).toBe(left);
});
