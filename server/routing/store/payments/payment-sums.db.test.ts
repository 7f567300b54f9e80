import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import type { Logger } from "@/server/platform/log";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { sumPayments } from "../../usecases/payments/sum-payments";
import { countPayments, type CountSpan, type PaymentCount } from "./payment-counts";
import { beginSettling, findMerchantsToSum, isSettled, sumFurther } from "./payment-sums";

const MERCHANT = 1;
const MINUTE_MS = 60_000;
const QUARTER_MS = 15 * MINUTE_MS;
/** During these days the clocks change in Berlin and St. John's; all of them are long past. */
const FROM_MS = Date.parse("2024-03-28T00:00:00Z");
const SPAN_MS = 5 * 24 * 60 * MINUTE_MS;
const MANY = 1_000_000;
const LIMIT_MS = 120_000;

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
  await database.pool.query("insert into merchants (name) values ('One'), ('Other')");
});
afterAll(() => database.drop());
beforeEach(forgetAll);

/** Truncates the sums too. */
async function forgetAll(): Promise<void> {
  await database.pool.query("truncate payments cascade");
}

/** Counts from the payments alone. */
async function countByRecords(db: Db, span: CountSpan): Promise<PaymentCount[]> {
  const { rows } = await db.query<Omit<PaymentCount, "sumPaise"> & { sum: string }>(
    `select date_trunc($4, created_at, $5) as bucket, status, currency, ${span.splitBy ?? "null::text"} as part,
       count(*)::integer as count, sum(amount_paise)::text as sum
     from payments where merchant_id = $1 and created_at >= $2 and created_at < $3
       and ($6::text is null or payment_method = $6)
     group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
    [MERCHANT, span.from, span.until, span.bucket, span.timeZone, span.method],
  );
  return rows.map(({ sum, ...row }) => ({ ...row, sumPaise: BigInt(sum) }));
}

let made = 0;
async function insertPayment(db: Db, atMs: number, fields: Partial<Fields> = {}): Promise<void> {
  const { status = "INITIATED", gateway = null, method = null, paise = 100n, merchant = MERCHANT } = fields;
  made += 1;
  await db.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, gateway, payment_method, routing_decision, created_at, expires_at, completed_at)
     values ($1, $2, $2, 1, $3, 'INR', $4, 't', $5, $6, '{}', $7, $7, case when $4 <> 'INITIATED' then $7::timestamptz end)`,
    [merchant, `TXN${made}`, paise, status, gateway, method, new Date(atMs)],
  );
}

/** Inserts without triggers, like a payment written when it was new, so that no change is recorded. */
async function insertInTime(atMs: number, fields: Partial<Fields>): Promise<void> {
  await inTransaction(database.pool, async (db) => {
    await db.query("set local session_replication_role = replica");
    await insertPayment(db, atMs, fields);
  });
}

const sumUntil = (untilMs: number): Promise<boolean> =>
  inTransaction(database.pool, (db) => sumFurther(db, MERCHANT, new Date(untilMs)));
async function summedUntilMs(): Promise<number> {
  const { rows } = await database.pool.query<{ until: Date }>(
    "select until from payments_summed where merchant_id = $1",
    [MERCHANT],
  );
  return rows[0]?.until.getTime() ?? -Infinity;
}

const instant = fc.integer({ min: 0, max: SPAN_MS }).map((ms) => FROM_MS + ms);
const quarter = fc.integer({ min: 0, max: SPAN_MS / QUARTER_MS }).map((n) => FROM_MS + n * QUARTER_MS);
const fieldsOf = fc.record({
  status: fc.constantFrom("INITIATED", "SUCCESS", "FAILURE"),
  gateway: fc.constantFrom(null, "one", "two"),
  method: fc.constantFrom(null, "UPI", "CARD"),
  paise: fc.bigInt({ min: 100n, max: 999_999_999_999_999n }),
  merchant: fc.constantFrom(MERCHANT, MERCHANT, 2),
});
type Fields = {
  status: string;
  gateway: string | null;
  method: string | null;
  paise: bigint;
  merchant: number;
};
type DrawnSpan = Omit<CountSpan, "from" | "until"> & { edges: number[] };
const spans: fc.Arbitrary<DrawnSpan> = fc.record({
  edges: fc.uniqueArray(fc.oneof(instant, quarter), { minLength: 2, maxLength: 2 }),
  bucket: fc.constantFrom("hour", "day", "week", "month"),
  timeZone: fc.constantFrom(
    "UTC",
    "Asia/Kolkata",
    "Asia/Kathmandu",
    "Europe/Berlin",
    "America/St_Johns",
    "Pacific/Chatham",
  ),
  splitBy: fc.constantFrom(null, "gateway", "payment_method"),
  method: fc.constantFrom(null, null, "UPI"),
});
const spanOf = ({ edges, ...rest }: DrawnSpan): CountSpan => ({
  ...rest,
  from: new Date(Math.min(...edges)),
  until: new Date(Math.max(...edges)),
});

type Step =
  | { kind: "insert"; atMs: number; fields: Fields }
  | { kind: "change"; which: number; fields: Fields }
  | { kind: "shift"; which: number; atMs: number }
  | { kind: "remove"; which: number }
  | { kind: "sum"; untilMs: number };
const kind = <K extends Step["kind"]>(name: K): fc.Arbitrary<K> => fc.constant(name);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind("insert"), atMs: instant, fields: fieldsOf }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("change"), which: fc.nat(), fields: fieldsOf }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("shift"), which: fc.nat(), atMs: instant }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("remove"), which: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ kind: kind("sum"), untilMs: quarter }) },
);

/** A payment, by its number in the list. */
const ANY = `id = (select id from payments order by id
  offset $1 % greatest(1, (select count(*) from payments)) limit 1)`;

async function take(step: Step): Promise<void> {
  const { pool } = database;
  switch (step.kind) {
    case "insert": {
      const isNew = step.atMs >= (await summedUntilMs());
      return isNew ? insertInTime(step.atMs, step.fields) : insertPayment(pool, step.atMs, step.fields);
    }
    case "change": {
      const { status, gateway, method, paise } = step.fields;
      await pool.query(
        `update payments set status = $2, gateway = $3, payment_method = $4, amount_paise = $5,
           completed_at = case when $2 <> 'INITIATED' then created_at end where ${ANY}`,
        [step.which, status, gateway, method, paise],
      );
      return;
    }
    case "shift":
      await pool.query(`update payments set created_at = $2 where ${ANY}`, [step.which, new Date(step.atMs)]);
      return;
    case "remove":
      await pool.query(`delete from payments where ${ANY}`, [step.which]);
      return;
    case "sum":
      await sumUntil(step.untilMs);
  }
}

test(
  "counts are those of the payments, however far they are summed and whatever became of them since",
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { maxLength: 40 }),
        fc.array(spans, { minLength: 4, maxLength: 4 }),
        async (actions, requested) => {
          await forgetAll();
          for (const action of actions) await take(action);
          for (const span of requested.map(spanOf)) {
            expect(await countPayments(database.pool, MERCHANT, span, MANY)).toEqual(
              await countByRecords(database.pool, span),
            );
          }
        },
      ),
      { numRuns: 150 },
    );
  },
  LIMIT_MS,
);

const DAY: CountSpan = {
  from: new Date(FROM_MS),
  until: new Date(FROM_MS + SPAN_MS),
  bucket: "day",
  timeZone: "Asia/Kolkata",
  splitBy: null,
};

test("payments that are summed are not read again", async () => {
  for (let i = 0; i < 20; i += 1) await insertInTime(FROM_MS + i * QUARTER_MS, {});
  await sumUntil(FROM_MS + SPAN_MS);
  const before = await countPayments(database.pool, MERCHANT, DAY, MANY);
  expect(before.reduce((sum, { count }) => sum + count, 0)).toBe(20);
  await inTransaction(database.pool, async (db) => {
    await db.query("set local session_replication_role = replica");
    await db.query("delete from payments");
  });
  expect(await countPayments(database.pool, MERCHANT, DAY, MANY)).toEqual(before);
});

test("what is added leaves no empty sums behind, and no change", async () => {
  await insertInTime(FROM_MS, { gateway: "one" });
  await sumUntil(FROM_MS + SPAN_MS);
  await database.pool.query("update payments set status = 'SUCCESS', completed_at = created_at");
  expect(await sumUntil(FROM_MS + SPAN_MS)).toBe(false);
  const { rows } = await database.pool.query(
    `select status from payment_sums union all select status from payment_wide_sums
     union all select status from payment_changes`,
  );
  expect(rows).toEqual(Array(4).fill({ status: "SUCCESS" }));
});

/** A snapshot includes the transactions of the whole Postgres server, which other test files share. */
const OTHERS_END = { timeout: 30_000 };

test("nothing is summed before every transaction has ended that may have written to it unnoted", async () => {
  const writer = await database.pool.connect();
  try {
    await writer.query("begin");
    await insertPayment(writer, Date.now());
    const settling = await beginSettling(database.pool);
    expect(settling.until.getTime()).toBeLessThanOrEqual(Date.now() - 20 * MINUTE_MS);
    expect(await isSettled(database.pool, settling)).toBe(false);
    await writer.query("commit");
    await expect.poll(() => isSettled(database.pool, settling), OTHERS_END).toBe(true);
  } finally {
    writer.release();
  }
});

test("a merchant is summed when there is something to sum", async () => {
  const until = new Date(FROM_MS + SPAN_MS);
  const toSum = (): Promise<number[]> => findMerchantsToSum(database.pool, until, { limit: 10, last: [] });
  expect(await toSum()).toEqual([]);
  await insertInTime(until.getTime(), {});
  expect(await toSum()).toEqual([]);
  await insertInTime(until.getTime() - 1, {});
  expect(await toSum()).toEqual([MERCHANT]);
  await sumUntil(until.getTime());
  expect(await toSum()).toEqual([]);
  await insertPayment(database.pool, FROM_MS);
  expect(await toSum()).toEqual([MERCHANT]);
});

test("a payment that is still being written while all others are summed is counted once it is there", async () => {
  const warnings: unknown[] = [];
  const logger = { warn: (text: unknown) => warnings.push(text) } as unknown as Logger;
  const at = Date.now() - 60 * MINUTE_MS;
  await insertInTime(at, {});
  const writer = await database.pool.connect();
  try {
    await writer.query("begin; set local session_replication_role = replica");
    await insertPayment(writer, at);
    expect(await sumPayments({ pool: database.pool, logger })).toBe(false);
    expect([warnings.length, await summedUntilMs()]).toEqual([1, -Infinity]);
    await writer.query("commit");
  } finally {
    writer.release();
  }
  const sumAgain = async (): Promise<number> => {
    await sumPayments({ pool: database.pool, logger });
    return summedUntilMs();
  };
  await expect.poll(sumAgain, OTHERS_END).toBeGreaterThan(at);
  const { rows } = await database.pool.query("select sum(count)::integer as n from payment_sums");
  expect(rows).toEqual([{ n: 2 }]);
});

test("one merchant's failing sum keeps nobody else from being summed, and is not tried without a pause", async () => {
  const errors: unknown[] = [];
  const logger = { error: (facts: unknown) => errors.push(facts) } as unknown as Logger;
  await insertInTime(FROM_MS, { merchant: 2 });
  await database.pool.query(
    "alter table payment_sums add constraint fails_for_second check (merchant_id <> 2)",
  );
  try {
    expect(await sumPayments({ pool: database.pool, logger })).toBe(false);
    await insertInTime(FROM_MS, {});
    await sumPayments({ pool: database.pool, logger });
  } finally {
    await database.pool.query("alter table payment_sums drop constraint fails_for_second");
  }
  expect(errors).toMatchObject([{ merchant: 2 }, { merchant: 2 }]);
  await insertInTime(FROM_MS + SPAN_MS, {});
  const until = new Date(FROM_MS + 2 * SPAN_MS);
  const inOrder = (last: number[]) => findMerchantsToSum(database.pool, until, { limit: 10, last });
  await database.pool.query("update payments_summed set until = $1", [DAY.until]);
  expect([await inOrder([]), await inOrder([2])]).toEqual([
    [2, MERCHANT],
    [MERCHANT, 2],
  ]);
  expect(await summedUntilMs()).toBeGreaterThan(FROM_MS);
});

test(
  "at every moment of a storm of late payments, counts and payments agree",
  async () => {
    const until = performance.now() + 4_000;
    const isOver = (): boolean => performance.now() > until;
    const drawn = fc.sample(fc.tuple(instant, fieldsOf), 400);
    await insertInTime(FROM_MS, {});
    const writers = [0, 1, 2].map(async (writer) => {
      for (let i = 0; !isOver(); i += 1) {
        const [atMs, fields] = drawn[(writer * 100 + i) % drawn.length] ?? [FROM_MS, {}];
        await inTransaction(database.pool, async (db) => {
          await insertPayment(db, atMs, fields);
          await sleep(i % 5);
          await db.query(
            `update payments set status = 'DROP', completed_at = created_at
             where id = (select id from payments where status = 'INITIATED' limit 1 for update skip locked)`,
          );
        });
      }
    });
    const summing = [0, 1].map(async (n) => {
      for (let i = 1; !isOver(); i += 1) {
        await sumUntil(Math.min(FROM_MS + SPAN_MS, FROM_MS + i * (n + 1) * QUARTER_MS));
        await sleep(3);
      }
    });
    let compared = 0;
    const readers = [0, 1].map(async () => {
      while (!isOver()) {
        await inTransaction(database.pool, async (db) => {
          await db.query("set transaction isolation level repeatable read");
          expect(await countPayments(db, MERCHANT, DAY, MANY)).toEqual(await countByRecords(db, DAY));
        });
        compared += 1;
      }
    });
    await Promise.all([...writers, ...summing, ...readers]);
    expect(compared).toBeGreaterThan(10);
    await sumUntil(FROM_MS + SPAN_MS);
    expect(await countPayments(database.pool, MERCHANT, DAY, MANY)).toEqual(
      await countByRecords(database.pool, DAY),
    );
  },
  LIMIT_MS,
);

test("the two hours that show one time when clocks go back are counted apart, summed or not", async () => {
  const span: CountSpan = {
    from: new Date("2023-10-28T22:00:00Z"),
    until: new Date("2023-10-29T22:00:00Z"),
    bucket: "hour",
    timeZone: "Europe/Berlin",
    splitBy: null,
  };
  // 02:30 in summer time, and an hour later 02:30 again.
  const twice = ["2023-10-29T00:30:00Z", "2023-10-29T01:30:00Z"];
  for (const at of twice) await insertInTime(Date.parse(at), {});
  const expected = [1, 1].map((count, index) => ({
    bucket: new Date(Date.parse(twice[index] ?? "") - 30 * MINUTE_MS),
    count,
  }));
  expect(await countPayments(database.pool, MERCHANT, span, MANY)).toMatchObject(expected);
  for (let isMore = true; isMore;) isMore = await sumUntil(Date.parse("2023-10-30T00:00:00Z"));
  expect(await countPayments(database.pool, MERCHANT, span, MANY)).toMatchObject(expected);
});
