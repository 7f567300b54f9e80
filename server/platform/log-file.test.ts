import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { appendToLog } from "./log-file";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-log-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a full log is set aside, the oldest is removed, and the lines in between are all there, in order", async () => {
  const path = join(folder, "routing.log");
  for (let line = 1; line <= 10; line += 1) appendToLog(path, `line ${line}\n`, { mostBytes: 14, kept: 3 });
  expect((await readdir(folder)).sort()).toEqual(["", ".1", ".2", ".3"].map((end) => `routing.log${end}`));
  const texts = await Promise.all([".3", ".2", ".1", ""].map((end) => readFile(path + end, "utf8")));
  expect(texts.join("")).toBe([3, 4, 5, 6, 7, 8, 9, 10].map((line) => `line ${line}\n`).join(""));
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
