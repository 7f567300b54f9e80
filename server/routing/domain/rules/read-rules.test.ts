import { describe, expect, test } from "vitest";
import type { WireRule } from "@/lib/contract/rules/rule";
import { readRules } from "./read-rules";
import type { RoutingRule } from "./rule";

const plain: WireRule = {
  id: "r",
  name: "Rule",
  priority: 1,
  active: true,
  target: { kind: "gateway", gateway: "one" },
};
const read = (rule: Partial<WireRule>): RoutingRule | undefined =>
  readRules(1, [{ ...plain, ...rule }]).rules[0];

test("rules stand in the order of their priorities, of equal ones the lower id first", () => {
  const rules = [
    { ...plain, id: "c", priority: 1 },
    { ...plain, id: "a", priority: 2 },
    { ...plain, id: "b", priority: 1 },
    { ...plain, id: "d", priority: 1 },
  ];
  const ruleSet = readRules(7, rules);
  expect(ruleSet.version).toBe(7);
  expect(ruleSet.rules.map(({ id }) => id)).toEqual(["b", "c", "d", "a"]);
  expect(readRules(null, [...rules].reverse()).rules.map(({ id }) => id)).toEqual(["b", "c", "d", "a"]);
});

test("a rule that says no more takes every payment at all times", () => {
  const always = {
    id: "r",
    name: "Rule",
    isActive: true,
    activeTimes: null,
    condition: null,
    target: { kind: "ordered", gateways: ["one"] },
  };
  expect(read({})).toEqual(always);
  expect(read({ active_times: null, conditions: null })).toEqual(always);
});

describe("conditions", () => {
  test("bounds are read to the paisa, and one that is absent is open", () => {
    expect(read({ conditions: { field: "amount", min: "1.05" } })?.condition).toEqual({
      kind: "amount",
      minPaise: 105n,
      maxPaise: null,
    });
    expect(read({ conditions: { field: "amount", min: null, max: "20" } })?.condition).toEqual({
      kind: "amount",
      minPaise: null,
      maxPaise: 2_000n,
    });
  });

  test("a stored bound that is no amount is a bug that is reported, not a rule that matches everything", () => {
    expect(() => read({ conditions: { field: "amount", max: "1e3" } })).toThrow("no amount: malformed");
  });

  test.each(["currency", "payment_method", "card_scheme", "issuing_bank"] as const)(
    "%s lists values",
    (field) => {
      const conditions = { field, one_of: ["CC"] } as WireRule["conditions"];
      expect(read({ conditions })?.condition).toEqual({ kind: "one_of", field, values: ["CC"] });
    },
  );

  test.each(["udf1", "udf2", "udf3"] as const)("%s is equal, begins with, or is one of", (field) => {
    expect(read({ conditions: { field, equals: "" } })?.condition).toEqual({
      kind: "one_of",
      field,
      values: [""],
    });
    expect(read({ conditions: { field, prefix: "a" } })?.condition).toEqual({
      kind: "prefix",
      field,
      prefix: "a",
    });
    expect(read({ conditions: { field, one_of: ["a", "b"] } })?.condition).toEqual({
      kind: "one_of",
      field,
      values: ["a", "b"],
    });
  });

  test("groups keep their kind and their members at every depth", () => {
    const leaf = { field: "udf1", equals: "x" } as const;
    const read1 = { kind: "one_of", field: "udf1", values: ["x"] };
    expect(read({ conditions: { any: [leaf, { all: [leaf, leaf] }] } })?.condition).toEqual({
      kind: "any",
      members: [read1, { kind: "all", members: [read1, read1] }],
    });
  });
});

test("active times are read as instants and minutes of the day", () => {
  const windows = [{ time_zone: "Asia/Kolkata", days: ["MON" as const], from: "09:05", to: "18:30" }];
  const from = "2026-01-01T00:00:00Z";
  expect(read({ active_times: { from, windows } })?.activeTimes).toEqual({
    from: new Date(from),
    until: null,
    windows: [{ timeZone: "Asia/Kolkata", days: ["MON"], fromMinute: 545, toMinute: 1_110 }],
  });
  expect(read({ active_times: { until: from } })?.activeTimes).toEqual({
    from: null,
    until: new Date(from),
    windows: [],
  });
});

test("a target is one gateway, several in order, or shares", () => {
  expect(read({ target: { kind: "failover", gateways: ["a", "b"] } })?.target).toEqual({
    kind: "ordered",
    gateways: ["a", "b"],
  });
  const shares = [
    { gateway: "a", weight: 1 },
    { gateway: "b", weight: 2 },
  ];
  expect(read({ target: { kind: "split", shares } })?.target).toEqual({ kind: "split", shares });
});
