import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { addJob, dropJob } from "./add-job";
import { prepareJobs } from "./jobs";
import { inTransaction } from "./transaction";

let database: MigratedDatabase;
let listener: pg.Client;
let heard: string[];
beforeEach(async () => {
  database = await createMigratedDatabase("routing");
  await prepareJobs(database.pool, ["note"]);
  heard = [];
  listener = new pg.Client({ connectionString: database.url });
  await listener.connect();
  listener.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await listener.query(`listen "jobs:insert"`);
});
afterEach(async () => {
  await listener.end();
  await database.drop();
});

type Row = { payload: object; key: string | null; run_at: Date; attempts: number; is_available: boolean };
async function jobs(): Promise<Row[]> {
  const { rows } = await database.pool.query<Row>(
    "select payload, key, run_at, attempts, is_available from graphile_worker._private_jobs order by id",
  );
  return rows;
}

const inMs = ({ run_at: at }: Row): number => at.getTime() - Date.now();

test("a job that waits under the same key is replaced, with its time unless it is to be kept", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "k", delayMs: 60_000 });
  await addJob(database.pool, "note", { n: 2 }, { key: "k", delayMs: 3_600_000, onWaiting: "keep" });
  const [kept, ...others] = await jobs();
  expect(others).toEqual([]);
  expect(kept).toMatchObject({ payload: { n: 2 }, key: "k" });
  expect(inMs(kept as Row)).toBeLessThan(61_000);

  await addJob(database.pool, "note", { n: 3 }, { key: "k", delayMs: 3_600_000 });
  const [replaced] = await jobs();
  expect(replaced).toMatchObject({ payload: { n: 3 } });
  expect(inMs(replaced as Row)).toBeGreaterThan(3_500_000);
});

test("the earlier of a waiting job's time and the new one's can be chosen", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "k", delayMs: 3_600_000 });
  await addJob(database.pool, "note", { n: 2 }, { key: "k", delayMs: 60_000, onWaiting: "soonest" });
  await addJob(database.pool, "note", { n: 3 }, { key: "k", delayMs: 7_200_000, onWaiting: "soonest" });
  const [waiting, ...others] = await jobs();
  expect(others).toEqual([]);
  expect(waiting).toMatchObject({ payload: { n: 3 } });
  expect(inMs(waiting as Row)).toBeLessThan(61_000);
});

test("one that failed before starts anew, one that is running is left to finish, one that gave up makes way", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "failed", delayMs: 60_000 });
  await addJob(database.pool, "note", { n: 2 }, { key: "running" });
  await addJob(database.pool, "note", { n: 3 }, { key: "gave-up" });
  await database.pool.query(`update graphile_worker._private_jobs set
    attempts = case key when 'gave-up' then max_attempts else 1 end,
    locked_at = case key when 'running' then now() end, locked_by = case key when 'running' then 'test' end`);

  for (const key of ["failed", "running", "gave-up"]) await addJob(database.pool, "note", { n: 4 }, { key });
  const rows = await jobs();
  expect(rows).toMatchObject([
    { payload: { n: 4 }, key: "failed", attempts: 0, is_available: true },
    { payload: { n: 2 }, key: null, is_available: false },
    { payload: { n: 3 }, key: null, is_available: false },
    { payload: { n: 4 }, key: "running", attempts: 0, is_available: true },
    { payload: { n: 4 }, key: "gave-up", attempts: 0, is_available: true },
  ]);
  expect(inMs(rows[0] as Row)).toBeLessThan(1_000);
});

test("a waiting job is removed, and a running one finishes", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "waiting", delayMs: 60_000 });
  await addJob(database.pool, "note", { n: 2 }, { key: "running" });
  await addJob(database.pool, "note", { n: 3 }, { key: "other" });
  await database.pool.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test' where key = 'running'",
  );
  for (const key of ["waiting", "running", "none"]) await dropJob(database.pool, key);
  expect((await jobs()).map(({ key }) => key).sort()).toEqual(["other", "running"]);
});

test("a waiting job that another transaction changes is left, without waiting for it", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "k", delayMs: 60_000 });
  await inTransaction(database.pool, async (other) => {
    await addJob(other, "note", { n: 2 }, { key: "k", delayMs: 60_000 });
    await dropJob(database.pool, "k");
  });
  expect(await jobs()).toMatchObject([{ payload: { n: 2 }, key: "k" }]);
});

test("a running job keeps its key and its next attempts when its successor could not be added", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "k" });
  await database.pool.query(
    "update graphile_worker._private_jobs set attempts = 1, locked_at = now(), locked_by = 'test'",
  );
  // Refuses any insert after the key was released.
  await database.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin
      if exists (select from graphile_worker._private_jobs where key is null) then raise exception 'full'; end if;
      return new;
    end $$;
    create trigger refuse before insert on graphile_worker._private_jobs for each row execute function refuse()`);
  await expect(addJob(database.pool, "note", { n: 2 }, { key: "k" })).rejects.toThrow("full");
  expect(await jobs()).toMatchObject([{ payload: { n: 1 }, key: "k", attempts: 1 }]);
});

test("a task that nobody has heard of is added all the same", async () => {
  await addJob(database.pool, "new", { n: 1 });
  const { rows } = await database.pool.query("select task_identifier from graphile_worker.jobs");
  expect(rows).toEqual([{ task_identifier: "new" }]);
});

test("jobs added at the same moment under one key are one job", async () => {
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      inTransaction(database.pool, (db) => addJob(db, "note", { n }, { key: "k" })),
    ),
  );
  expect(await jobs()).toHaveLength(1);
});

test("what is added at the same moment under the key of a running job is one job after it", async () => {
  await addJob(database.pool, "note", { n: -1 }, { key: "k" });
  await database.pool.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test'");
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      addJob(database.pool, "note", { n }, { key: "k", onWaiting: "keep" }),
    ),
  );
  expect(await jobs()).toMatchObject([
    { payload: { n: -1 }, key: null, is_available: false },
    { key: "k", is_available: true },
  ]);
});

test("a job that starts while another with its key is added has a successor", async () => {
  await addJob(database.pool, "note", { n: 1 }, { key: "k" });
  const taker = await database.pool.connect();
  try {
    await taker.query("begin");
    await taker.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = 'test'");
    const adding = addJob(database.pool, "note", { n: 2 }, { key: "k" });
    await expect
      .poll(async () => {
        const { rows } = await database.pool.query<{ n: number }>(
          `select count(*)::int as n from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock' and query like '%made_way%'`,
        );
        return rows[0]?.n;
      })
      .toBe(1);
    await taker.query("commit");
    await adding;
  } finally {
    taker.release();
  }
  expect(await jobs()).toMatchObject([
    { payload: { n: 1 }, key: null, is_available: false },
    { payload: { n: 2 }, key: "k", is_available: true },
  ]);
});

test("jobs are announced after their transaction, once for many; not those for later, nor those of one that was rolled back", async () => {
  await inTransaction(database.pool, async (db) => {
    for (let n = 0; n < 20; n += 1) await addJob(db, "note", { n });
    await sleep(100);
    expect(heard).toEqual([]);
  });
  await expect.poll(() => heard).toHaveLength(1);

  await addJob(database.pool, "note", { n: 1 }, { delayMs: 1_000 });
  await inTransaction(database.pool, async (db) => {
    await addJob(db, "note", { n: 2 });
    throw new Error("rolled back");
  }).catch(() => undefined);
  await sleep(200);
  expect(heard).toHaveLength(1);

  const startedAt = performance.now();
  await Promise.all(Array.from({ length: 50 }, (_, n) => addJob(database.pool, "note", { n })));
  const tookMs = performance.now() - startedAt;
  await sleep(200);
  expect(heard.length).toBeGreaterThan(1);
  // The first at once, the rest combined after a moment: not one announcement per job, unless adding them took that
  // long.
  expect(heard.length).toBeLessThan(Math.max(40, 5 + tookMs / 10));
});

test("the usual cases announce nothing in their own transaction, which would wait for every other that does", async () => {
  await inTransaction(database.pool, async (db) => {
    await addJob(db, "note", { n: 1 });
    await addJob(db, "note", { n: 2 }, { key: "k" });
    await addJob(db, "note", { n: 3 }, { key: "k" });
  });
  await expect.poll(() => heard.length).toBeGreaterThan(0);
  // The library's own announcement also contains a random number.
  expect(heard.filter((payload) => payload !== '{"count":1,"task":"note"}')).toEqual([]);
});
