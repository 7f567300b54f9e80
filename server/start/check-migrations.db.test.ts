import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { checkMigrations } from "./check-migrations";

let database: TestDatabase;
let folder: string;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "paydeck-check-"));
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});
const check = () => checkMigrations("dashboard", database.url, folder);

test("an upgrade says what it would do to each schema and which tables it locks, and does nothing", async () => {
  await writeFile(join(folder, "0001_first.sql"), "create table payments (id int)");
  expect(await check()).toEqual({ fits: true, lines: ["dashboard: 1 to apply", "  0001_first"] });
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await migrate(options);
  await migrate({ ...options, schema: "account_2" });
  expect(await check()).toEqual({
    fits: true,
    lines: ["dashboard: nothing to do", "dashboard (account_2): nothing to do"],
  });

  await writeFile(
    join(folder, "0002_second.sql"),
    "alter table payments add note text; create index payments_by_note on payments (note)",
  );
  const each = [
    "  0002_second",
    "    locks payments (0 bytes) for a moment",
    "    nobody writes to payments (0 bytes) while an index reads all of it",
  ];
  expect(await check()).toEqual({
    fits: true,
    lines: ["dashboard: 1 to apply", ...each, "dashboard (account_2): 1 to apply", ...each],
  });
  expect((await client.query("select name from schema_migrations")).rows).toEqual([{ name: "0001_first" }]);
});

test("a database of another commit, or whose tables belong to another role, does not fit", async () => {
  await client.query("update schema_migrations set checksum = 'another'");
  const other = await check();
  expect([other.fits, other.lines[0]]).toEqual([false, expect.stringMatching(/another commit/)]);
  await client.query(
    "update schema_migrations set checksum = (select checksum from account_2.schema_migrations)",
  );
  const role = `checker_${Date.now()}`;
  await client.query(`create role ${role} login password 'test-password'`);
  await client.query(
    `grant select on all tables in schema public, account_2 to ${role}; grant usage on schema account_2 to ${role}`,
  );
  const url = new URL(database.url);
  url.username = role;
  url.password = "test-password";
  const found = await checkMigrations("dashboard", url.href, folder);
  await client.query(`drop owned by ${role}; drop role ${role}`);
  expect(found.fits).toBe(false);
  expect(found.lines.at(-1)).toBe(`the role ${role} does not own the table payments, and cannot change it`);
});
