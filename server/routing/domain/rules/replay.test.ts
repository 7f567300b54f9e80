import { describe, expect, test } from "vitest";
import { type FirstChoice, firstChoiceNow, firstChoiceThen, isSameChoice, tally } from "./replay";
import type { RuleVerdict } from "./route";

const verdict = (ruleId: string, outcome: RuleVerdict["outcome"]): RuleVerdict => ({
  ruleId,
  ruleName: ruleId,
  outcome,
  mismatches: [],
});
const verdicts = [verdict("r1", "not_matched"), verdict("r2", "matched"), verdict("r3", "matched")];

describe("what was chosen first", () => {
  test("then: the first attempt, though it failed", () => {
    const attempts = [
      { ruleId: "r2", gateway: "one", outcome: "skipped", message: "resting" },
      { ruleId: "r3", gateway: "two", outcome: "opened" },
    ] as const;
    expect(firstChoiceThen({ verdicts, attempts })).toEqual({
      ruleId: "r2",
      gateway: "one",
    });
  });

  test("then: without an attempt the first rule that matched, and no gateway", () => {
    expect(firstChoiceThen({ verdicts, attempts: [] })).toEqual({
      ruleId: "r2",
      gateway: null,
    });
    const none = verdicts.slice(0, 1);
    expect(firstChoiceThen({ verdicts: none, attempts: [] })).toEqual({
      ruleId: null,
      gateway: null,
    });
  });

  test("now: the first matching rule's first gateway", () => {
    const matching = [
      { ruleId: "r2", gateways: ["one", "two"] },
      { ruleId: "r3", gateways: ["three"] },
    ];
    expect(firstChoiceNow(matching)).toEqual({
      ruleId: "r2",
      gateway: "one",
    });
    expect(firstChoiceNow([])).toEqual({
      ruleId: null,
      gateway: null,
    });
    expect(firstChoiceNow([{ ruleId: "r2", gateways: [] }])).toEqual({ ruleId: "r2", gateway: null });
  });
});

const choice = (ruleId: string | null, gateway: string | null): FirstChoice => ({ ruleId, gateway });

test("a choice is the same when both its rule and its gateway are", () => {
  expect(isSameChoice(choice("r1", "one"), choice("r1", "one"))).toBe(true);
  expect(isSameChoice(choice("r1", "one"), choice("r2", "one"))).toBe(false);
  expect(isSameChoice(choice("r1", "one"), choice("r1", "two"))).toBe(false);
});

describe("the tally", () => {
  const from = (then: string | null, now: string | null) => ({
    then: choice(null, then),
    now: choice("r", now),
  });

  test("counts each name then and now, the busiest now first, then the busiest then, then by name", () => {
    const choices = [
      from("d", "c"),
      from("d", "c"),
      from("b", "a"),
      from("a", "b"),
      from("e", null),
      from("e", "f"),
    ];
    expect(tally("gateway", choices)).toEqual([
      { name: "c", then: 0, now: 2 },
      { name: "a", then: 1, now: 1 },
      { name: "b", then: 1, now: 1 },
      { name: null, then: 0, now: 1 },
      { name: "f", then: 0, now: 1 },
      { name: "d", then: 2, now: 0 },
      { name: "e", then: 2, now: 0 },
    ]);
  });

  test("counts rules by the same rule, those of no rule too", () => {
    expect(tally("ruleId", [from("a", "b")])).toEqual([
      { name: "r", then: 0, now: 1 },
      { name: null, then: 1, now: 0 },
    ]);
  });
});
