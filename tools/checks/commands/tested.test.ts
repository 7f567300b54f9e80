import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { blockOf, callOf, commandsOf, covers, linesOf, PAGES, readPage, wordsOf } from "./documented";
import { BLOCKS, NOT_RUN, RUN_ELSEWHERE, RUN_HERE } from "./how-tested";

const documented = PAGES.flatMap(commandsOf);
const run = [
  ...Object.values(RUN_HERE),
  ...Object.values(BLOCKS).flatMap(([page, words]) => linesOf(blockOf(page, words))),
];

function isRunHere(command: string): boolean {
  const call = callOf(command);
  return run.some((one) => {
    const other = callOf(one);
    return one === command || (call !== null && other !== null && covers(other, call));
  });
}
const isListed = (command: string): boolean =>
  [...RUN_ELSEWHERE, ...NOT_RUN].some(([pattern]) => pattern.test(command));

test("each command of a document is run by a test, or listed with the reason why it cannot be", () => {
  expect(documented.length).toBeGreaterThan(100);
  expect(documented.filter(({ text }) => !isRunHere(text) && !isListed(text))).toEqual([]);
});

test("a command that no list knows is noticed", () => {
  for (const unknown of ["npm run merchant -- delete NAME", "npm run doctor -- --fix", "./paydeck shrink"])
    expect([isRunHere(unknown), isListed(unknown)], unknown).toEqual([false, false]);
  expect(isRunHere('./paydeck merchant create "Corner Shop"')).toBe(true);
});

test("each entry of the lists is about a command of a document", () => {
  const unused = [...RUN_ELSEWHERE, ...NOT_RUN].filter(
    ([pattern]) => !documented.some(({ text }) => pattern.test(text)),
  );
  expect(unused.map(([pattern]) => pattern.source)).toEqual([]);
});

test("each test that is named as running a command exists", () => {
  for (const [, file, name] of RUN_ELSEWHERE) {
    expect(existsSync(join(projectRoot(), file)), file).toBe(true);
    expect(readPage(file)).toContain(name);
  }
});

test("npm run bench reads the arguments that documents show", async () => {
  const { readOptions } = (await import(join(projectRoot(), "tools/bench/options.mjs"))) as {
    readOptions: (args: string[]) => unknown;
  };
  const calls = wordsOf("bench");
  expect(calls.length).toBeGreaterThan(2);
  for (const words of calls) readOptions(words);
});
