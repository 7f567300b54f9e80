import { chown, mkdir, readdir, readFile, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./start-postgres";
import { copyFolder, makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { TEST_OPTIONS } from "@/tools/testing/embedded/options";

/** The error message for a damaged database says what to do, and no new database is created in its place. */
// Postgres syncs the whole folder to the disk before it starts or refuses, while other tests keep the disk busy.
vi.setConfig({ testTimeout: 240_000 });
const isRoot = process.getuid?.() === 0;
let base: string;
let folder: string;
let dataFolder: string;
let postgres: EmbeddedPostgres | null = null;

beforeAll(async () => {
  base = await makeFolder();
  folder = join(base, "whole");
  await query((await start()).adminUrl, "create table kept as select 'committed' as note");
  await postgres?.stop();
});
beforeEach(async () => {
  folder = join(base, "data");
  dataFolder = join(folder, "postgres");
  await copyFolder(join(base, "whole"), folder);
});
afterEach(async () => {
  await postgres?.stop();
  postgres = null;
  await removeFolder(folder);
});
afterAll(() => removeFolder(base));

async function start(): Promise<EmbeddedPostgres> {
  postgres = await startEmbeddedPostgres({ ...TEST_OPTIONS, folder, onEvent: () => undefined });
  return postgres;
}

async function expectRefused(words: RegExp): Promise<void> {
  const before = await readdir(folder);
  const message = await start().then(
    () => "it started",
    (error: unknown) => (error instanceof Error ? error.message : "no error"),
  );
  expect(message).toMatch(words);
  expect(message).toMatch(/[Rr]estore a backup|chown -R/);
  expect((await readdir(folder)).filter((name) => name !== "logs")).toEqual(
    before.filter((name) => name !== "logs"),
  );
}

test("PG_VERSION is missing", async () => {
  await rm(join(dataFolder, "PG_VERSION"));
  await expectRefused(/is not an intact Postgres database/);
});

test("pg_control is cut off, and starts again when it is brought back", async () => {
  const control = join(dataFolder, "global", "pg_control");
  const whole = await readFile(control);
  await truncate(control, 100);
  await expectRefused(/pg_control.*are damaged/s);
  await writeFile(control, whole);
  expect(await query((await start()).adminUrl, "select note from kept")).toEqual([{ note: "committed" }]);
});

test("pg_control is missing", async () => {
  await rm(join(dataFolder, "global", "pg_control"));
  await expectRefused(/are damaged/);
});

test("the write-ahead log is missing", async () => {
  await rm(join(dataFolder, "pg_wal"), { recursive: true });
  await expectRefused(/are damaged/);
});

test("the whole database is gone, or its folder is empty", async () => {
  await rm(dataFolder, { recursive: true });
  await expectRefused(/is gone/);
  await mkdir(dataFolder);
  await expectRefused(/is gone/);
});

test.runIf(isRoot)("the files were copied by root", async () => {
  await chown(dataFolder, 0, 0);
  await expectRefused(/belongs to root.*chown -R/s);
});

test.runIf(isRoot)("single files were copied by root", async () => {
  await chown(join(dataFolder, "global", "pg_control"), 0, 0);
  await expectRefused(/chown -R/);
});
