import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { prepareJobs } from "./jobs";
import { createLogger } from "./log";
import { createPool, type Pool } from "./pool";
import { openNetworkDouble } from "@/tools/testing/platform/network-double";

const PROCESSES = 8;

let database: TestDatabase;
let pools: Pool[];
beforeAll(async () => {
  database = await createTestDatabase("jobs");
  pools = Array.from({ length: PROCESSES }, () =>
    createPool({
      connectionString: database.url,
      applicationName: "test",
      maxConnections: 2,
      logger: createLogger("test", "silent"),
    }),
  );
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

test("processes that start together on a new database all find their job tables", async () => {
  await Promise.all(pools.map((pool) => prepareJobs(pool)));
  for (const pool of pools) {
    const { rows } = await pool.query("select count(*)::int as jobs from graphile_worker.jobs");
    expect(rows).toEqual([{ jobs: 0 }]);
  }
});

test("a process whose connection is dropped silently while it prepares blocks the others only until its idle limit", async () => {
  const network = await openNetworkDouble(database.url);
  const [direct] = pools;
  if (direct === undefined) throw new Error("no pool");
  const cut = createPool({
    connectionString: network.urlOf(database.url),
    applicationName: "cut",
    maxConnections: 2,
    responseLimitMs: 6_000,
    logger: createLogger("test", "silent"),
  });
  // It has the lock, and its migration waits for this table.
  const holder = await direct.connect();
  await holder.query("begin; lock table graphile_worker.migrations in access exclusive mode");
  const failed = expect(prepareJobs(cut, [], { idleLimitMs: 4_000 })).rejects.toThrow();
  // The session is also idle between two statements before the lock: a statement that waits for the lock is sent
  // without a limit.
  const holds = `select from pg_stat_activity where application_name = 'cut' and state = 'idle in transaction'
    and exists (select from pg_stat_activity where application_name = 'cut' and wait_event_type = 'Lock')`;
  try {
    // Not on the holder's connection: a transaction keeps the activity that it saw first.
    await expect.poll(async () => (await direct.query(holds)).rowCount, { timeout: 20_000 }).toBe(1);
    expect(network.drop()).toBeGreaterThan(0);
    await failed;
  } finally {
    await holder.query("rollback");
    holder.release();
  }
  await prepareJobs(direct);
  await cut.end();
  await network.close();
});
