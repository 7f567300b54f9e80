import { describe, expect, test } from "vitest";
import { routingRulesSchema } from "@/lib/contract/rules/rule";
import { NO_SHARES } from "../success-rate/shares";
import { decisionOf } from "../payments/decision";
import type { RoutingFacts } from "../payments/payment";
import { readRules } from "./read-rules";
import { gatewayOrder, route, type Routing } from "./route";
import { warningsOf } from "./warnings";

const at = new Date("2026-11-21T12:00:00Z");
const facts: RoutingFacts = {
  reference: "ORDER-1",
  amountPaise: 50_000n,
  currency: "INR",
  paymentMethod: "CC",
  cardScheme: "VISA",
  issuingBank: null,
  udf1: "gold-7",
  udf2: null,
  udf3: null,
};
const plain = { name: "r", priority: 1, active: true, target: { kind: "gateway", gateway: "one" } };
function evaluate(rules: object[], change: Partial<RoutingFacts> = {}): Routing {
  const wire = routingRulesSchema.parse(rules.map((rule, index) => ({ id: `r${index}`, ...plain, ...rule })));
  // Longer texts draw higher numbers, so that a reader can predict the order.
  const scatter = (text: string): number => text.length / 1_000;
  return route(readRules(3, wire), { ...facts, ...change }, { at, scatter, sharesOf: NO_SHARES });
}
const mismatches = (conditions: object): unknown => evaluate([{ conditions }]).verdicts[0]?.mismatches;

describe("what did not match", () => {
  test("every failing condition of an all is reported, with what was expected and what the payment had", () => {
    expect(
      mismatches({
        all: [
          { field: "amount", min: "600", max: "700.50" },
          { field: "payment_method", one_of: ["CC"] },
          { field: "card_scheme", one_of: ["RUPAY", "AMEX"] },
          { field: "issuing_bank", one_of: ["HDFC"] },
          { field: "udf1", prefix: "silver" },
          { field: "udf3", equals: "" },
        ],
      }),
    ).toEqual([
      { field: "amount", wanted: "at least 600.00, at most 700.50", actual: "500.00" },
      { field: "card_scheme", wanted: "one of RUPAY, AMEX", actual: "VISA" },
      { field: "issuing_bank", wanted: "HDFC", actual: null },
      { field: "udf1", wanted: 'begins with "silver"', actual: "gold-7" },
      { field: "udf3", wanted: '""', actual: null },
    ]);
  });

  test("bounds are inclusive, and one that is absent is open", () => {
    const amount = (bounds: object): unknown => mismatches({ field: "amount", ...bounds });
    for (const bounds of [
      { min: "500" },
      { max: "500" },
      { min: "500", max: "500" },
      { min: "1" },
      { max: "999" },
    ])
      expect(amount(bounds), JSON.stringify(bounds)).toEqual([]);
    const actual = "500.00";
    expect(amount({ min: "500.01" })).toEqual([{ field: "amount", wanted: "at least 500.01", actual }]);
    expect(amount({ max: "499.99" })).toEqual([{ field: "amount", wanted: "at most 499.99", actual }]);
    expect(amount({ min: "1", max: "2" })).toEqual([
      { field: "amount", wanted: "at least 1.00, at most 2.00", actual },
    ]);
  });

  test.each([
    ["currency", "INR", { currency: "INR" }],
    ["payment_method", "CC", { paymentMethod: "CC" }],
    ["card_scheme", "VISA", { cardScheme: "VISA" }],
    ["issuing_bank", "HDFC", { issuingBank: "HDFC" }],
    ["udf1", "x", { udf1: "x" }],
    ["udf2", "x", { udf2: "x" }],
    ["udf3", "x", { udf3: "x" }],
  ] as const)("a condition on %s reads that field alone", (field, value, fact) => {
    const none = {
      currency: "USD",
      paymentMethod: null,
      cardScheme: null,
      issuingBank: null,
      udf1: null,
      udf2: null,
      udf3: null,
    };
    const outcome = (change: Partial<RoutingFacts>): string | undefined =>
      evaluate([{ conditions: { field, one_of: [value] } }], { ...none, ...change }).verdicts[0]?.outcome;
    expect(outcome(fact)).toBe("matched");
    expect(outcome({})).toBe("not_matched");
  });

  test("a prefix holds at the beginning alone, and never for a field that is left out", () => {
    const prefix = (udf1: string | null): number =>
      evaluate([{ conditions: { field: "udf1", prefix: "gold" } }], { udf1 }).matching.length;
    expect([prefix("gold"), prefix("gold-7"), prefix("a-gold"), prefix("gol"), prefix(null)]).toEqual([
      1, 1, 0, 0, 0,
    ]);
  });

  test("an any that holds through one member reports nothing of the others; one that fails reports all of them", () => {
    const omitted = { field: "issuing_bank", one_of: ["HDFC"] };
    expect(mismatches({ any: [omitted, { field: "udf1", prefix: "gold" }] })).toEqual([]);
    expect(mismatches({ any: [omitted, { field: "udf2", equals: "x" }] })).toEqual([
      { field: "issuing_bank", wanted: "HDFC", actual: null },
      { field: "udf2", wanted: "x", actual: null },
    ]);
  });

  test("a long list is shortened", () => {
    const values = Array.from({ length: 40 }, (_, index) => `BANK${index}`);
    expect(mismatches({ field: "issuing_bank", one_of: values })).toEqual([
      { field: "issuing_bank", wanted: "one of BANK0, BANK1, BANK2, BANK3, BANK4 and 35 more", actual: null },
    ]);
  });

  test("up to five values are all shown", () => {
    const wanted = (...values: string[]): unknown => mismatches({ field: "issuing_bank", one_of: values });
    expect(wanted("A", "B", "C", "D", "E")).toEqual([
      { field: "issuing_bank", wanted: "one of A, B, C, D, E", actual: null },
    ]);
    expect(wanted("A", "B", "C", "D", "E", "F")).toEqual([
      { field: "issuing_bank", wanted: "one of A, B, C, D, E and 1 more", actual: null },
    ]);
  });

  test("a text of forty code points is shown in full", () => {
    expect(mismatches({ field: "udf2", equals: "😀".repeat(40) })).toEqual([
      { field: "udf2", wanted: "😀".repeat(40), actual: null },
    ]);
  });

  test("a long text is shortened, cut between code points", () => {
    expect(mismatches({ field: "udf2", equals: "😀".repeat(255) })).toEqual([
      { field: "udf2", wanted: `${"😀".repeat(40)}…`, actual: null },
    ]);
  });

  test("a payment keeps five of a rule's mismatches, and every verdict", () => {
    const leaf = { field: "udf2", equals: "x" };
    const routing = evaluate([{ conditions: { all: Array<object>(50).fill(leaf) } }, {}]);
    expect(routing.verdicts[0]?.mismatches).toHaveLength(50);
    const kept = decisionOf(routing, []);
    expect(kept.verdicts.map((verdict) => verdict.mismatches.length)).toEqual([5, 0]);
    expect([kept.ruleSetVersion, kept.attempts]).toEqual([3, []]);
  });

  test("an inactive rule and one outside its times say so and do not match, whatever their conditions", () => {
    const routing = evaluate([{ active: false }, { active_times: { from: "2027-01-01T00:00:00Z" } }, {}]);
    expect(routing.verdicts.map(({ outcome }) => outcome)).toEqual([
      "inactive",
      "outside_active_times",
      "matched",
    ]);
    expect(routing.verdicts.map((verdict) => verdict.mismatches)).toEqual([[], [], []]);
    expect(routing.matching).toMatchObject([{ ruleId: "r2", gateways: ["one"] }]);
  });
});

describe("order", () => {
  test("rules by priority and then by id; gateways by rule, each once", () => {
    const split = {
      kind: "split",
      shares: [
        { gateway: "one", weight: 1 },
        { gateway: "three", weight: 1 },
      ],
    };
    const routing = evaluate([
      { id: "z", priority: 2, target: { kind: "failover", gateways: ["two", "one", "four"] } },
      { id: "b", priority: 1, target: split },
      { id: "a", priority: 1, conditions: { field: "udf2", equals: "x" } },
    ]);
    expect(routing.verdicts.map(({ ruleId }) => ruleId)).toEqual(["a", "b", "z"]);
    expect(gatewayOrder(routing.matching)).toEqual([
      { ruleId: "b", gateway: "three" },
      { ruleId: "b", gateway: "one" },
      { ruleId: "z", gateway: "two" },
      { ruleId: "z", gateway: "four" },
    ]);
  });
});

describe("warnings", () => {
  const warn = (rules: object[]): string[] =>
    warningsOf(
      readRules(
        1,
        routingRulesSchema.parse(rules.map((rule, index) => ({ id: `r${index}`, ...plain, ...rule }))),
      ),
      at,
      (gateway) => gateway !== "unpriced",
    ).map((warning) => (warning.kind === "rule_is_over" ? `over ${warning.ruleId}` : warning.kind));

  test("no rule, none active, or none whose time is not over is warned of; a fall-back behind a catch-all is not", () => {
    const over = { active_times: { until: "2026-11-21T12:00:00Z" } };
    expect(warn([])).toEqual(["no_active_rule"]);
    expect(warn([{ active: false }])).toEqual(["no_active_rule"]);
    expect(warn([over])).toEqual(["no_active_rule", "over r0"]);
    expect(warn([over, {}])).toEqual(["over r0"]);
    expect(warn([{ active_times: { until: "2026-11-21T12:00:00.001Z" } }])).toEqual([]);
    expect(warn([{}, { conditions: { field: "udf1", equals: "x" } }])).toEqual([]);
  });

  test("a rule that weighs fees is warned of while one of its gateways has none", () => {
    const weighing = (gateways: string[], points: number | undefined) => ({
      target: {
        kind: "success_rate",
        gateways,
        floor_percent: 1,
        shift_percent: 10,
        ...(points === undefined ? {} : { cost_within_percent: points }),
      },
    });
    expect(warn([weighing(["one", "unpriced"], 1.5)])).toEqual(["fee_unknown"]);
    expect(warn([weighing(["one", "two"], 1.5)])).toEqual([]);
    expect(warn([weighing(["one", "unpriced"], 0), weighing(["one", "unpriced"], undefined)])).toEqual([]);
    expect(warn([{ ...weighing(["one", "unpriced"], 1.5), active: false }, {}])).toEqual([]);
  });
});
