import { expect, it } from "vitest";
import type { WireRule } from "@/lib/contract/rules/rule";
import { faultAt, faultsInside, faultsOfRules, faultUnder, isRuleFault } from "./faults";

const rule = (id: string): WireRule => ({
  id,
  name: id,
  priority: 1,
  active: true,
  target: { kind: "gateway", gateway: "stripe" },
});

it("a fault follows its rule wherever the rule is moved: places become ids", () => {
  const found = faultsOfRules(
    [
      { field: "rules.1.conditions.all.0.min", text: "Must be an amount." },
      { field: "rules.9.name", text: "of no rule that was sent" },
      { field: "note", text: "too long" },
    ],
    [rule("a"), rule("b")],
  );
  expect(found).toEqual([{ ruleId: "b", path: "conditions.all.0.min", text: "Must be an amount." }]);
  expect(isRuleFault({ field: "note", text: "" })).toBe(false);
  expect(isRuleFault({ field: "rules.0", text: "" })).toBe(true);
});

it("a fault is found at its field, and inside the parts of which it is a part", () => {
  const faults = [{ path: "conditions.all.10.one_of.2", text: "Must be one of…" }];
  const member = faultsInside(faultsInside(faults, "conditions"), "all.10");
  expect(faultUnder(member, "one_of")).toBe("Must be one of…");
  expect(faultAt(member, "one_of")).toBeUndefined();
  expect(faultsInside(faultsInside(faults, "conditions"), "all.1")).toEqual([]);
});
