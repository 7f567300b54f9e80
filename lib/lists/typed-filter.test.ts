import { expect, it } from "vitest";
import { readTypedFilter, type TypedGrammar, withTyped } from "./typed-filter";

const GRAMMAR: TypedGrammar = {
  fields: { status: "status", min: "min", reference: "prefix", राशि: "min" },
  words: { status: { paid: "SUCCESS", failed: "FAILURE" } },
  text: "prefix",
  several: ["status"],
};

it.each([
  ["", {}],
  ["ORD-", { prefix: ["ORD-"] }],
  ["two words", { prefix: ["two words"] }],
  ["status:failed", { status: ["FAILURE"] }],
  ["STATUS:Paid,failed min:1000 ORD-", { status: ["SUCCESS", "FAILURE"], min: ["1000"], prefix: ["ORD-"] }],
  ["status:paid status:DROP", { status: ["SUCCESS", "DROP"] }],
  ["min:1 min:2", { min: ["2"] }],
  ['reference:"a b" min:5', { prefix: ["a b"], min: ["5"] }],
  ["reference:a:b", { prefix: ["a:b"] }],
  ["राशि:10", { min: ["10"] }],
  ["status:", { status: [] }],
  ["status: min:5", { status: [], min: ["5"] }],
  ['"two  words"', { prefix: ["two  words"] }],
  ['status:"" ', { status: [] }],
  ["status:constructor", { status: ["constructor"] }],
])("%j means %j", (text, given) => {
  expect(readTypedFilter(text, GRAMMAR)).toEqual({ given, unknown: [] });
});

it("names what the list does not have, and leaves the rest", () => {
  expect(readTypedFilter("colour:red min:5 constructor:x", GRAMMAR)).toEqual({
    given: { min: ["5"] },
    unknown: ["colour", "constructor"],
  });
});

it("what is typed narrows the address, and a period replaces exact days", () => {
  const query = { typed: "x", cursor: "c", from: "2026-11-01", status: ["PAID"], columns: "a" };
  expect(withTyped(query, { range: ["today"], min: ["5"] })).toEqual({
    status: ["PAID"],
    columns: "a",
    range: ["today"],
    min: ["5"],
  });
  expect(withTyped({ range: "7d" }, { until: ["2026-11-02"] })).toEqual({ until: ["2026-11-02"] });
});
