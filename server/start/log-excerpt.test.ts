import { expect, test } from "vitest";
import { createLogExcerpt } from "./log-excerpt";

test("warnings and errors of a log are shown, however the log is cut into pieces, and nothing else of it", () => {
  const log = [
    { level: 30, msg: "ready" },
    { level: 40, msg: "slow", err: { message: "timeout" } },
    { level: 50, msg: "printed", text: "./app/page.tsx:1:1\nUnexpected token" },
    { level: 50, msg: "failed", err: { message: "x", stack: "Error: x\n    at y" } },
  ];
  const text = `${log.map((line) => JSON.stringify(line)).join("\n")}\nnot a line of the log\n`;
  for (const size of [1, 7, text.length]) {
    const shown: string[] = [];
    const take = createLogExcerpt("routing", (line) => shown.push(line));
    for (let at = 0; at < text.length; at += size) take(text.slice(at, at + size));
    expect(shown).toEqual([
      "[routing] warning: slow\ntimeout",
      "[routing] error: ./app/page.tsx:1:1\nUnexpected token",
      "[routing] error: failed\nError: x\n    at y",
      "[routing] not a line of the log",
    ]);
  }
});
