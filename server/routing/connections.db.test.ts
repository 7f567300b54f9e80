import pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { addJob } from "@/server/platform/add-job";
import { type Jobs, startJobs } from "@/server/platform/jobs";
import { createLogger } from "@/server/platform/log";
import type { Pool } from "@/server/platform/pool";
import { type Connections, openConnections } from "./connections";

let database: TestDatabase;
let connections: Connections;
let outside: pg.Client;
let jobs: Jobs;
const done: unknown[] = [];
const logger = createLogger("test", "silent");

beforeAll(async () => {
  database = await createTestDatabase("routing");
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
  jobs = await startJobs({
    pool: connections.sessions,
    logger,
    concurrency: 2,
    handlers: {
      note: async (payload) => {
        await connections.jobs.query("select 1");
        done.push(payload);
      },
    },
  });
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
  await vi.waitFor(() => expect(pool.waitingCount).toBeGreaterThan(0), { timeout: 10_000 });
  return async () => {
    await outside.query("rollback");
    await Promise.all(waiting);
  };
}

test("requests that use all their connections block no job and no heartbeat", async () => {
  const release = await exhaust(connections.pool);
  await addJob(connections.jobs, "note", { n: 1 });
  await vi.waitFor(() => expect(done).toEqual([{ n: 1 }]), { timeout: 4_000 });
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
