import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/checks/database";
import { prepareJobs } from "./jobs";
import { createLogger } from "./log";
import { createPool, type Pool } from "./pool";
import { openNetworkDouble } from "./testing/network-double";

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

test("a process whose connection is dropped without a word while it prepares keeps the others waiting for its limit only", async () => {
  const network = await openNetworkDouble(database.url);
  const [direct] = pools;
  if (direct === undefined) throw new Error("no pool");
  const cut = createPool({
    connectionString: network.urlOf(database.url),
    applicationName: "cut",
    maxConnections: 2,
    answerLimitMs: 500,
    logger: createLogger("test", "silent"),
  });
  // It has the lock, and its migration waits for this table.
  const holder = await direct.connect();
  await holder.query("begin; lock table graphile_worker.migrations in access exclusive mode");
  const failed = expect(prepareJobs(cut, [], { idleLimitMs: 1_000 })).rejects.toThrow();
  const idle =
    "select from pg_stat_activity where application_name = 'cut' and state = 'idle in transaction'";
  await expect.poll(async () => (await holder.query(idle)).rowCount).toBe(1);
  expect(network.drop()).toBeGreaterThan(0);
  await failed;
  await holder.query("rollback");
  holder.release();
  await prepareJobs(direct);
  await cut.end();
  await network.close();
});
