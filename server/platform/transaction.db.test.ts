import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { createLogger } from "./log";
import { createPool, type Pool } from "./pool";
import { inTransaction } from "./transaction";

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase("routing");
  pool = createPool({
    connectionString: database.url,
    applicationName: "test",
    maxConnections: 4,
    logger: createLogger("test", "silent"),
  });
  await pool.query("create table counted (id integer primary key, n integer not null)");
});
beforeEach(() => pool.query("truncate counted; insert into counted values (1, 0), (2, 0)"));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const count = async (): Promise<number[]> =>
  (await pool.query<{ n: number }>("select n from counted order by id")).rows.map(({ n }) => n);

test("of two transactions that lock each other out, both take effect once: the loser is tried again (failure 40)", async () => {
  let waiting = 0;
  let go = (): void => undefined;
  const both = new Promise<void>((resolve) => {
    go = resolve;
  });
  const attempts: number[] = [];
  const move = (first: number, second: number): Promise<void> =>
    inTransaction(pool, async (db) => {
      attempts.push(first);
      await db.query("update counted set n = n + 1 where id = $1", [first]);
      waiting += 1;
      if (waiting >= 2) go();
      await both;
      await db.query("update counted set n = n + 1 where id = $1", [second]);
    });
  await Promise.all([move(1, 2), move(2, 1)]);
  expect(await count()).toEqual([2, 2]);
  // Usually one loser; on a busy machine it may retry before the other has continued, and one of them loses again.
  expect(attempts.length).toBeGreaterThan(2);
});

test("what failed first is what counts, whichever of the statements sent with it is reported first", async () => {
  const failing = "do $$ begin raise exception 'meant to fail' using errcode = '40P01'; end $$";
  let attempts = 0;
  await inTransaction(pool, async (db) => {
    attempts += 1;
    const deeply = async (): Promise<void> => {
      await Promise.all([(async () => db.query(attempts === 1 ? failing : "select 1"))()]);
    };
    await Promise.all([deeply(), db.query("update counted set n = n + 1 where id = 1")]);
  });
  expect([attempts, await count()]).toEqual([2, [1, 0]]);
});

test("a failure that the work did not wait for undoes it all the same, and is reported", async () => {
  const work = inTransaction(pool, async (db) => {
    await db.query("update counted set n = n + 1 where id = 1");
    void db.query("select 1 / 0");
  });
  await expect(work).rejects.toThrow("division by zero");
  expect(await count()).toEqual([0, 0]);
});

test("a serialisation failure is tried at most three times, and anything else not at all", async () => {
  const failing = (state: string) => {
    let attempts = 0;
    return inTransaction(pool, async (db) => {
      attempts += 1;
      await db.query("update counted set n = n + 1");
      await db.query(`do $$ begin raise exception 'meant to fail' using errcode = '${state}'; end $$`);
    }).then(
      () => 0,
      () => attempts,
    );
  };
  expect(await failing("40001")).toBe(3);
  expect(await failing("23505")).toBe(1);
  expect(await count()).toEqual([0, 0]);
});

test("what is sent without waiting runs in its order, and is undone with the rest (0160)", async () => {
  const seen: unknown[] = [];
  const work = inTransaction(pool, async (db) => {
    const [, read] = await Promise.all([
      db.query("update counted set n = n + 1 where id = 1"),
      db.query<{ n: number }>("select n from counted where id = 1"),
    ]);
    seen.push(read.rows[0]?.n);
    await Promise.all([
      db.query("update counted set n = n + 10 where id = 2"),
      db.query("insert into counted values (1, 0)"),
      db.query("update counted set n = n + 100 where id = 1"),
    ]);
  });
  await expect(work).rejects.toMatchObject({ code: "23505" });
  expect(seen).toEqual([1]);
  expect(await count()).toEqual([0, 0]);
});
