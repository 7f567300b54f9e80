import { afterEach, beforeEach, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "../testing/own-postgres";
import { addJob } from "@/server/platform/add-job";
import { type Jobs, prepareJobs, startJobs } from "@/server/platform/jobs";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";

/** A separate Postgres, because it is killed. */
let postgres: OwnPostgres;
let pool: Pool;
let jobs: Jobs | null = null;
const logger = createLogger("test", "silent");

beforeEach(async () => {
  postgres = await startOwnPostgres();
  pool = createPool({
    connectionString: postgres.database.url,
    applicationName: "test",
    maxConnections: 5,
    logger,
  });
  await prepareJobs(pool);
});
afterEach(async () => {
  await jobs?.stop();
  await pool.end();
  await postgres.stop();
});

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
async function until(isSo: () => boolean): Promise<void> {
  for (let waited = 0; waited < 45_000; waited += 50) {
    if (isSo()) return;
    await sleep(50);
  }
  throw new Error("it never came to be");
}

test("a job exists exactly when its transaction commits", async () => {
  const done: unknown[] = [];
  await inTransaction(pool, (db) => addJob(db, "note", { n: 1 }));
  await inTransaction(pool, async (db) => {
    await addJob(db, "note", { n: 2 });
    throw new Error("rolled back");
  }).catch(() => undefined);
  jobs = await startJobs({
    pool,
    logger,
    concurrency: 1,
    handlers: { note: (payload) => Promise.resolve(void done.push(payload)) },
  });
  await until(() => done.length > 0);
  await addJob(pool, "note", { n: 3 });
  await until(() => done.length > 1);
  expect(done).toEqual([{ n: 1 }, { n: 3 }]);
});

test("what failed before a restart, and would wait for minutes, is tried again within moments; what others do keeps its time", async () => {
  await addJob(pool, "note", { n: 1 });
  await addJob(pool, "of others", { n: 2 });
  await addJob(pool, "note", { n: 3 }, { delayMs: 400_000 });
  await pool.query(
    `update graphile_worker._private_jobs set attempts = 6, last_error = 'no database', run_at = now() + interval '400 seconds'
     where (payload->>'n')::int < 3`,
  );
  const done: unknown[] = [];
  jobs = await startJobs({
    pool,
    logger,
    concurrency: 1,
    handlers: { note: (payload) => Promise.resolve(void done.push(payload)) },
  });
  await until(() => done.length > 0);
  expect(done).toEqual([{ n: 1 }]);
  const { rows } = await pool.query<{ n: number; isLate: boolean }>(
    `select (payload->>'n')::int as n, run_at > now() + interval '200 seconds' as "isLate" from graphile_worker._private_jobs
     where (payload->>'n')::int > 1 order by 1`,
  );
  expect(rows).toEqual([
    { n: 2, isLate: true },
    { n: 3, isLate: true },
  ]);
});

test("when Postgres dies under the only worker, its job and the next ones are done all the same", async () => {
  const started: unknown[] = [];
  const done: unknown[] = [];
  jobs = await startJobs({
    pool,
    logger,
    concurrency: 1,
    handlers: {
      slow: async (payload) => {
        started.push(payload);
        if (started.length === 1) {
          // The job itself succeeds; only its completion can no longer be recorded by the worker.
          await postgres.kill();
          await sleep(50);
        }
        done.push(payload);
      },
    },
  });
  await addJob(pool, "slow", { n: 1 });
  await until(() => done.length >= 1);
  await until(() => done.length >= 2);
  expect(done.slice(0, 2)).toEqual([{ n: 1 }, { n: 1 }]);
  await addJob(pool, "slow", { n: 2 });
  await until(() => done.length >= 3);
});
