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
