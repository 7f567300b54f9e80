import { expect, test } from "vitest";
import { listProcesses, partOf } from "./processes";
import { readNews } from "./starter";

test.each([
  [
    "The routing service has been down since 2026-01-02T03:04:05.678Z: it ended with signal SIGKILL.",
    { part: "routing", kind: "down", atMs: Date.UTC(2026, 0, 2, 3, 4, 5, 678) },
  ],
  [
    "The database is back at 2026-01-02T03:04:07.000Z, after 2 s.",
    { part: "database", kind: "back", atMs: Date.UTC(2026, 0, 2, 3, 4, 7) },
  ],
  ["Paydeck is ready at http://127.0.0.1:3000", null],
  ["The moon has been down since 2026-01-02T03:04:05.678Z: it set.", null],
])("%s", (line, news) => {
  expect(readNews(line)).toEqual(news);
});

test.each([
  [["/usr/lib/postgresql/bin/postgres", "-D", "x"], "database"],
  [["node", "/x/dist/routing.js"], "routing"],
  [["node", "/x/dist/routing.js", "worker"], "worker"],
  [["node", "/x/dist/dashboard.js"], "dashboard"],
  [["node", "/x/dist/start.js"], null],
])("%j", (command, part) => {
  expect(partOf({ pid: 1, parent: 1, command })).toBe(part);
});

test("this process is listed with its parent", () => {
  expect(listProcesses()).toContainEqual(expect.objectContaining({ pid: process.pid, parent: process.ppid }));
});
