import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { compareClock } from "./database-clock";
import { createLogger } from "./log";
import { createPool, type Pool } from "./pool";

const DAY_MS = 86_400_000;
const logger = createLogger("test", "silent");
let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase("database_clock");
  pool = createPool({ connectionString: database.url, applicationName: "test", maxConnections: 1, logger });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** How many days a clock is ahead of the database's, of a process that is ahead by `aheadDays`, and then by `laterDays`. */
async function daysAhead(aheadDays: number, laterDays = aheadDays): Promise<number> {
  let days = aheadDays;
  const own = { now: () => new Date(Date.now() + days * DAY_MS) };
  const clock = await compareClock(pool, logger, own);
  days = laterDays;
  // Without the addition it may be -0.
  return Math.round((clock.now().getTime() - Date.now()) / DAY_MS) + 0;
}

test("the clock of a process that is ahead of the database is the database's, also when it was set after it was compared", async () => {
  expect([await daysAhead(6), await daysAhead(0, 6), await daysAhead(6, 0), await daysAhead(-6)]).toEqual([
    0, 0, 0, -6,
  ]);
});
