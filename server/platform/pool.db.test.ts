import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { createLogger } from "./log";
import { createPool, isDatabaseOutage, type Pool } from "./pool";
import { socketOf } from "./socket-of";
import { inTransaction } from "./transaction";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase("routing");
  pool = createPool({
    connectionString: database.url,
    applicationName: "test",
    maxConnections: 2,
    logger: createLogger("test", "silent"),
    idleInTransactionMs: 300,
  });
  await pool.query(`create table held (id integer primary key); insert into held values (1)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("no plan is compiled, which would take longer than it to run", async () => {
  const { rows } = await pool.query("show jit");
  expect(rows).toEqual([{ jit: "off" }]);
});

test("a statement sees what was committed before it, whatever the database was set to do", async () => {
  await pool.query(`alter database ${pg.escapeIdentifier(new URL(database.url).pathname.slice(1))}
    set default_transaction_isolation = 'repeatable read'`);
  const later = createPool({
    connectionString: database.url,
    applicationName: "test",
    maxConnections: 1,
    logger: createLogger("test", "silent"),
  });
  const { rows } = await later.query("show transaction_isolation");
  await later.end();
  expect(rows).toEqual([{ transaction_isolation: "read committed" }]);
});

test("what is sent together leaves in one write, and a transaction's begin with its first statement", async () => {
  const client = await pool.connect();
  const stream = socketOf(client);
  const writes = vi.spyOn(stream, "_writev");
  const single = vi.spyOn(stream, "_write");
  client.release();
  await inTransaction(pool, async (db) => {
    await Promise.all([db.query("select 1"), db.query("select $1::text", ["two"]), db.query("select 3")]);
  });
  expect([writes.mock.calls.length, single.mock.calls.length]).toEqual([1, 1]);
});

test("a process that hangs in a transaction loses it, so that its row locks do not outlive it by hours", async () => {
  let hangs = (): void => undefined;
  let resume = (): void => undefined;
  const hanging = new Promise<void>((resolve) => {
    hangs = resolve;
  });
  const resumed = new Promise<void>((resolve) => {
    resume = resolve;
  });
  const outcome = inTransaction(pool, async (db) => {
    await db.query(`select id from held where id = 1 for update`);
    hangs();
    await resumed;
    await db.query(`delete from held`);
  }).then(
    () => "committed",
    (error: unknown) => isDatabaseOutage(error),
  );
  await hanging;
  const { rows } = await inTransaction(pool, (db) => db.query(`select id from held where id = 1 for update`));
  expect(rows).toEqual([{ id: 1 }]);
  resume();
  expect(await outcome).toBe(true);
  expect((await pool.query(`select id from held`)).rows).toEqual([{ id: 1 }]);
});

test("a server that says nothing is given up where one can do without it, and its connection is not used again", async () => {
  const impatient = createPool({
    connectionString: database.url,
    applicationName: "test",
    maxConnections: 1,
    logger: createLogger("test", "silent"),
    responseLimitMs: 2_000,
  });
  try {
    await expect(impatient.query("select pg_sleep(14)")).rejects.toThrow("timeout");
    expect((await impatient.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  } finally {
    await impatient.end();
  }
});
