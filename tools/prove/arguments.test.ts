import { expect, test } from "vitest";
import { wordsOf } from "@/tools/checks/commands/documented";
import { readArguments } from "./arguments";
import { PROOFS } from "./proofs";

const KNOWN = ["crash", "wire"];

test("nothing said runs all of them, short", () => {
  expect(readArguments([], KNOWN)).toEqual({
    isLong: false,
    only: null,
    seed: null,
    minutes: null,
    report: null,
  });
});

test("everything can be chosen", () => {
  const given = "--long --only wire,crash --seed 7 --minutes 10 --report out.json".split(" ");
  expect(readArguments(given, KNOWN)).toEqual({
    isLong: true,
    only: ["wire", "crash"],
    seed: 7,
    minutes: 10,
    report: "out.json",
  });
});

test("a proof that does not exist is reported with those that do", () => {
  expect(() => readArguments(["--only", "wires"], KNOWN)).toThrow(
    "There is no proof wires. There are crash, wire.",
  );
});

test.each([[["--seed"]], [["--seed", "x"]], [["--minutes", "0"]], [["--seed", "-1"]], [["--fast"]]])(
  "%j is refused with how it is called",
  (given) => {
    expect(() => readArguments(given, KNOWN)).toThrow("Usage: npm run prove");
  },
);

test("the arguments that documents show are read", () => {
  const names = PROOFS.map(({ name }) => name);
  const calls = wordsOf("prove", { NAME: names[0] ?? "", N: "1" });
  expect(calls.length).toBeGreaterThan(5);
  for (const words of calls) readArguments(words, names);
});
