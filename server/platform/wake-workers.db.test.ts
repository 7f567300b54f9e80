import { EventEmitter } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { Logger, run, type Runner, type WorkerEvents } from "graphile-worker";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { addJob } from "./add-job";
import { prepareJobs } from "./jobs";
import { wakeOneByOne } from "./wake-workers";

const WORKERS = 8;

let database: MigratedDatabase;
let runner: Runner | null;
let waking: { stop(): void } | null;
/** Releases what a test's job waits for. */
let letGo: () => void;
/** How often a worker polled Postgres for a job. */
let looks: number;

beforeEach(async () => {
  database = await createMigratedDatabase("routing");
  await prepareJobs(database.pool, ["note", "elsewhere"]);
  looks = 0;
  letGo = () => undefined;
});
afterEach(async () => {
  letGo();
  await runner?.stop();
  waking?.stop();
  await database.drop();
});

/** The library itself, polling only when the tested code says so: its own interval is longer than the test. */
async function start(
  handler: () => Promise<void>,
  { pollEveryMs = 600_000, workers = WORKERS } = {},
): Promise<void> {
  const events: WorkerEvents = new EventEmitter();
  const everybodyLooked = new Promise<void>((resolve) => {
    let asleep = 0;
    events.on("worker:getJob:empty", () => {
      asleep += 1;
      if (asleep === workers) resolve();
    });
  });
  const listening = new Promise<void>((resolve) => events.on("pool:listen:success", () => resolve()));
  waking = wakeOneByOne(events, { tasks: new Set(["note"]), pollEveryMs });
  runner = await run({
    pgPool: database.pool,
    taskList: { note: handler },
    concurrency: workers,
    pollInterval: 600_000,
    noHandleSignals: true,
    parsedCronItems: [],
    events,
    logger: new Logger(() => () => undefined),
  });
  await Promise.all([everybodyLooked, listening]);
  // The library reports this before Postgres has received its LISTEN.
  await sleep(200);
  events.on("worker:getJob:start", () => (looks += 1));
}

test("one announcement is answered by one look, however many sleep, and by another for each job found", async () => {
  let done = 0;
  await start(() => Promise.resolve(void (done += 1)));
  await addJob(database.pool, "note", {});
  await expect.poll(() => done).toBe(1);
  // The worker that finds it, the next one, which that worker wakes, and the first again when it has finished.
  await expect.poll(() => looks, { timeout: 10_000 }).toBe(3);
  await sleep(100);
  expect(looks).toBe(3);
});

test("what is for others, or not yet due, makes nobody look", async () => {
  await start(() => Promise.resolve());
  for (let n = 0; n < 20; n += 1) {
    await addJob(database.pool, "elsewhere", { n });
    await addJob(database.pool, "note", { n }, { delayMs: 60_000 });
    await sleep(5);
  }
  await sleep(200);
  expect(looks).toBe(0);
});

test("what the library announces itself, without saying what it is, is gathered and answered by few looks", async () => {
  await start(() => Promise.resolve());
  await database.pool.query("select graphile_worker.add_job('elsewhere') from generate_series(1, 100)");
  await expect.poll(() => looks).toBeGreaterThan(0);
  await sleep(200);
  expect(looks).toBeLessThan(10);
});

test("all workers are woken where there is enough to do", async () => {
  let [atOnce, done] = [0, 0];
  const allAreBusy = new Promise<void>((resolve) => (letGo = resolve));
  await start(async () => {
    atOnce += 1;
    if (atOnce === WORKERS) letGo();
    // Lasts until the test's end if one of them is not woken.
    await allAreBusy;
    done += 1;
  });
  await Promise.all(Array.from({ length: 3 * WORKERS }, () => addJob(database.pool, "note", {})));
  await expect.poll(() => done, { timeout: 20_000 }).toBe(3 * WORKERS);
});

test("a job that is announced while the only worker looks is not left lying", async () => {
  let done = 0;
  await start(() => Promise.resolve(void (done += 1)), { workers: 1 });
  for (let n = 1; n <= 50; n += 1) {
    await addJob(database.pool, "note", {});
    await expect.poll(() => done, { interval: 1, timeout: 10_000 }).toBe(n);
  }
});

test("a job that was planned for later is begun without an announcement", async () => {
  let done = 0;
  await start(() => Promise.resolve(void (done += 1)), { pollEveryMs: 50 });
  await addJob(database.pool, "note", {}, { delayMs: 400 });
  await sleep(200);
  expect(done).toBe(0);
  await expect.poll(() => done, { timeout: 5_000 }).toBe(1);
});

test("nobody is woken after the end", async () => {
  await start(() => Promise.resolve(), { pollEveryMs: 20 });
  await runner?.stop();
  runner = null;
  const before = looks;
  await addJob(database.pool, "note", {});
  await sleep(200);
  expect(looks).toBe(before);
});
