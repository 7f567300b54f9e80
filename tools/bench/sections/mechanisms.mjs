import { bundled } from "../bundled.mjs";
import { usedMs } from "../processor.mjs";
import { freePorts, startProgram } from "../stack.mjs";

/**
 * What each unusual mechanism of server/ARCHITECTURE.md saves: the same work with it and without it, in turns, in
 * processor time, which a busy machine disturbs less than elapsed time.
 */
const CALLERS = 64;
/** A mechanism that saves less than a tenth is removed. */
const MOST_RATIO = 0.9;
const NAME = "bench-mechanisms";
const MODULES = ["pool", "batch-reads", "transaction", "due-rows/announce-due", "log"].map(
  (name) => `server/platform/${name}.ts`,
);

export async function measureMechanisms(stack, { quick }) {
  const platform = await bundled(stack.folder, "platform", MODULES);
  const turns = quick ? 2 : 5;
  const rows = [];
  const compare = async (name, unit, count, withIt, without) => {
    const costs = { on: [], off: [] };
    for (let turn = 0; turn <= turns; turn += 1) {
      const cost = { on: await withIt(count), off: await without(count) };
      // The first turn only warms up.
      if (turn > 0) for (const side of ["on", "off"]) costs[side].push(cost[side]);
    }
    const [on, off] = [median(costs.on), median(costs.off)];
    rows.push({
      name: `${name}, ${unit}`,
      value: `${on.toFixed(1)} with, ${off.toFixed(1)} without: ${(on / off).toFixed(2)}`,
      goal: `ratio at most ${MOST_RATIO}`,
      isMet: on / off <= MOST_RATIO,
    });
  };
  await compareStatements(stack, platform, compare);
  await compareStaticFiles(stack, compare);
  return rows;
}

async function compareStatements({ pool, databaseUrl }, platform, compare) {
  const logger = platform.createLogger(NAME, "silent");
  const open = { connectionString: databaseUrl, applicationName: NAME, maxConnections: 10, logger };
  const own = platform.createPool(open);
  const { default: pg } = await import("pg");
  const plain = new pg.Pool({ connectionString: databaseUrl, application_name: NAME, max: 10 });
  for (const one of [own, plain]) one.on("error", () => undefined);
  await pool.query("create unlogged table if not exists bench_rows (id int primary key, n int not null)");
  await pool.query(
    "insert into bench_rows select g, 0 from generate_series(1, 1000) g on conflict do nothing",
  );
  const cost = (work) => async (count) => {
    const before = await processorMs(pool);
    await inParallel(count, work);
    return (1000 * ((await processorMs(pool)) - before)) / count;
  };
  try {
    const read = (db) => (n) =>
      db.query({
        name: "bench-read",
        text: "select n from bench_rows where id = $1",
        values: [1 + (n % 1000)],
      });
    const unit = "microseconds of program and database";
    await compare(
      "reads batched per tick",
      unit,
      20_000,
      cost(read(platform.gatherReads(own))),
      cost(read(own)),
    );
    await compare("pipelined statements", unit, 5_000, cost(pipelined(platform, own)), cost(inTurn(plain)));

    const seconds = (work) => async (count) => {
      const startedAt = performance.now();
      await inParallel(count, work);
      return performance.now() - startedAt;
    };
    const insert = "insert into bench_jobs (n) values ($1)";
    await pool.query("create table if not exists bench_jobs (n int not null)");
    const after = async (n) => {
      await own.query(insert, [n]);
      platform.announceDue(own, "bench");
    };
    const within = (n) =>
      own.query(
        `with notified as (select pg_notify('due_rows', 'bench')) ${insert.replace("values ($1)", "select $1 from notified")}`,
        [n],
      );
    await compare(
      "workers notified after the commit",
      "ms for 2,000 commits",
      2_000,
      seconds(after),
      seconds(within),
    );
  } finally {
    await Promise.all([own.end(), plain.end()]);
    await pool.query("drop table if exists bench_rows, bench_jobs");
  }
}

/** Two reads and a write in a transaction, as the service sends them. */
function pipelined({ inTransaction }, pool) {
  return (n) =>
    inTransaction(pool, async (db) => {
      await Promise.all(READS.map((text) => db.query(text, [1 + (n % 1000)])));
      await db.query(WRITE, [1 + (n % 1000)]);
    });
}

function inTurn(pool) {
  return async (n) => {
    const client = await pool.connect();
    await client.query("begin");
    for (const text of [...READS, WRITE]) await client.query(text, [1 + (n % 1000)]);
    await client.query("commit");
    client.release();
  };
}

const READS = [
  "select n from bench_rows where id = $1 for update",
  "select count(*) from bench_rows where id = $1",
];
const WRITE = "update bench_rows set n = n + 1 where id = $1";

/** The files of a first visit: sent compressed from the build, and compressed by Next at each visit. */
async function compareStaticFiles({ dashboardUrl, dashboardPid }, compare) {
  const page = await (await fetch(`${dashboardUrl}/login`)).text();
  const files = [...new Set(page.match(/\/_next\/static\/[^"'\\ ]+\.(?:js|css)/g) ?? [])];
  const [port] = await freePorts(1);
  const next = await startProgram("node_modules/next/dist/bin/next", ["start", "-p", String(port)], "Ready", {
    NODE_ENV: "production",
  });
  const pidOfNext = next.pid;
  const visit = (base, pid) => async (count) => {
    const before = usedMs(pid);
    for (let n = 0; n < count; n += 1)
      await Promise.all(
        files.map(async (path) => {
          const response = await fetch(base + path, { headers: { "accept-encoding": "br, gzip" } });
          if (!response.ok) throw new Error(`${path}: ${response.status}`);
          await response.arrayBuffer();
        }),
      );
    return (usedMs(pid) - before) / count;
  };
  try {
    const front = visit(dashboardUrl, dashboardPid);
    const other = visit(`http://127.0.0.1:${port}`, pidOfNext);
    await compare(`${files.length} files of a first visit compressed by the build`, "ms", 40, front, other);
  } finally {
    await next.stop();
  }
}

async function inParallel(count, work) {
  let next = 0;
  const callers = Array.from({ length: CALLERS }, async () => {
    while (next < count) await work(next++);
  });
  await Promise.all(callers);
}

/** Milliseconds of this process and of its connections. */
async function processorMs(pool) {
  const { rows } = await pool.query("select pid from pg_stat_activity where application_name = $1", [NAME]);
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000 + rows.reduce((sum, { pid }) => sum + usedMs(pid), 0);
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
