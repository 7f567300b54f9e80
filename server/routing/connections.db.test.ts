import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { workDueRows } from "@/server/platform/due-rows/work-due-rows";
import type { Jobs } from "@/server/platform/run-job";
import { createLogger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { type Connections, openConnections } from "./connections";
import { schedules } from "./store/workers/schedules";
import { reportWorker } from "@/server/platform/workers";

let database: MigratedDatabase;
let connections: Connections;
let outside: pg.Client;
let jobs: Jobs;
const done: string[] = [];
const logger = createLogger("test", "silent");

beforeAll(async () => {
  database = await createMigratedDatabase("routing");
  connections = await openConnections(
    {
      ROUTING_DATABASE_URL: database.url,
      ROUTING_POOLER_URL: undefined,
      ROUTING_REPLICA_URL: undefined,
      ROUTING_REPLICA_LAG_MS: 10_000,
    },
    logger,
  );
  outside = new pg.Client({ connectionString: database.url });
  await outside.connect();
  await outside.query("create table scarce (id integer primary key); insert into scarce values (1)");
  jobs = workDueRows({
    rows: schedules,
    task: "schedules",
    pool: connections.jobs,
    sessions: connections.sessions,
    logger,
    onJobDone: () => undefined,
    lanes: ["sweep"],
    shares: { free: { most: 1, ofLane: () => 1 }, hold: (_, call) => call() },
    laneOf: ({ task }) => task,
    async work(row, release) {
      done.push(row.task);
      await release({ row, pauseMs: 3_600_000 });
    },
  });
  await vi.waitFor(() => expect(done).toEqual(["sweep"]), { timeout: 45_000 });
});
afterAll(async () => {
  await jobs.stop();
  await connections.end();
  await outside.end();
  await database.drop();
});

/** Takes every connection of a pool with statements that wait for one row, as when one transaction hangs. Returns a function that releases them. */
async function exhaust(pool: Pool): Promise<() => Promise<void>> {
  await outside.query("begin");
  await outside.query("select from scarce for update");
  // More than it has: the rest wait for a connection.
  const waiting = Array.from({ length: 60 }, () =>
    pool.query("select from scarce for update").catch(() => undefined),
  );
  await vi.waitFor(() => expect(pool.waitingCount).toBeGreaterThan(0), { timeout: 45_000 });
  return async () => {
    await outside.query("rollback");
    await Promise.all(waiting);
  };
}

test("requests that use all their connections block no job and no report of a worker", async () => {
  const release = await exhaust(connections.pool);
  await schedules.ask(connections.jobs, { task: "sweep" });
  await vi.waitFor(() => expect(done).toEqual(["sweep", "sweep"]), { timeout: 4_000 });
  await reportWorker(connections.sessions, "w");
  expect(connections.pool.waitingCount).toBeGreaterThan(0);
  expect(jobs.isAlive()).toBe(true);
  await release();
});

test("jobs and claims that use all their connections block no request", async () => {
  for (const pool of [connections.jobs, connections.sessions]) {
    const release = await exhaust(pool);
    expect((await connections.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(pool.waitingCount).toBeGreaterThan(0);
    await release();
  }
});
