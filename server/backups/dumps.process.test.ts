import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  createPlainCluster,
  debianBinaries,
  type PlainPostgres,
  startPlainPostgres,
} from "@/tools/testing/plain-postgres";
import { makeFolder, query, removeFolder } from "@/tools/testing/embedded/harness";
import { fill, peopleIn, run } from "@/tools/testing/backups/installation";

/** External databases of Debian's Postgres, with its pg_dump and pg_restore. */
let base: string;
let postgres: PlainPostgres | null = null;
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

beforeAll(async () => {
  base = await makeFolder();
  const bin = await debianBinaries();
  if (bin === null || spawnSync("pg_dump", ["--version"]).status !== 0) return;
  await createPlainCluster(bin, join(base, "cluster"));
  postgres = await startPlainPostgres(bin, join(base, "cluster"), { fsync: "off" });
});
afterAll(async () => {
  await postgres?.stop();
  await removeFolder(base);
});

async function createOwned(admin: string, name: string): Promise<void> {
  await query(admin, `create role ${name} login createrole password 'test-password'`);
  await query(admin, `create database ${name} owner ${name}`);
}

test("external databases are dumped, restored on trial, and brought back into empty databases with refunds held", async ({
  skip,
}) => {
  if (postgres === null) return skip("Debian's Postgres with pg_dump is not installed here");
  const running = postgres;
  const urlOf = (database: string): string => running.urlOf(database);
  const ownUrl = (name: string): string => urlOf(name).replace("//postgres:", `//${name}:`);
  for (const name of ["routing", "dashboard", "routing_new", "dashboard_new"]) {
    await createOwned(urlOf("postgres"), name);
  }
  await fill({ routing: ownUrl("routing"), dashboard: ownUrl("dashboard") });
  const data = join(base, "data");
  await mkdir(data, { mode: 0o700 });
  const store = { DATA_DIR: data, BACKUP_FOLDER: join(base, "backups") };
  const env = {
    ...store,
    ROUTING_DATABASE_URL: ownUrl("routing"),
    DASHBOARD_DATABASE_URL: ownUrl("dashboard"),
  };

  const made = await run("backups", ["run"], env);
  expect(made.output).toMatch(/^paydeck-\d{8}T\d{6}Z-dumps: \d+ bytes, restored on trial\.\n$/);
  expect(made.code).toBe(0);
  const name = made.output.split(":")[0] ?? "";
  expect(await query(urlOf("routing"), "select backup_name, failure from backup_state")).toEqual([
    { backup_name: name, failure: null },
  ]);

  // A restore replaces nothing: the databases in the variables have tables.
  const refused = await run("restore", ["stored:latest"], env);
  expect(refused.output).toContain("The database of ROUTING_DATABASE_URL has tables");
  expect(refused.code).toBe(1);

  const fresh = {
    ...store,
    ROUTING_DATABASE_URL: ownUrl("routing_new"),
    DASHBOARD_DATABASE_URL: ownUrl("dashboard_new"),
  };
  const whole = await readFile(join(base, "backups", name));
  await writeFile(join(base, "cut"), whole.subarray(0, whole.length - 3_000));
  expect((await run("restore", [join(base, "cut")], fresh)).output).toContain("is damaged");
  const restored = await run("restore", ["stored:latest"], fresh);
  expect(restored.output).toContain("is in the databases: routing, dashboard");
  expect(restored.output).toContain("Refunds are held");
  expect(restored.code).toBe(0);
  expect(await peopleIn(ownUrl("dashboard_new"))).toEqual(["asha@example.com", "ravi@example.com"]);
  for (const database of ["routing_new", "dashboard_new"]) {
    expect(await query(ownUrl(database), "select released_at from refund_hold")).toEqual([
      { released_at: null },
    ]);
  }
  // It is complete for this version: the migration finds nothing to do, and grants what a dump does not contain.
  expect(await run("migrate", [], fresh)).toMatchObject({ code: 0 });
});

test("two machines that share external databases do not back them up at the same time", async ({ skip }) => {
  if (postgres === null) return skip("Debian's Postgres with pg_dump is not installed here");
  const url = postgres.urlOf("routing");
  const other = join(base, "other");
  await mkdir(other, { mode: 0o700 });
  const holding = query(url, "select pg_advisory_lock(hashtextextended('paydeck-backup', 0)), pg_sleep(8)");
  await new Promise((resolve) => setTimeout(resolve, 500));
  const env = { DATA_DIR: other, BACKUP_FOLDER: join(base, "backups"), ROUTING_DATABASE_URL: url };
  expect((await run("backups", ["run"], env)).output).toContain("Another process is making a backup");
  await holding;
});
