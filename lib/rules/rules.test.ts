import { describe, expect, it } from "vitest";
import type { WireRule } from "../contract/rules/rule";
import { changesBetween, countChanges, inOrder, saysTheSame } from "./changes";
import { inOrderOf, mergeRules } from "./merge";
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
  it("is nothing when only numbers differ and the order is the same", () => {
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

describe("the order of rules", () => {
  it("is by priority, of equals the lower id first, however they are listed", () => {
    const equal = [rule("b", 10), rule("a", 10), rule("c", 5)];
    expect(ids(equal)).toEqual(["c", "a", "b"]);
    expect(ids([...equal].reverse())).toEqual(["c", "a", "b"]);
  });

  it("is left as it was given to any caller", () => {
    const given = [B, A];
    inOrder(given);
    expect(given).toEqual([B, A]);
  });
});

describe("what was moved and changed", () => {
  it("counts a rule once that was both", () => {
    const changes = changesBetween([A, B, C], [rule("c", 5, { name: "new" }), A, B]);
    expect(changes.moved.map(({ id }) => id)).toEqual(["c"]);
    expect(changes.changed).toHaveLength(1);
    expect(countChanges(changes)).toBe(1);
    expect(countChanges(changesBetween([A, B, C], [rule("c", 5), A, B]))).toBe(1);
  });

  it("names as few as explain the order, wherever they went", () => {
    const [d, e] = [rule("d", 40), rule("e", 50)];
    const moved = (...order: WireRule[]): string[] =>
      changesBetween(
        [A, B, C, d, e],
        order.map((one, index) => ({ ...one, priority: index })),
      ).moved.map(({ id }) => id);
    expect(moved(A, B, C, d, e)).toEqual([]);
    expect(moved(B, C, d, e, A)).toEqual(["a"]);
    expect(moved(e, A, B, C, d)).toEqual(["e"]);
    expect(moved(B, A, C, e, d)).toHaveLength(2);
    expect(moved(e, d, C, B, A)).toHaveLength(4);
    expect(moved(C, d, A, B, e)).toHaveLength(2);
    expect(moved(B, C, A, d, e)).toEqual(["a"]);
  });

  it("lists what was added and removed in their orders", () => {
    const changes = changesBetween([B, A], [rule("y", 2), rule("x", 1)]);
    expect(changes.added.map(({ id }) => id)).toEqual(["x", "y"]);
    expect(changes.removed.map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it("takes the order of names in a rule for nothing said, that of a list for something", () => {
    const one = rule("a", 1, { conditions: { field: "udf1", equals: "x" } });
    const other = rule("a", 1, { conditions: { equals: "x", field: "udf1" } });
    expect(saysTheSame(one, other)).toBe(true);
    const target = (...gateways: string[]) => rule("a", 1, { target: { kind: "failover", gateways } });
    expect(saysTheSame(target("x", "y"), target("x", "y"))).toBe(true);
    expect(saysTheSame(target("x", "y"), target("y", "x"))).toBe(false);
    expect(saysTheSame(A, { ...A, conditions: { field: "amount", min: "1", max: null } })).toBe(false);
  });
});

describe("numbers", () => {
  it("are given anew, by tens, only where they do not say the order", () => {
    const numbers = (...priorities: number[]): number[] =>
      renumbered(priorities.map((priority, index) => rule(String(index), priority))).map(
        (one) => one.priority,
      );
    expect(numbers(1, 2, 2)).toEqual([10, 20, 30]);
    expect(numbers(2, 1)).toEqual([10, 20]);
    expect(numbers(1, 2)).toEqual([1, 2]);
  });

  it("change places with the rule that is moved, and with no other", () => {
    expect(moveRule([A, B, C], "b", 1)).toEqual([A, { ...C, priority: 20 }, { ...B, priority: 30 }]);
    expect(moveRule([A, B, C], "c", 1)).toEqual([A, B, C]);
    expect(moveRule([A, B, C], "x", 1)).toEqual([A, B, C]);
  });

  it("of a new rule are ten after the one it follows, and all given anew only where that is taken", () => {
    expect(insertRule([], C, null)).toEqual([{ ...C, priority: 10 }]);
    expect(insertRule([A, C], rule("n", 0), "a")).toEqual([A, rule("n", 20), C]);
    expect(insertRule([A, C], rule("n", 0), null)).toEqual([A, C, rule("n", 40)]);
    expect(insertRule([A, C], rule("n", 0), "x")).toEqual([A, C, rule("n", 40)]);
    const tight = [rule("a", 3), rule("b", 13), rule("c", 50)];
    expect(insertRule(tight, rule("n", 0), "a").map(({ id, priority }) => [id, priority])).toEqual([
      ["a", 10],
      ["n", 20],
      ["b", 30],
      ["c", 40],
    ]);
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
    expect(freeRuleId([], "x".repeat(100))).toBe("x".repeat(35));
    expect(freeRuleId([], "  --UPI  &  cards--  ")).toBe("upi-cards");
    expect(freeRuleId([A, rule("a-2", 1), rule("a-3", 1)], "a")).toBe("a-4");
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

  it("gives the one of mine that came to their id an id that neither of us has", () => {
    const mine = [A, rule("new", 20), rule("new-2", 30)];
    const merged = mergeRules([A], mine, [A, rule("new", 20, { target: { kind: "gateway", gateway: "x" } })]);
    expect(merged.rules.map(({ id }) => id).sort()).toEqual(["a", "new", "new-2", "new-3"]);
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

  it("puts what they added first where it stood first, and last where what it followed is gone", () => {
    const first = mergeRules([A, B], [A, B], [rule("new", 1), A, B]);
    expect(first.rules.map(({ id }) => id)).toEqual(["new", "a", "b"]);
    const last = mergeRules([A, B, C], [A, C], [A, B, rule("new", 25), C]);
    expect(last.rules.map(({ id }) => id)).toEqual(["a", "c", "new"]);
    const middle = mergeRules([A, B], [A, B], [A, rule("x", 15), rule("y", 16), B]);
    expect(middle.rules.map(({ id }) => id)).toEqual(["a", "x", "y", "b"]);
  });

  it("keeps what only I added or changed, and takes what only they did", () => {
    const mineOnly = mergeRules([A], [changed(A, "mine"), C], [A]);
    expect(mineOnly).toMatchObject({ clashes: [], rules: [{ name: "mine" }, { id: "c" }] });
    const theirsOnly = mergeRules([A], [A], [changed(A, "theirs"), C]);
    expect(theirsOnly).toMatchObject({ clashes: [], rules: [{ name: "theirs" }, { id: "c" }] });
  });

  const moved = (...order: readonly string[]): WireRule[] =>
    order.map((id, index) => rule(id, (index + 1) * 10));

  it("uses the order of the only person who moved rules, and keeps what the other one added in its place", () => {
    const base = moved("a", "b", "c");
    const theirs = mergeRules(base, moved("a", "mine", "b", "c"), moved("c", "a", "b"));
    expect(theirs).toMatchObject({ isOrderClash: false });
    expect(ids(theirs.rules)).toEqual(["c", "a", "mine", "b"]);
    const mine = mergeRules(base, moved("c", "a", "b"), moved("a", "theirs", "b", "c"));
    expect(mine).toMatchObject({ isOrderClash: false });
    expect(ids(mine.rules)).toEqual(["c", "a", "theirs", "b"]);
  });

  it("keeps my order and tells when both moved rules to different places; to the same places is none", () => {
    const base = moved("a", "b", "c");
    const clash = mergeRules(base, moved("b", "a", "c"), moved("a", "c", "b"));
    expect(clash).toMatchObject({ clashes: [], isOrderClash: true });
    expect(ids(clash.rules)).toEqual(["b", "a", "c"]);
    expect(ids(inOrderOf(moved("a", "c", "b"), clash.rules))).toEqual(["a", "c", "b"]);
    expect(mergeRules(base, moved("b", "a", "c"), moved("b", "a", "c")).isOrderClash).toBe(false);
  });

  it("keeps a rule first that I added first, under their order", () => {
    const merged = mergeRules(moved("a", "b"), moved("mine", "a", "b"), moved("b", "a"));
    expect(ids(merged.rules)).toEqual(["mine", "b", "a"]);
  });

  it("leaves out what both removed, and takes once what both added alike", () => {
    expect(mergeRules([A, B], [A], [A])).toEqual({ rules: [A], clashes: [], isOrderClash: false });
    expect(mergeRules([A], [A, B], [A, B])).toMatchObject({ rules: [A, B], clashes: [] });
    expect(mergeRules([A, B], [A], [A, B])).toMatchObject({ rules: [A], clashes: [] });
  });
});
