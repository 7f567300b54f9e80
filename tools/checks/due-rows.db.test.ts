import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dueRows, type Work } from "@/server/platform/due-rows/due-rows";
import { workDueRows } from "@/server/platform/due-rows/work-due-rows";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import type { Jobs } from "@/server/platform/run-job";
import { openNetworkDouble, type NetworkDouble } from "@/tools/testing/platform/network-double";
import { type OwnPostgres, startOwnPostgres } from "../testing/own-postgres";

type Id = { id: string };
const letters = dueRows<Id, Id, Id & Work>({
  table: "letters",
  key: [{ column: "id", type: "text", value: ({ id }) => id }],
  lane: null,
  join: null,
  columns: "t.id",
  fromRow: ({ id }) => ({ id }),
});

/** A separate Postgres, because it is killed. */
let postgres: OwnPostgres;
let network: NetworkDouble;
let direct: Pool;
let through: Pool;
const workers: Jobs[] = [];
const logger = createLogger("test", "silent");

beforeEach(async () => {
  postgres = await startOwnPostgres();
  const { url } = postgres.database;
  network = await openNetworkDouble(url);
  const options = { applicationName: "test", maxConnections: 5, logger };
  direct = createPool({ ...options, connectionString: url });
  through = createPool({ ...options, connectionString: network.urlOf(url) });
  await direct.query(`create table letters (id text primary key, due_at timestamptz default now(), taken_by text,
    taken_until timestamptz, origin jsonb)`);
});
afterEach(async () => {
  network.resume();
  network.delay(0);
  await Promise.all(workers.splice(0).map((each) => each.stop()));
  await Promise.all([direct.end(), through.end()]);
  await network.close();
  await postgres.stop();
});

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const until = (expectation: () => unknown): Promise<unknown> =>
  vi.waitFor(expectation, { timeout: 60_000, interval: 50 });

function startWorker(pool: Pool, step: (id: string) => Promise<void>): Jobs {
  const worker = workDueRows({
    rows: letters,
    task: "send-letter",
    pool,
    sessions: null,
    logger,
    onJobDone: () => undefined,
    lanes: ["all"],
    shares: { free: { most: 1, ofLane: () => 1 }, hold: (_, call) => call() },
    laneOf: () => "all",
    work: async (row, release) => {
      await step(row.id);
      await release({ row, pauseMs: null });
    },
  });
  workers.push(worker);
  return worker;
}
const write = (id: string) => direct.query("insert into letters (id) values ($1)", [id]);

test("when Postgres dies under the only worker, its row and the next ones are worked on all the same", async () => {
  const done: string[] = [];
  startWorker(direct, async (id) => {
    // The step itself succeeds; only its end can no longer be stored.
    if (done.length === 0) {
      await postgres.kill();
      await until(() => expect(direct.query("select 1")).rejects.toThrow());
    }
    done.push(id);
  });
  await write("one");
  await until(() => expect(done.slice(0, 2)).toEqual(["one", "one"]));
  await until(() => write("two"));
  await until(() => expect(done).toContain("two"));
});

test("a worker that is cut off says so, its row goes to another, and it works again afterwards", async () => {
  const started: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const slow = startWorker(through, async (id) => {
    started.push(`slow ${id}`);
    if (id === "one") await ended;
  });
  await write("one");
  await until(() => expect(started).toEqual(["slow one"]));
  network.stall();
  await until(() => expect(slow.isAlive()).toBe(false));
  const other = startWorker(direct, (id) => Promise.resolve(void started.push(`other ${id}`)));
  await until(() => expect(started).toEqual(["slow one", "other one"]));
  await other.stop();
  end();
  network.resume();
  await until(() => expect(slow.isAlive()).toBe(true));
  await write("two");
  await until(() => expect(started).toEqual(["slow one", "other one", "slow two"]));
});

/** A worker has a row while another one, over a good network, would take it: `misbehave` must not let it. */
async function keepsItsRow(misbehave: () => void): Promise<void> {
  const started: string[] = [];
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const slow = startWorker(through, async () => {
    started.push("slow");
    await ended;
  });
  await write("one");
  await until(() => expect(started).toEqual(["slow"]));
  // As those of a process that works: a new one takes longer than the pool waits for it.
  await Promise.all([1, 2, 3].map(() => through.query("select pg_sleep(0.2)")));
  const { rows: since } = await direct.query<{ at: Date }>("select now() as at");
  startWorker(direct, () => Promise.resolve(void started.push("other")));
  misbehave();
  await until(async () => {
    const { rows } = await direct.query(
      "select from letters where taken_until > $1::timestamptz + interval '35 seconds'",
      [since[0]?.at],
    );
    expect(rows).toHaveLength(1);
  });
  expect(started).toEqual(["slow"]);
  expect(slow.isAlive()).toBe(true);
  network.delay(0);
  end();
}

test("a worker keeps its row while each of its statements takes two and a half seconds", () =>
  keepsItsRow(() => network.delay(2_500)));

test("a worker all of whose connections are dropped silently takes rows again", async () => {
  const done: string[] = [];
  const worker = startWorker(through, (id) => Promise.resolve(void done.push(id)));
  await write("one");
  await until(() => expect(done).toEqual(["one"]));
  expect(network.drop()).toBeGreaterThan(0);
  await write("two");
  await until(() => expect(done).toEqual(["one", "two"]));
  await until(() => expect(worker.isAlive()).toBe(true));
});
