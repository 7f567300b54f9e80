import { expect, test } from "vitest";
import { decisionSteps } from "./decision-steps";
import type { DecisionView } from "./payment-detail-view";

const attempt = (ruleId: string, gateway: string, outcome: "opened" | "failed" = "failed") => ({
  ruleId,
  ruleName: ruleId,
  gateway,
  outcome,
  cause: null,
  message: null,
});
const rates = (gateway: string, share: number) => ({
  gateway,
  share,
  rate: 0.9,
  outcomes: 100,
  isFailing: false,
  feeRate: null,
});
const segment = {
  currency: null,
  method: null,
  scheme: null,
  bank: null,
  amountFrom: null,
  amountBelow: null,
};
const nothing: DecisionView = {
  version: 3,
  rules: [],
  attempts: [],
  successRates: [],
  avoided: [],
  experiment: null,
};

test("a rule lists what it tried, in that order, then what it could have chosen, by share", () => {
  const steps = decisionSteps({
    ...nothing,
    rules: [
      { id: "wallets", name: "Wallets", outcome: "not_matched", mismatches: [] },
      { id: "cards", name: "Cards", outcome: "matched", mismatches: [] },
    ],
    attempts: [attempt("cards", "b"), attempt("cards", "a", "opened")],
    successRates: [
      {
        ruleId: "cards",
        ruleName: "Cards",
        segment,
        countedAt: "2026-11-26T00:00:00.000Z",
        costWithin: 0,
        gateways: [rates("a", 0.6), rates("c", 0.1), rates("b", 0.1), rates("d", 0.2)],
      },
    ],
  });
  expect(steps.map(({ name, branches }) => [name, branches.map(({ gateway }) => gateway)])).toEqual([
    ["Wallets", []],
    ["Cards", ["b", "a", "d", "c"]],
  ]);
  expect(steps[1]?.branches.map(({ order, share }) => [order, share])).toEqual([
    [1, 0.1],
    [2, 0.6],
    [null, 0.2],
    [null, 0.1],
  ]);
});

test("attempts are numbered through all rules, and those of a rule that is not listed are shown at the end", () => {
  const steps = decisionSteps({
    ...nothing,
    rules: [{ id: "cards", name: "Cards", outcome: "matched", mismatches: [] }],
    attempts: [attempt("cards", "a"), attempt("default", "simulator", "opened")],
  });
  expect(steps.map(({ name, branches }) => [name, branches.map(({ order }) => order)])).toEqual([
    ["Cards", [1]],
    ["default", [2]],
  ]);
  expect(steps[1]?.branches[0]).toMatchObject({ share: null });
});

test("the first rule that matches decides, and the later ones are its failover", () => {
  const rule = (id: string, outcome: "matched" | "not_matched") => ({
    id,
    name: id,
    outcome,
    mismatches: [],
  });
  const steps = decisionSteps({
    ...nothing,
    rules: [
      rule("wallets", "not_matched"),
      rule("cards", "matched"),
      rule("large", "not_matched"),
      rule("rest", "matched"),
    ],
    attempts: [attempt("cards", "a", "opened"), attempt("unlisted", "b")],
  });
  expect(steps.map(({ outcome }) => outcome)).toEqual([
    "not_matched",
    "matched",
    "not_matched",
    "failover",
    "failover",
  ]);
});

test("two rules of one name have their own attempts", () => {
  const steps = decisionSteps({
    ...nothing,
    rules: [
      { id: "first", name: "Cards", outcome: "matched", mismatches: [] },
      { id: "second", name: "Cards", outcome: "matched", mismatches: [] },
    ],
    attempts: [attempt("first", "a"), attempt("second", "b", "opened")],
  });
  expect(steps.map(({ branches }) => branches.map(({ gateway }) => gateway))).toEqual([["a"], ["b"]]);
});
