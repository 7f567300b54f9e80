import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { createLogger } from "../log";
import { readDueWork } from "../metrics/job-work";
import { createPool, type Pool } from "../pool";
import { inTransaction } from "../transaction";
import { dueRows, type Free, type Work } from "./due-rows";
import { watchDue } from "./watch-due";
import { type Release, workDueRows } from "./work-due-rows";

type Letter = { id: string };
type Taken = Letter & Work & { lane: string; sender: string };

const letters = dueRows<Letter, { id: string; lane: string; sender: string }, Taken>({
  table: "letters",
  key: [{ column: "id", type: "text", value: ({ id }) => id }],
  lane: "lane",
  join: { table: "senders s", on: "s.id = t.sender_id" },
  columns: "t.id, t.lane, s.name as sender",
  fromRow: ({ id, lane, sender }) => ({ id, lane, sender }),
  hasAskedAt: true,
  isDistributed: () => Promise.resolve(false),
});

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase("due_rows");
  const logger = createLogger("test", "silent");
  pool = createPool({
    connectionString: database.url,
    applicationName: "test",
    maxConnections: 8,
    logger,
  });
  await pool.query(`create table senders (id integer primary key, name text);
    insert into senders values (1, 'Meera');
    create table letters (id text primary key, lane text not null, sender_id integer not null default 1,
      due_at timestamptz default now(), asked_at timestamptz, taken_by text, taken_until timestamptz, origin jsonb, steps integer not null default 0)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(() => pool.query("delete from letters"));

const LANES = ["fast", "slow"];
const ALL: Free = { most: 10, ofLane: () => 10 };
const idsOf = (taken: readonly Taken[]): string[] => taken.map(({ id }) => id).sort();

/** `age`: how long ago it became due, in seconds; each lane's letters are named after it. */
async function write(lane: string, ages: readonly number[]): Promise<void> {
  for (const age of ages)
    await pool.query(
      "insert into letters (id, lane, due_at) values ($1, $2, now() - $3::integer * interval '1 second')",
      [`${lane}-${age}`, lane, age],
    );
}
async function rowOf(id: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select due_at <= now() as is_due, round(extract(epoch from due_at - now()))::integer as seconds, taken_by, steps
     from letters where id = $1`,
    [id],
  );
  return rows[0];
}

test("the longest due rows are taken first, with what they are joined to, and of each lane no more than it may have", async () => {
  await write("slow", [50, 40, 30]);
  await write("fast", [3, 2, 1]);
  await write("fast", [-60]);
  const ofLane = (lane: string): number => (lane === "slow" ? 1 : 10);
  const taken = await letters.take(pool, "a", LANES, { most: 3, ofLane });
  expect(idsOf(taken)).toEqual(["fast-2", "fast-3", "slow-50"]);
  expect(taken[0]).toMatchObject({ sender: "Meera", origin: null, claim: { takenBy: "a" } });
});

test("no row is taken twice, also by workers that look at one moment, nor one that a transaction has locked", async () => {
  const ages = Array.from({ length: 40 }, (_, index) => index + 1);
  await write("fast", ages);
  await inTransaction(pool, async (db) => {
    await db.query("select from letters where id = 'fast-40' for update");
    const takers = Array.from({ length: 6 }, (_, index) => letters.take(pool, `worker ${index}`, LANES, ALL));
    const ids = (await Promise.all(takers)).flatMap(idsOf);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(39);
  });
  expect(idsOf(await letters.take(pool, "later", LANES, ALL))).toEqual(["fast-40"]);
});

test("a row is free again when its claim ends, unless it is extended; the first worker then changes nothing", async () => {
  await write("fast", [1]);
  const [first] = await letters.take(pool, "first", LANES, ALL);
  if (first === undefined) throw new Error("nothing was taken");
  expect(await letters.takeOne(pool, "second", first)).toBeNull();
  await pool.query("update letters set taken_until = now()");
  await letters.extend(pool, [first]);
  expect(await letters.take(pool, "second", LANES, ALL)).toEqual([]);
  await pool.query("update letters set taken_until = now()");
  expect(idsOf(await letters.take(pool, "second", LANES, ALL))).toEqual(["fast-1"]);
  await letters.extend(pool, [first]);
  await letters.release(pool, [{ row: first, pauseMs: null }]);
  expect(await rowOf("fast-1")).toMatchObject({ taken_by: "second", is_due: true });
});

test("a row is free although its claim ends in an hour, because the clock was set back since", async () => {
  await write("fast", [1]);
  await letters.take(pool, "a", LANES, ALL);
  await pool.query("update letters set taken_until = now() + interval '1 hour'");
  const work = await readDueWork(pool, [{ task: "'letter'", table: "letters", where: "true" }]);
  expect(work.counts).toMatchObject([{ state: "due", count: 1 }]);
  const watch = watchDue({ pool, logger: createLogger("test", "silent"), tables: ["letters"] });
  await new Promise<void>((resolve) => watch.add("letters", resolve));
  await watch.stop();
  expect(idsOf(await letters.take(pool, "b", LANES, ALL))).toEqual(["fast-1"]);
});

test("a claim is extended while another transaction has locked a row whose claim is extended with it", async () => {
  await write("fast", [1, 2]);
  const taken = await letters.take(pool, "a", LANES, ALL);
  await pool.query("update letters set taken_until = now()");
  await inTransaction(pool, async (db) => {
    await db.query("select from letters where id = 'fast-1' for update");
    await letters.extend(pool, taken);
  });
  expect(idsOf(await letters.take(pool, "b", LANES, ALL))).toEqual(["fast-1"]);
});

test("a released row is due after its pause or never, and at once where somebody asked for it meanwhile", async () => {
  await write("fast", [1, 2, 3]);
  const taken = await letters.take(pool, "a", LANES, ALL);
  await letters.ask(pool, { id: "fast-3" });
  const pauses: Record<string, number | null> = { "fast-1": 60_000, "fast-2": null, "fast-3": 60_000 };
  await letters.release(
    pool,
    taken.map((row) => ({ row, pauseMs: pauses[row.id] ?? null })),
  );
  expect(await rowOf("fast-1")).toMatchObject({ seconds: 60, taken_by: null });
  expect(await rowOf("fast-2")).toMatchObject({ seconds: null, taken_by: null });
  expect(await rowOf("fast-3")).toMatchObject({ is_due: true, taken_by: null });
  await letters.ask(pool, { id: "fast-2" });
  expect(await rowOf("fast-2")).toMatchObject({ is_due: true });
});

test("a row that somebody asked for comes before those that are overdue by less than an hour, until it is released", async () => {
  await write("fast", [3_700, 3_500, 3_400, -60]);
  await letters.ask(pool, { id: "fast--60" });
  const two: Free = { most: 2, ofLane: () => 2 };
  const taken = await letters.take(pool, "a", LANES, two);
  expect(idsOf(taken)).toEqual(["fast--60", "fast-3700"]);
  await letters.ask(pool, { id: "fast-3700" });
  await letters.release(
    pool,
    taken.map((row) => ({ row, pauseMs: 0 })),
  );
  const next = await letters.take(pool, "b", LANES, two);
  expect(idsOf(next)).toEqual(["fast-3500", "fast-3700"]);
});

/** Workers of one process: as many rows at a time as `free` says. */
function start(
  work: (row: Taken, release: Release<Taken>) => Promise<void>,
  shares = { free: ALL, hold: <T>(_lane: string, call: () => Promise<T>): Promise<T> => call() },
) {
  return workDueRows({
    rows: letters,
    task: "send-letter",
    pool,
    sessions: pool,
    logger: createLogger("test", "silent"),
    onJobDone: () => undefined,
    lanes: LANES,
    shares,
    laneOf: ({ lane }) => lane,
    work,
  });
}
const countStep = async ({ id }: Taken): Promise<void> =>
  void (await pool.query("update letters set steps = steps + 1 where id = $1", [id]));

test("a worker takes what is due, what becomes due and what is announced, and its last step ends before it stops", async () => {
  await write("fast", [1, 2, -1]);
  const worker = start(async (row, release) => {
    await countStep(row);
    await release({ row, pauseMs: null });
  });
  for (const id of ["fast-1", "fast-2", "fast--1"])
    await expect.poll(() => rowOf(id)).toMatchObject({ steps: 1, taken_by: null });
  await inTransaction(pool, async (db) => {
    await db.query("insert into letters (id, lane) values ('new', 'fast')");
    letters.areDue(db);
  });
  await expect.poll(() => rowOf("new")).toMatchObject({ steps: 1 });
  expect(worker.isAlive()).toBe(true);
  await letters.ask(pool, { id: "new" });
  await worker.stop();
  expect((await pool.query("select from letters where taken_by is not null")).rowCount).toBe(0);
});

test("a worker that is stopped while it starts stops", async () => {
  const worker = start(countStep);
  await worker.stop();
  expect(pool.waitingCount).toBe(0);
});

test("a step that fails is repeated later, and others go on", async () => {
  await write("fast", [1, 2]);
  const worker = start(async (row, release) => {
    if (row.id === "fast-2") throw new Error("no answer");
    await release({ row, pauseMs: null });
  });
  await expect.poll(() => rowOf("fast-1")).toMatchObject({ is_due: null });
  await expect.poll(() => rowOf("fast-2")).toMatchObject({ taken_by: null, is_due: false });
  await worker.stop();
});
