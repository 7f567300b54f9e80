import { describe, expect, test } from "vitest";
import { completeMention, mentionQueryAt, suggestPeople } from "./mention-query";

const people = [
  { personId: "1", name: "Asha Rao" },
  { personId: "2", name: "Ravi Shah" },
];

describe("the mention at the caret", () => {
  test.each([
    ["@", 1, { at: 0, typed: "" }],
    ["see @as", 7, { at: 4, typed: "as" }],
    ["see @asha r", 11, { at: 4, typed: "asha r" }],
    ["see @as later", 7, { at: 4, typed: "as" }],
    ["(@र", 3, { at: 1, typed: "र" }],
    ["mail@as", 7, null],
    ["see @as\nx", 9, null],
    ["see", 3, null],
  ])("%j at %i", (text, caret, expected) => expect(mentionQueryAt(text, caret)).toEqual(expected));
});

describe("the suggested people", () => {
  test.each([
    ["", ["Asha Rao", "Ravi Shah"]],
    ["sh", ["Ravi Shah"]],
    ["r", ["Asha Rao", "Ravi Shah"]],
    ["ASHA R", ["Asha Rao"]],
    ["asha rao", []],
    ["asha rao ", []],
    ["asha please", []],
  ])("for %j", (typed, names) =>
    expect(suggestPeople(people, { at: 0, typed }, 6).map(({ name }) => name)).toEqual(names),
  );
});

test("completing keeps what follows, with one space", () => {
  expect(completeMention("see @as later", { at: 4, typed: "as" }, "Asha Rao")).toEqual({
    text: "see @Asha Rao later",
    caret: 14,
  });
  expect(completeMention("@", { at: 0, typed: "" }, "Asha Rao")).toEqual({ text: "@Asha Rao ", caret: 10 });
});
