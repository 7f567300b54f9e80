import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { gatherReads, type Reads } from "./batch-reads";
import { createLogger } from "./log";
import { createPool, isDatabaseOutage, type Pool, sqlState } from "./pool";

const LIMITS = { mostTogether: 3, limitMs: 400 };

let database: TestDatabase;
let pool: Pool;
let reads: Reads;
const open = (maxConnections: number): Pool =>
  createPool({
    connectionString: database.url,
    applicationName: "test",
    maxConnections,
    logger: createLogger("test", "silent"),
  });
beforeAll(async () => {
  database = await createTestDatabase("routing");
  pool = open(4);
  reads = gatherReads(pool, LIMITS);
  await pool.query(`create table kept (id integer primary key); insert into kept values (1)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** The requested number, and the process id of the Postgres backend that responded. */
async function echo(n: number): Promise<{ n: number; backend: number }> {
  const { rows } = await reads.query<{ n: number; backend: number }>(
    "select $1::integer as n, pg_backend_pid() as backend",
    [n],
  );
  return rows[0] ?? { n: NaN, backend: NaN };
}

test("reads of one turn share a connection up to the most, and each has its own answer", async () => {
  const responses = await Promise.all([1, 2, 3, 4, 5].map(echo));
  expect(responses.map(({ n }) => n)).toEqual([1, 2, 3, 4, 5]);
  const [one, two, three, four, five] = responses.map(({ backend }) => backend);
  expect([two, three]).toEqual([one, one]);
  expect(five).toBe(four);
  expect(four).not.toBe(one);
});

test("one that is alone is answered, and fails, as the pool itself would", async () => {
  expect((await echo(7)).n).toBe(7);
  await expect(reads.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  expect((await echo(8)).n).toBe(8);
});

test("one that fails does so alone", async () => {
  const outcomes = await Promise.allSettled([echo(1), reads.query("select 1 / 0"), echo(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("one that cannot even be sent fails alone", async () => {
  const unsendable = reads.query("select $1::text", [
    {
      toPostgres() {
        throw new Error("no text for this");
      },
    },
  ]);
  const outcomes = await Promise.allSettled([echo(1), unsendable, echo(3)]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("a lost connection is reported to all behind it as an outage, and the next read has another", async () => {
  const outcomes = await Promise.allSettled([
    echo(1),
    reads.query("select pg_terminate_backend(pg_backend_pid())"),
    echo(3),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "rejected"]);
  const isOutage = outcomes.map(
    (outcome) => outcome.status === "rejected" && isDatabaseOutage(outcome.reason),
  );
  expect(isOutage).toEqual([false, true, true]);
  expect((await echo(4)).n).toBe(4);
});

test("a connection that failed a read is not used again: its plans may no longer fit what a table has become", async () => {
  const single = open(1);
  const asked = gatherReads(single, LIMITS);
  const read = { name: "changing", text: "select * from changing" };
  await single.query("create table changing (value integer)");
  const readTwice = () => Promise.allSettled([asked.query(read), asked.query(read)]);
  await readTwice();
  await single.query("alter table changing alter column value type text");
  const outcomes = [...(await readTwice()), ...(await readTwice())];
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "fulfilled", "fulfilled"]);
  await single.end();
});

test("reads that share the name of one that could not be prepared get the reason", async () => {
  const read = { name: "absent", text: "select * from nowhere" };
  const outcomes = await Promise.allSettled([reads.query(read), reads.query(read), echo(3)]);
  expect(
    outcomes.map((outcome) => (outcome.status === "rejected" ? sqlState(outcome.reason) : null)),
  ).toEqual(["42P01", "42P01", null]);
});

test("what several wait for does not add up: beyond the limit their connection is an outage to all that are left", async () => {
  const outcomes = await Promise.allSettled([
    echo(1),
    reads.query("select pg_sleep(60)"),
    reads.query("select pg_sleep(60)"),
  ]);
  expect(
    outcomes.map((outcome) => (outcome.status === "rejected" ? isDatabaseOutage(outcome.reason) : null)),
  ).toEqual([null, true, true]);
  expect((await echo(4)).n).toBe(4);
});

test("where no connection can be had, everybody is informed", async () => {
  const ended = open(1);
  await ended.end();
  const asked = gatherReads(ended, LIMITS);
  const outcomes = await Promise.allSettled([asked.query("select 1"), asked.query("select 2")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});

test("a read of a later turn sees what was committed before it was requested", async () => {
  const earlier = reads.query("select id from kept");
  await pool.query("insert into kept values (2)");
  expect((await reads.query("select id from kept")).rowCount).toBe(2);
  await earlier;
});

/** The ids in `kept`, and how often they were read. */
function countedRead() {
  let count = 0;
  const ids = async (): Promise<number[]> => {
    count += 1;
    const { rows } = await reads.query<{ id: number }>("select id from kept order by id");
    return rows.map(({ id }) => id);
  };
  return { share: () => reads.share("kept", ids), times: () => count };
}

test("those that ask for the same in one tick share a result, and nobody gets one from before its request", async () => {
  const { share, times } = countedRead();
  const before = await Promise.all([share(), share(), share()]);
  expect(before[1]).toBe(before[0]);
  expect(before[2]).toBe(before[0]);
  expect(times()).toBe(1);
  const earlier = share();
  await pool.query("insert into kept values (100)");
  expect(await share()).toContain(100);
  expect(times()).toBe(3);
  await earlier;
});

test("a read that is sent already is not shared, even within the tick of another read", async () => {
  const { share, times } = countedRead();
  const results: Promise<number[]>[] = [];
  const other = echo(1);
  process.nextTick(() => results.push(share()));
  results.push(share());
  await other;
  await Promise.all(results);
  expect(times()).toBe(2);
});

test("a shared read that fails does so for all that share it, and is not kept", async () => {
  const fail = () => reads.share("failing", () => reads.query("select 1 / 0"));
  const outcomes = await Promise.allSettled([fail(), fail()]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect((await reads.share("failing", () => echo(5))).n).toBe(5);
});
