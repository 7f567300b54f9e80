import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
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
const clients: pg.Client[] = [];
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()));
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
  const other = await connect();
  await other.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const steps: (string | null)[] = [];
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  const migrated = migrate({ ...options, onStep: (step) => steps.push(step) });
  await vi.waitFor(async () => {
    const waiting = await other.query("select from pg_locks where locktype = 'advisory' and not granted");
    expect(waiting.rowCount).toBe(1);
  }, 45_000);
  expect(steps).toEqual(["it waits for another process that migrates the database"]);
  await other.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  await migrated;
  expect(steps.at(-1)).toBeNull();
});

test("a migration that waits for a table lets others read it meanwhile, and runs once the table is free", async () => {
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await migrate(options);
  await writeFile(join(folder, "0003_third.sql"), "alter table first add column name text");
  const holder = await connect();
  const reader = await connect();
  await holder.query("begin; select from first");

  const steps: (string | null)[] = [];
  const migrated = migrate({ ...options, onStep: (step) => steps.push(step) });
  await vi.waitFor(
    () => expect(steps).toContain("it waits for sessions that use the tables of 0003_third"),
    45_000,
  );
  // The table is still in use, and the reader does not have to wait for that.
  await reader.query("select from first");
  await holder.query("commit");
  await migrated;
  const { rows } = await reader.query(
    "select column_name as name from information_schema.columns where table_name = 'first' order by ordinal_position",
  );
  expect(rows).toEqual([{ name: "id" }, { name: "name" }]);
});

test("a version that does not know the newest migrations starts on their database, and changes nothing", async () => {
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await migrate(options);
  await rm(join(folder, "0002_second.sql"));
  const steps: (string | null)[] = [];
  await migrate({ ...options, onStep: (step) => steps.push(step) });
  expect(steps.at(-2)).toBe("it migrates the database");
});

/** Everything that the catalog and the tables say, so that any change shows. */
async function contents(client: pg.Client): Promise<unknown[]> {
  const { rows } = await client.query<{ name: string; rows: unknown }>(
    `select c.oid::regclass::text as name, c.relkind, c.xmin::text,
       (xpath('//row', query_to_xml(format('select * from %s', c.oid::regclass), false, false, '')))::text as rows
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`,
  );
  const schemas = await client.query<{ name: string }>("select nspname as name from pg_namespace order by 1");
  return [...rows, ...schemas.rows];
}

/** Commits before the baseline left a database like this: other names, and a table of migrations without checksums. */
const BEFORE_THE_BASELINE = `
  create table schema_migrations (id serial primary key, name varchar(255) not null, run_on timestamp not null);
  insert into schema_migrations (name, run_on) values ('0001_people-refunds-audit', now()), ('0107_requests', now());
  create table people (id uuid primary key, name text);
  insert into people values (gen_random_uuid(), 'Asha')`;

test.each([
  ["has other migrations", BEFORE_THE_BASELINE],
  [
    "was made by another text of a migration",
    `create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz default now());
     insert into schema_migrations values ('0001_first', 'of another text')`,
  ],
])("a database that %s is refused in plain words, and nothing in it changes", async (_, sql) => {
  const other = await connect();
  await other.query(sql);
  const before = await contents(other);
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await expect(migrate(options)).rejects.toThrow(
    /^The database \w+ was made by another commit of Paydeck.*Nothing was changed\. Start with a new data folder \(DATA_DIR\)/,
  );
  expect(await contents(other)).toEqual(before);
});

test.each([
  [
    "has something else in it",
    "create table first (name text); insert into first values ('ours')",
    /^The database \w+ has something else in it \(relation "first" already exists\)\. Nothing was changed\. Start with a new/,
  ],
  [
    "has the migrations of another program",
    "create table schema_migrations (version text); insert into schema_migrations values ('20201129')",
    /^The database \w+ was made by another.*Nothing was changed/,
  ],
])("a database that %s is refused in plain words, and nothing in it changes", async (_, sql, refusal) => {
  const other = await connect();
  await other.query(sql);
  const before = await contents(other);
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await expect(migrate(options)).rejects.toThrow(refusal);
  expect(await contents(other)).toEqual(before);
});

test("a schema of an account is migrated by itself, and another text of it is refused by its name", async () => {
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await migrate(options);
  await migrate({ ...options, schema: "account_2" });
  const other = await connect();
  await other.query("select from account_2.second");
  await other.query("update account_2.schema_migrations set checksum = 'other' where name = '0002_second'");
  await migrate(options);
  await expect(migrate({ ...options, schema: "account_2" })).rejects.toThrow("(schema account_2)");
});

test("a migration that fails leaves nothing, and the next start tries it again", async () => {
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await writeFile(join(folder, "0003_third.sql"), "create table third (id int); select 1 / 0");
  await expect(migrate(options)).rejects.toThrow("division by zero");
  await writeFile(join(folder, "0003_third.sql"), "create table third (id int)");
  await migrate(options);
  const { rows } = await (await connect()).query("select name from schema_migrations order by name");
  expect(rows.map(({ name }: { name: string }) => name)).toEqual(["0001_first", "0002_second", "0003_third"]);
});

test("a migration that a newer version has skipped is refused", async () => {
  const options = { connectionString: database.url, folder, logger: createLogger("test", "silent") };
  await writeFile(join(folder, "0004_fourth.sql"), "create table fourth (id int)");
  await migrate(options);
  await writeFile(join(folder, "0003_third.sql"), "create table third (id int)");
  await expect(migrate(options)).rejects.toThrow("without 0003_third");
  expect((await (await connect()).query("select where to_regclass('third') is null")).rowCount).toBe(1);
});

/** Sets a limit for all new sessions of the database. */
async function limitSessions(client: pg.Client, limit: string, ms: number): Promise<void> {
  const name = pg.escapeIdentifier(new URL(database.url).pathname.slice(1));
  await client.query(`alter database ${name} set ${limit} = ${ms}`);
}

test("a limit that the database sets for locks does not end the wait for another process", async () => {
  const other = await connect();
  await limitSessions(other, "lock_timeout", 100);
  await other.query("select pg_advisory_lock($1)", [MIGRATION_LOCK]);
  const migrated = migrate({
    connectionString: database.url,
    folder,
    logger: createLogger("test", "silent"),
  }).then(() => "migrated");
  expect(await Promise.race([migrated, sleep(500, "still waits")])).toBe("still waits");
  await other.query("select pg_advisory_unlock($1)", [MIGRATION_LOCK]);
  expect(await migrated).toBe("migrated");
});

test("a limit that the database sets for transactions does not end a long migration", async ({ skip }) => {
  const other = await connect();
  const { rowCount } = await other.query("select from pg_settings where name = 'transaction_timeout'");
  if (rowCount === 0) skip("this Postgres has no such limit");
  await limitSessions(other, "transaction_timeout", 100);
  await writeFile(join(folder, "0003_third.sql"), "select pg_sleep(0.5)");
  await migrate({ connectionString: database.url, folder, logger: createLogger("test", "silent") });
  const { rows } = await other.query("select name from schema_migrations order by name desc limit 1");
  expect(rows).toEqual([{ name: "0003_third" }]);
});
