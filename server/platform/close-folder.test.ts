import { chmod, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { closeFolder, isOpenToOthers } from "./close-folder";

const isRoot = process.getuid?.() === 0;
let parent: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "paydeck-close-"));
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const modeOf = async (path: string): Promise<number> => (await stat(path)).mode & 0o7777;

test("a folder is made for its owner alone, and one that was open is closed", async () => {
  const folder = join(parent, "data");
  await closeFolder(folder);
  expect(await modeOf(folder)).toBe(0o700);
  await chmod(folder, 0o777);
  expect(await isOpenToOthers(folder)).toBe(true);
  await closeFolder(folder);
  expect([await modeOf(folder), await isOpenToOthers(folder)]).toEqual([0o700, false]);
});

test.runIf(isRoot)("another user may pass through by its group, and not list it", async () => {
  await closeFolder(parent, { uid: 65_534, gid: 65_534 });
  expect([await modeOf(parent), (await stat(parent)).gid]).toEqual([0o710, 65_534]);
  expect(await isOpenToOthers(parent)).toBe(false);
});

test("a folder that all share stays open, and is reported", async () => {
  await chmod(parent, 0o1777);
  await closeFolder(parent);
  expect([await modeOf(parent), await isOpenToOthers(parent)]).toEqual([0o1777, true]);
});
