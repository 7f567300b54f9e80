import { describe, expect, it } from "vitest";
import type { WireRule } from "../contract/rules/rule";
import { changesBetween, countChanges, inOrder, saysTheSame } from "./changes";
import { mergeRules } from "./merge";
import { freeRuleId, insertRule, moveRule, renumbered } from "./order";

const rule = (id: string, priority: number, fields: Partial<WireRule> = {}): WireRule => ({
  id,
  name: id,
  priority,
  active: true,
  target: { kind: "gateway", gateway: "stripe" },
  ...fields,
});
const ids = (rules: readonly WireRule[]): string[] => inOrder(rules).map(({ id }) => id);

const A = rule("a", 10);
const B = rule("b", 20);
const C = rule("c", 30);

describe("what changed between two sets", () => {
  it("is nothing when only numbers differ and the order stands", () => {
    const changes = changesBetween([A, B], [rule("a", 1), rule("b", 2)]);
    expect(countChanges(changes)).toBe(0);
  });

  it("names what was added, removed and changed", () => {
    const changes = changesBetween([A, B], [{ ...A, name: "new" }, C]);
    expect(changes.added).toEqual([C]);
    expect(changes.removed).toEqual([B]);
    expect(changes.changed).toEqual([{ before: A, after: { ...A, name: "new" } }]);
    expect(countChanges(changes)).toBe(3);
  });

  it("names the one rule that was moved past two others, not the two", () => {
    const { moved } = changesBetween([A, B, C], [rule("c", 5), A, B]);
    expect(moved.map(({ id }) => id)).toEqual(["c"]);
  });

  it("takes what is null for what is left out", () => {
    expect(saysTheSame(A, { ...A, conditions: null, active_times: null })).toBe(true);
    expect(saysTheSame(A, { ...A, active: false })).toBe(false);
  });
});

describe("reordering", () => {
  it("moves by one and stops at the ends", () => {
    expect(ids(moveRule([A, B, C], "b", -1))).toEqual(["b", "a", "c"]);
    expect(ids(moveRule([A, B, C], "b", 1))).toEqual(["a", "c", "b"]);
    expect(ids(moveRule([A, B, C], "a", -1))).toEqual(["a", "b", "c"]);
  });

  it("parts rules of the same priority", () => {
    expect(ids(moveRule([rule("a", 10), rule("b", 10), rule("c", 10)], "c", -1))).toEqual(["a", "c", "b"]);
  });

  it("inserts after a rule even where no number is free, and at the end", () => {
    expect(ids(insertRule([rule("a", 1), rule("b", 2)], C, "a"))).toEqual(["a", "c", "b"]);
    expect(ids(insertRule([A, B], C, null))).toEqual(["a", "b", "c"]);
  });

  it("keeps numbers that say the order already", () => {
    expect(renumbered([rule("a", 3), rule("b", 7)]).map(({ priority }) => priority)).toEqual([3, 7]);
  });
});

describe("an id for a new rule", () => {
  it("comes from its name and is free and short enough", () => {
    expect(freeRuleId([], "UPI above 5,000!")).toBe("upi-above-5-000");
    expect(freeRuleId([A], "a")).toBe("a-2");
    expect(freeRuleId([], "यूपीआई")).toBe("rule");
    expect(freeRuleId([], "x".repeat(100)).length).toBeLessThanOrEqual(40);
  });
});

describe("my changes on top of theirs", () => {
  const changed = (base: WireRule, name: string): WireRule => ({ ...base, name });

  it("keeps both when they touched different rules", () => {
    const merged = mergeRules([A, B], [changed(A, "mine"), B], [A, changed(B, "theirs")]);
    expect(merged.clashes).toEqual([]);
    expect(merged.rules.map(({ name }) => name)).toEqual(["mine", "theirs"]);
  });

  it("keeps mine and tells when both changed one rule", () => {
    const merged = mergeRules([A], [changed(A, "mine")], [changed(A, "theirs")]);
    expect(merged).toMatchObject({ clashes: ["a"], rules: [{ name: "mine" }] });
  });

  it("keeps both of two new rules that came to the same id", () => {
    const merged = mergeRules(
      [A],
      [rule("new-rule", 5, { name: "mine" }), A],
      [A, rule("new-rule", 20, { name: "theirs" })],
    );
    expect(merged.clashes).toEqual([]);
    expect(merged.rules.map(({ name }) => name)).toEqual(["mine", "a", "theirs"]);
    expect(new Set(merged.rules.map(({ id }) => id)).size).toBe(3);
  });

  it("is no clash when both made the same change", () => {
    expect(mergeRules([A], [changed(A, "same")], [changed(A, "same")]).clashes).toEqual([]);
  });

  it("takes what they added, in its place, and leaves out what they removed and I left alone", () => {
    expect(ids(mergeRules([A, B], [A, B], [A, rule("new", 15), B]).rules)).toEqual(["a", "new", "b"]);
    expect(ids(mergeRules([A, B], [A, B], [B]).rules)).toEqual(["b"]);
  });

  it("loses nothing that one of us changed and the other removed", () => {
    const theyRemoved = mergeRules([A, B], [changed(A, "mine"), B], [B]);
    expect(theyRemoved).toMatchObject({ clashes: ["a"] });
    expect(ids(theyRemoved.rules)).toEqual(["a", "b"]);
    const iRemoved = mergeRules([A, B], [B], [changed(A, "theirs"), B]);
    expect(iRemoved).toMatchObject({ clashes: ["a"] });
    expect(ids(iRemoved.rules)).toEqual(["a", "b"]);
  });
});
