import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { planOfOne, rowsRead, walksIn } from "@/tools/testing/plans";
import { vacuumAnalyze } from "@/tools/testing/vacuum";
import type { Db } from "@/server/platform/pool";
import type { Place } from "../../domain/reconciliation/run";
import {
  countToCompare,
  paidPaymentsToCompare,
  paymentsToCompare,
  type Records,
  refundsToCompare,
} from "./records-to-compare";

let database: MigratedDatabase;

const MERCHANT = 1;
const OLD = 30_000;
const FILLING_LIMIT_MS = 180_000;
const DAY = new Date("2026-06-01T00:00:00Z");
const NEXT_DAY = new Date("2026-06-02T00:00:00Z");
const TABLES = ["payments", "refunds"];
const LIMIT = 3;
/** The index of all merchants' open payments: the planner reads it while they are few. */
const OPEN = "payments_to_expire";

/** A long history that has ended, a merchant beside it, and a few records of each kind of the day and before. */
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
  const { pool } = database;
  await pool.query("insert into merchants (name) values ('One'), ('Other')");
  await insertPayments(
    `select 1 + n % 2, 'TXN20260101' || lpad(n::text, 13, '0'), 'OLD-' || n, 'SUCCESS', 'c' || n,
       null::timestamptz, at, at
     from generate_series(1, ${OLD}) n,
       lateral (select timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute' as at) as times`,
  );
  // Five payments share each time; the times cover the day, and have parts of a millisecond.
  await insertPayments(
    `select 1 + n % 2, 'TXN20260601' || lpad(n::text, 13, '0'), 'DAY-' || n,
       case when n % 7 = 0 then 'INITIATED' when n % 3 = 0 then 'DROP' else 'SUCCESS' end,
       case when n % 11 = 0 then null else 'c' || n end,
       case when n % 13 = 0 then at end,
       at - interval '1 hour', case when n % 7 <> 0 then at end
     from generate_series(1, 200) n,
       lateral (select timestamptz '2026-05-31T23:00:00Z' + (n / 5) * interval '61 minutes 1 microsecond' as at) as times`,
  );
  await pool.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id, 100, 'INR',
       case when right(id, 1) = '1' then 'PROCESSING' when right(id, 2) = '20' then 'INITIATED' else 'SUCCESS' end, gateway,
       created_at, case when right(id, 1) = '1' or right(id, 2) = '20' then null else completed_at end
     from payments where merchant_transaction_id like 'DAY-%' and completed_at is not null`,
  );
  await pool.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id, 100, 'INR', 'SUCCESS', gateway,
       created_at, completed_at
     from payments where merchant_transaction_id like 'OLD-%'`,
  );
  await pool.query(
    `insert into refunds (merchant_id, kind, id, payment_id, charge, merchant_transaction_id, amount_paise, currency, status,
       gateway, requested_at, completed_at)
     select merchant_id, 'reversal', payment_id || ':late-' || id, payment_id, 'late-' || id, merchant_transaction_id, 100, 'INR',
       status, gateway, requested_at, completed_at from refunds`,
  );
  await vacuumAnalyze(pool, TABLES);
}, FILLING_LIMIT_MS);
afterAll(() => database.drop());

function insertPayments(rows: string): Promise<unknown> {
  return database.pool.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, gateway, gateway_checkout_id, watched_until, routing_decision, created_at, link_issued_at, expires_at,
       completed_at)
     select merchant, id, reference, 1, 10000, 'INR', status, 'token-' || reference,
       case when right(id, 1) < '5' then 'stripe' else 'adyen' end, checkout, watched, '{}', created, created,
       created + interval '1 day', ended
     from (${rows}) as made (merchant, id, reference, status, checkout, watched, created, ended)`,
  );
}

const scope = (gateway: string | null = null) => ({
  merchantId: MERCHANT,
  gateway,
  period: { from: DAY, until: NEXT_DAY },
});
type Read = (
  db: Db,
  page: ReturnType<typeof scope> & { place: Place | undefined; limit: number },
) => Promise<Records>;

async function allOf(read: Read, gateway: string | null): Promise<string[]> {
  const keys: string[] = [];
  let place: Place | undefined;
  for (;;) {
    const { found, next } = await read(database.pool, { ...scope(gateway), place, limit: LIMIT });
    keys.push(...found.map(({ key }) => key));
    if (next === null) return keys.toSorted();
    place = next;
  }
}

const DAYS = "completed_at >= $2 and completed_at < $3";
const KINDS: [string, Read, string, string][] = [
  [
    "payments",
    paymentsToCompare,
    "payments",
    `gateway_checkout_id is not null and (status = 'INITIATED' or watched_until is not null or ${DAYS})`,
  ],
  [
    "paid payments",
    paidPaymentsToCompare,
    "payments",
    `gateway_checkout_id is not null and status = 'SUCCESS' and watched_until is null and ${DAYS}`,
  ],
  ["refunds and reversals", refundsToCompare, "refunds", `completed_at is null or ${DAYS}`],
];

describe.each(KINDS)("%s", (_, read, table, condition) => {
  test.each([null, "stripe"])("are found once each, in pages (gateway %s)", async (gateway) => {
    const { rows } = await database.pool.query<{ id: string }>(
      `select id from ${table}
       where merchant_id = $1 and ($4::text is null or gateway = $4) and (${condition})`,
      [MERCHANT, DAY, NEXT_DAY, gateway],
    );
    expect(rows.length).toBeGreaterThan(2 * LIMIT);
    expect(await allOf(read, gateway)).toEqual(rows.map(({ id }) => id).toSorted());
  });

  test("do not read what ended before, however much it is", async () => {
    for (const part of [0, 1, 2]) {
      const page = { ...scope(), place: { part, after: null }, limit: LIMIT };
      const statement = (db: Db): Promise<unknown> => read(db, page);
      // Not every kind has three lists.
      const plan = await planOfOne(database.pool, statement).catch(() => null);
      if (plan === null) continue;
      expect(walksIn(plan.nodes, TABLES).filter((walk) => walk !== OPEN)).toEqual([]);
      expect(rowsRead(plan.nodes)).toBeLessThan(400);
    }
  });
});

test("what is counted at the start is what is visited, and reads no more", async () => {
  const visited = await Promise.all([allOf(paymentsToCompare, null), allOf(refundsToCompare, null)]);
  expect(await countToCompare(database.pool, scope())).toBe(visited.flat().length);
  const { nodes } = await planOfOne(database.pool, (db) => countToCompare(db, scope()));
  expect(walksIn(nodes, TABLES).filter((walk) => walk !== OPEN)).toEqual([]);
  expect(rowsRead(nodes)).toBeLessThan(2_000);
});
