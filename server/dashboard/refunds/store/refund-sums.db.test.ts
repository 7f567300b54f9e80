import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { REFUND_LIST_STATUSES, type RefundListStatus } from "@/lib/refunds/refund-list-views";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { readRefundFilter, type RefundFilter } from "../domain/refund-filter";
import { countRefundEnds } from "./refund-counts";
import { findDaysToSum, sumByStatus, sumDay } from "./refund-sums";
import { type RefundTotal, sumMatching } from "./refund-totals";

const PERSON = randomUUID();
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Clocks change on these days in Berlin; all of them are long past. */
const FROM_MS = Date.parse("2024-03-28T00:00:00Z");
const SPAN_DAYS = 3;
const LIMIT_MS = 120_000;

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase("dashboard");
  await database.pool.query(
    "insert into people (id, email, name, role, created_at) values ($1, 'a@example.com', 'A', 'finance', now())",
    [PERSON],
  );
});
afterAll(() => database.drop());
beforeEach(forgetAll);

/** Deletes the sums too. */
async function forgetAll(): Promise<void> {
  await database.pool.query("truncate refund_ledgers cascade");
}

type Refund = { id: string; atMs: number; status: RefundListStatus; paise: bigint; currency: string };

/** The columns of a refund with this status. */
function columnsOf(status: RefundListStatus, id: string) {
  const isOpen = status === "SENDING" || status === "UNKNOWN";
  const isEnd = status === "REFUSED" || status === "NOT_SENT";
  const state = isOpen || isEnd ? status : "ACCEPTED";
  const isAccepted = state === "ACCEPTED";
  return {
    state,
    isAnswered: isEnd || isAccepted,
    serviceError: status === "NOT_SENT" ? "unavailable" : null,
    refundId: isAccepted ? `RFD${id}` : null,
    refundStatus: !isAccepted ? null : status === "PAID_LATE" ? "FAILURE" : status,
    isPaidLate: status === "PAID_LATE",
  };
}

async function insert(db: Db, { id, atMs, status, paise, currency }: Refund): Promise<void> {
  const { state, isAnswered, serviceError, refundId, refundStatus, isPaidLate } = columnsOf(status, id);
  await db.query("insert into refund_ledgers values ($1)", [id]);
  await db.query(
    `insert into refund_intents (id, transaction_id, reference, service_address, amount_paise, currency, requested_by,
       requested_at, state, sent_at, answered_at, service_error, refund_id, refund_status, late_success_seen_at)
     values ($1::uuid, $1, 'ORDER', 'http://service', $2, $3, $4, $5::timestamptz, $6, $5,
       case when $7 then $5::timestamptz end, $8, $9, $10, case when $11 then $5::timestamptz end)`,
    [
      id,
      paise,
      currency,
      PERSON,
      new Date(atMs),
      state,
      isAnswered,
      serviceError,
      refundId,
      refundStatus,
      isPaidLate,
    ],
  );
}

/** A refund of one rupee. */
async function insertNew(atMs: number, status: RefundListStatus): Promise<Refund> {
  const refund: Refund = { id: randomUUID(), atMs, status, paise: 100n, currency: "INR" };
  await insert(database.pool, refund);
  return refund;
}

async function change(db: Db, { id, atMs, status, paise, currency }: Refund): Promise<void> {
  const { state, isAnswered, serviceError, refundId, refundStatus, isPaidLate } = columnsOf(status, id);
  await db.query(
    `update refund_intents set requested_at = $2::timestamptz, amount_paise = $3, currency = $4, state = $5,
       answered_at = case when $6 then $2::timestamptz end, service_error = $7, refund_id = $8, refund_status = $9,
       late_success_seen_at = case when $10 then $2::timestamptz end
     where id = $1`,
    [
      id,
      new Date(atMs),
      paise,
      currency,
      state,
      isAnswered,
      serviceError,
      refundId,
      refundStatus,
      isPaidLate,
    ],
  );
}

const sum = (day: string): Promise<boolean> => inTransaction(database.pool, (db) => sumDay(db, day));
const dayOf = (n: number): string => new Date(FROM_MS + n * DAY_MS).toISOString().slice(0, 10);

async function allOf(): Promise<{ status: string; count: number; amountPaise: bigint }[]> {
  const sums = await sumByStatus(database.pool, { from: null, until: null });
  return sums
    .map(({ status, count, amountPaise }) => ({ status, count, amountPaise }))
    .sort((a, b) => (a.status < b.status ? -1 : 1));
}

const refundOf = fc.record({
  atMs: fc.integer({ min: 0, max: SPAN_DAYS * DAY_MS }).map((ms) => FROM_MS + ms),
  status: fc.constantFrom(...REFUND_LIST_STATUSES),
  paise: fc.bigInt({ min: 1n, max: 999_999_999_999_999n }),
  currency: fc.constantFrom("INR", "INR", "USD"),
});
type Drawn = { atMs: number; status: RefundListStatus; paise: bigint; currency: string };
type Step =
  | { kind: "insert"; drawn: Drawn }
  | { kind: "change"; which: number; drawn: Drawn }
  | { kind: "remove"; which: number }
  | { kind: "sum"; day: number };
const kind = <K extends Step["kind"]>(name: K): fc.Arbitrary<K> => fc.constant(name);
const steps: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: kind("insert"), drawn: refundOf }) },
  { weight: 4, arbitrary: fc.record({ kind: kind("change"), which: fc.nat(), drawn: refundOf }) },
  { weight: 1, arbitrary: fc.record({ kind: kind("remove"), which: fc.nat() }) },
  { weight: 9, arbitrary: fc.record({ kind: kind("sum"), day: fc.nat({ max: SPAN_DAYS }) }) },
);

/** Applies a step to the database and to the model's refunds. */
async function take(step: Step, refunds: Refund[]): Promise<void> {
  const { pool } = database;
  if (step.kind === "sum") {
    expect(await sum(dayOf(step.day))).toBe(true);
    return;
  }
  if (step.kind === "insert") {
    const refund = { id: randomUUID(), ...step.drawn };
    refunds.push(refund);
    return insert(pool, refund);
  }
  const index = step.which % Math.max(1, refunds.length);
  const known = refunds[index];
  if (known === undefined) return;
  if (step.kind === "remove") {
    refunds.splice(index, 1);
    await pool.query("delete from refund_intents where id = $1", [known.id]);
    return;
  }
  refunds[index] = { id: known.id, ...step.drawn };
  return change(pool, { id: known.id, ...step.drawn });
}

const filters = fc.record({
  view: fc.constantFrom<RefundFilter["view"]>("all", "failed"),
  statuses: fc.subarray([...REFUND_LIST_STATUSES], { maxLength: 3 }),
  days: fc.uniqueArray(fc.nat({ max: SPAN_DAYS }), { maxLength: 2 }),
  zone: fc.constantFrom("UTC", "Asia/Kolkata", "Europe/Berlin", "Pacific/Chatham"),
});
function filterOf({
  days,
  ...rest
}: { days: number[] } & Pick<RefundFilter, "view" | "statuses" | "zone">): RefundFilter {
  const [from = null, until = null] = [...days].sort((a, b) => a - b).map(dayOf);
  return { ...readRefundFilter({}, new Date()).filter, ...rest, from, until };
}

/** The totals of the filter when every record is read: an amount that all have is a filter that no sum covers. */
const sumOfRecords = (filter: RefundFilter): Promise<RefundTotal[]> =>
  sumMatching(database.pool, { ...filter, minPaise: 1n }, new Date());

test(
  "totals are those of the records, whatever was summed before and whatever happened since",
  async () => {
    let whole = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(steps, { minLength: 10, maxLength: 30 }),
        fc.array(filters, { minLength: 3, maxLength: 3 }),
        async (history, asked) => {
          await forgetAll();
          const refunds: Refund[] = [];
          for (const step of history) await take(step, refunds);
          for (const filter of asked.map(filterOf)) {
            expect(await sumMatching(database.pool, filter, new Date())).toEqual(await sumOfRecords(filter));
          }
          const from = new Date(FROM_MS + 0.7 * DAY_MS);
          const until = new Date(FROM_MS + 2.3 * DAY_MS);
          const ends = await countRefundEnds(database.pool, { from, until });
          const since = refunds.filter(({ atMs }) => atMs >= from.getTime() && atMs < until.getTime());
          expect(ends.reduce((sum, { count }) => sum + count, 0)).toBe(since.length);
          const { rows } = await database.pool.query("select from refund_day_sums");
          whole += rows.length;
        },
      ),
      { numRuns: 60 },
    );
    expect(whole).toBeGreaterThan(20);
  },
  LIMIT_MS,
);

test("days that are over are summed, empty ones too, and those that were are not found again", async () => {
  await insertNew(FROM_MS, "SUCCESS");
  await insertNew(FROM_MS + 2 * DAY_MS, "SUCCESS");
  const evening = new Date(FROM_MS + 2 * DAY_MS + HOUR_MS);
  expect(await findDaysToSum(database.pool, evening, 10)).toEqual([dayOf(1), dayOf(0)]);
  expect(await findDaysToSum(database.pool, evening, 1)).toEqual([dayOf(1)]);
  for (const day of [dayOf(0), dayOf(1)]) await sum(day);
  expect(await findDaysToSum(database.pool, evening, 10)).toEqual([]);
  expect(await allOf()).toEqual([{ status: "SUCCESS", count: 2, amountPaise: 200n }]);
});

test("a day is not summed while one of its refunds is changed, and the job does not wait for it", async () => {
  const refund = await insertNew(FROM_MS, "SENDING");
  await inTransaction(database.pool, async (db) => {
    await change(db, { ...refund, status: "SUCCESS" });
    expect(await sum(dayOf(0))).toBe(false);
  });
  expect(await sum(dayOf(0))).toBe(true);
  expect(await allOf()).toEqual([{ status: "SUCCESS", count: 1, amountPaise: 100n }]);
});

test("a change that comes while its day is summed waits, and takes the sums away", async () => {
  const refund = await insertNew(FROM_MS, "SENDING");
  let isChanged = false;
  let changing: Promise<void> = Promise.resolve();
  await inTransaction(database.pool, async (db) => {
    expect(await sumDay(db, dayOf(0))).toBe(true);
    changing = change(database.pool, { ...refund, status: "FAILURE" }).then(() => {
      isChanged = true;
    });
    await sleep(100);
    expect(isChanged).toBe(false);
  });
  await changing;
  expect(await allOf()).toEqual([{ status: "FAILURE", count: 1, amountPaise: 100n }]);
  expect(await findDaysToSum(database.pool, new Date(), 100_000)).toContain(dayOf(0));
});

test("a change that began before its day was summed takes the sums away too", async () => {
  const refund = await insertNew(FROM_MS, "SENDING");
  await inTransaction(database.pool, async (db) => {
    await db.query("select pg_current_xact_id()");
    expect(await sum(dayOf(0))).toBe(true);
    await change(db, { ...refund, status: "REFUSED" });
  });
  expect(await allOf()).toEqual([{ status: "REFUSED", count: 1, amountPaise: 100n }]);
});

test("a day that only its hours make whole in the session's own time zone is read from its beginning on", async () => {
  const atMs = Date.parse("2026-03-08T00:30:00Z");
  await insertNew(atMs, "SUCCESS");
  expect(await sum("2026-03-08")).toBe(true);
  await inTransaction(database.pool, async (db) => {
    // Clocks go forward there on this day: it has 23 hours.
    await db.query("set local time zone 'America/New_York'");
    expect(await sumByStatus(db, { from: new Date(atMs + 1), until: null })).toEqual([]);
    expect(await findDaysToSum(db, new Date(atMs + 3 * DAY_MS + HOUR_MS), 10)).toEqual([
      "2026-03-10",
      "2026-03-09",
    ]);
  });
});

test("a role that may change refunds removes sums, and need not know of them: the version before, while this one starts", async () => {
  const role = `before_${randomUUID().replaceAll("-", "")}`;
  const refund = await insertNew(FROM_MS, "SENDING");
  await sum(dayOf(0));
  await database.pool.query(
    `create role ${role};
     grant select, insert, update, delete on all tables in schema public to ${role};
     revoke all on refund_days_summed, refund_day_sums from ${role}`,
  );
  try {
    await inTransaction(database.pool, async (db) => {
      await db.query(`set local role ${role}`);
      await change(db, { ...refund, status: "SUCCESS" });
    });
    expect(await allOf()).toEqual([{ status: "SUCCESS", count: 1, amountPaise: 100n }]);
  } finally {
    await database.pool.query(`drop owned by ${role}; drop role ${role}`);
  }
});
