import { expect, test, vi } from "vitest";
import { addJob } from "@/server/platform/add-job";
import { startHeartbeat } from "@/server/platform/job-heartbeat";
import { type Jobs, prepareJobs, startJobs } from "@/server/platform/jobs";
import { createLogger } from "@/server/platform/log";
import { createPool, type Pool } from "@/server/platform/pool";
import { type NetworkDouble, openNetworkDouble } from "@/tools/testing/platform/network-double";
import { createTestDatabase } from "../testing/database";

/** Two workers of one job on one database of a test: `slow` reaches it through a bad network, `other` does not. */
type Scenario = {
  network: NetworkDouble;
  direct: Pool;
  through: Pool;
  slow: Jobs;
  /** The workers that started the job, in order. */
  started: string[];
  endings: { slow: () => void; other: () => void };
  /** The slow worker starts the job; then the other worker starts. */
  startJobOnSlow: () => Promise<void>;
};

const logger = createLogger("test", "silent");

async function inScenario(run: (scenario: Scenario) => Promise<void>): Promise<void> {
  const database = await createTestDatabase("leases");
  const network = await openNetworkDouble(database.url);
  const options = { applicationName: "test", maxConnections: 5, logger };
  const direct = createPool({ ...options, connectionString: database.url });
  const through = createPool({ ...options, connectionString: network.urlOf(database.url) });
  await prepareJobs(direct, ["hold", "note"]);
  const started: string[] = [];
  const endings: Scenario["endings"] = { slow: () => undefined, other: () => undefined };
  const start = (name: "slow" | "other", pool: Pool): Promise<Jobs> => {
    const ended = new Promise<void>((resolve) => (endings[name] = resolve));
    return startJobs({
      pool,
      logger,
      concurrency: 1,
      handlers: {
        hold: () => {
          started.push(name);
          return ended;
        },
        note: () => Promise.resolve(void started.push(`${name} notes`)),
      },
    });
  };
  const slow = await start("slow", through);
  const workers = [slow];
  const startJobOnSlow = async (): Promise<void> => {
    await addJob(direct, "hold", {}, { key: "hold" });
    await until(() => expect(started).toEqual(["slow"]));
    workers.push(await start("other", direct));
  };
  try {
    await run({ network, direct, through, slow, started, endings, startJobOnSlow });
  } finally {
    endings.slow();
    endings.other();
    network.resume();
    network.delay(0);
    await Promise.all(workers.map((worker) => worker.stop()));
    await Promise.all([direct.end(), through.end()]);
    await network.close();
    await database.drop();
  }
}

// The tests wait for leases of many seconds, so they run at the same time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const until = (expectation: () => unknown, timeout = 60_000): Promise<unknown> =>
  vi.waitFor(expectation, { timeout, interval: 50 });

/** For how many milliseconds, by the database's clock, the leases of the workers with jobs have been renewed: the one seen last, or the one seen first. */
async function renewedForMs(direct: Pool, since: Date, of: "max" | "min" = "max"): Promise<number> {
  const { rows } = await direct.query<{ at: Date | null }>(
    `select ${of}(l.seen_at) as at from job_worker_leases l
     join graphile_worker._private_jobs j on j.locked_by = l.worker_id`,
  );
  return (rows[0]?.at ?? since).getTime() - since.getTime();
}
async function databaseTime(direct: Pool): Promise<Date> {
  const { rows } = await direct.query<{ at: Date }>("select now() as at");
  if (rows[0] === undefined) throw new Error("no time");
  return rows[0].at;
}

test.concurrent("a worker keeps its job while each of its statements takes two and a half seconds", () =>
  inScenario(async ({ network, direct, slow, started, startJobOnSlow }) => {
    await startJobOnSlow();
    network.delay(2_500);
    const since = await databaseTime(direct);
    await until(async () => expect(await renewedForMs(direct, since)).toBeGreaterThan(25_000));
    expect(started).toEqual(["slow"]);
    expect(slow.isAlive()).toBe(true);
  }));

test.concurrent("groups of workers with one heartbeat keep their jobs over one slow connection", () =>
  inScenario(async ({ network, direct, through }) => {
    await addJob(direct, "hold one", {});
    await addJob(direct, "hold two", {});
    const heartbeat = startHeartbeat({ pool: through, logger });
    const holders: string[] = [];
    const [one, two] = [new AbortController(), new AbortController()];
    const group = (task: string, { signal }: AbortController): Promise<Jobs> => {
      const ended = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      const handler = (): Promise<void> => {
        holders.push(task);
        return ended;
      };
      return startJobs({ pool: through, heartbeat, logger, concurrency: 1, handlers: { [task]: handler } });
    };
    const groups = [await group("hold one", one), await group("hold two", two)];
    try {
      await until(() => expect(holders.toSorted()).toEqual(["hold one", "hold two"]));
      network.delay(2_500);
      const since = await databaseTime(direct);
      await until(async () => expect(await renewedForMs(direct, since, "min")).toBeGreaterThan(25_000));
      expect(groups.map((each) => each.isAlive())).toEqual([true, true]);
      network.delay(0);
      one.abort();
      await groups[0]?.stop();
      const afterwards = await databaseTime(direct);
      await until(async () => expect(await renewedForMs(direct, afterwards, "min")).toBeGreaterThan(5_000));
      // The heartbeats of both groups, and those of the worker that every test has.
      expect(network.drop((sent) => sent.includes("job_worker_leases"))).toBe(2);
    } finally {
      network.delay(0);
      one.abort();
      two.abort();
      await Promise.all(groups.map((each) => each.stop()));
      await heartbeat.stop();
    }
  }));

test.concurrent("a worker keeps its job while its database stalls for five seconds again and again", () =>
  inScenario(async ({ network, direct, started, startJobOnSlow }) => {
    await startJobOnSlow();
    const since = await databaseTime(direct);
    const stalling = setInterval(() => {
      network.stall();
      setTimeout(() => network.resume(), 5_000);
    }, 7_000);
    await until(async () => expect(await renewedForMs(direct, since)).toBeGreaterThan(25_000)).finally(() =>
      clearInterval(stalling),
    );
    expect(started).toEqual(["slow"]);
  }));

test.concurrent("a worker keeps its job when the connection of its heartbeats is dropped silently", () =>
  inScenario(async ({ network, direct, slow, started, startJobOnSlow }) => {
    await startJobOnSlow();
    const since = await databaseTime(direct);
    await until(() => expect(network.drop((sent) => sent.includes("job_worker_leases"))).toBeGreaterThan(0));
    await until(async () => expect(await renewedForMs(direct, since)).toBeGreaterThan(20_000));
    expect(started).toEqual(["slow"]);
    expect(slow.isAlive()).toBe(true);
  }));

test.concurrent("a worker all of whose connections are dropped silently does jobs again", () =>
  inScenario(async ({ network, direct, slow, started }) => {
    await addJob(direct, "note", {});
    await until(() => expect(started).toEqual(["slow notes"]));
    expect(network.drop()).toBeGreaterThan(1);
    await addJob(direct, "note", {});
    await until(() => expect(started).toEqual(["slow notes", "slow notes"]));
    await until(() => expect(slow.isAlive()).toBe(true));
  }));

test.concurrent("a worker that cannot renew its lease reports it and fetches no jobs; the next owner of its job keeps it", () =>
  inScenario(async ({ network, direct, slow, started, endings, startJobOnSlow }) => {
    await startJobOnSlow();
    network.stall();
    await until(() => expect(slow.isAlive()).toBe(false));
    await until(() => expect(started).toEqual(["slow", "other"]));
    // Its first owner ends it late; its second owner still runs it.
    endings.slow();
    network.resume();
    await until(() => expect(slow.isAlive()).toBe(true));
    await addJob(direct, "note", {});
    await until(() => expect(started).toEqual(["slow", "other", "slow notes"]));
    // The note may still be locked for a moment after it has run.
    const { rows } = await direct.query(
      `select count(*)::int as n from graphile_worker.jobs
          where locked_by is not null and task_identifier <> 'note'`,
    );
    expect(rows).toEqual([{ n: 1 }]);
    endings.other();
    await until(async () => {
      const { rows: left } = await direct.query("select id from graphile_worker.jobs");
      expect(left).toEqual([]);
    });
  }));
