import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/checks/database";
import { prepareJobs } from "./jobs";
import { createLogger } from "./log";
import { createPool, type Pool } from "./pool";

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
