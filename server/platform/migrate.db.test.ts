import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/checks/database";
import { createLogger } from "./log";
import { migrate, MIGRATION_LOCK } from "./migrate";

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "paydeck-migrate-"));
  await writeFile(join(folder, "0001_first.sql"), "create table first (id int)");
  await writeFile(join(folder, "0002_second.sql"), "create table second (id int)");
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a start that migrates says which migration it is at, and when it is done", async () => {
  const steps: (string | null)[] = [];
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await migrate({ ...options, onStep: (step) => steps.push(step) });
  expect(steps).toEqual([
    "it waits for another process that migrates the database",
    "it migrates the database",
    "it migrates the database (0001_first)",
    "it migrates the database (0002_second)",
    null,
  ]);
});

test("a start waits for as long as another process migrates", async () => {
  const other = new pg.Client({ connectionString: database.url });
  await other.connect();
  await other.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const steps: (string | null)[] = [];
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  const migrated = migrate({ ...options, onStep: (step) => steps.push(step) });
  await vi.waitFor(async () => {
    const waiting = await other.query("select from pg_locks where locktype = 'advisory' and not granted");
    expect(waiting.rowCount).toBe(1);
  });
  expect(steps).toEqual(["it waits for another process that migrates the database"]);
  await other.end();
  await migrated;
  expect(steps.at(-1)).toBeNull();
});
