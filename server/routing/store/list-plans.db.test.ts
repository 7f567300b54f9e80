import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { planOf, planOfOne, rowsRead, type Sent, walksIn } from "@/tools/testing/plans";
import { vacuumAnalyze } from "@/tools/testing/vacuum";
import type { Db } from "@/server/platform/pool";
import { countPayments, type CountSpan } from "./payments/payment-counts";
import { findMerchantsToSum, sumFurther } from "./payments/payment-sums";
import { searchRefunds } from "./refunds/refunds";
import { searchReversals } from "./refunds/reversal-search";
import { countQueuedDeliveries, searchWebhookDeliveries } from "./webhooks/webhook-delivery-search";

let database: MigratedDatabase;

const MERCHANT = 1;
const ROWS = 30_000;
const FILLING_LIMIT_MS = 180_000;
/** Two pages, plus what is read to know whether a third exists: a growing list must not cause more reads. */
const MOST_READ = 300;
const FIRST_DAY = new Date("2026-01-01T00:00:00Z");
const NEXT_DAY = new Date("2026-01-02T00:00:00Z");

/** A history of two merchants; for each filter, one value that is rare and one that never occurs. */
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
  const { pool } = database;
  await pool.query("insert into merchants (name) values ('One'), ('Other')");
  await pool.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status,
       checkout_token, gateway, routing_decision, created_at, link_issued_at, expires_at, completed_at)
     select 1 + n % 2, 'TXN20260101' || lpad(n::text, 13, '0'), 'ORDER-' || n, 1, 10000, 'INR', 'SUCCESS', 'token-' || n,
       'simulator', '{}', at, at, at + interval '1 day', at
     from generate_series(1, $1::integer) n, lateral (select $2::timestamptz + n * interval '1 minute' as at) as times`,
    [ROWS, FIRST_DAY],
  );
  await pool.query(
    `insert into refunds (merchant_id, id, payment_id, merchant_transaction_id, amount_paise, currency, status, gateway,
       requested_at, completed_at)
     select merchant_id, 'RFD' || substr(id, 4), id, merchant_transaction_id, 100, 'INR',
       case when right(id, 4) = '0777' then 'FAILURE' else 'SUCCESS' end, 'simulator', created_at, created_at
     from payments`,
  );
  await pool.query(
    `insert into refunds (merchant_id, kind, id, payment_id, charge, merchant_transaction_id, amount_paise, currency, status,
       gateway, requested_at, completed_at)
     select merchant_id, 'reversal', id || ':late-' || id, id, 'late-' || id, merchant_transaction_id, 100, 'INR', 'SUCCESS',
       'simulator', created_at, created_at from payments`,
  );
  await pool.query(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, payment_id, merchant_transaction_id, occurred_at,
       body, status, next_attempt_at, completed_at)
     select merchant_id, 'msg_' || lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') || id,
       'whe_' || right(id, 1), case when right(id, 4) = '0777' then 'payment.failed' else 'payment.succeeded' end, id,
       merchant_transaction_id, created_at, '{}', case when right(id, 4) = '0777' then 'FAILED' else 'DELIVERED' end,
       created_at, created_at
     from payments`,
  );
  await fillPendingWebhooks(pool);
  await vacuumAnalyze(pool, [
    "payments",
    "payment_changes",
    "refunds",
    "webhook_deliveries",
    "webhook_endpoints",
  ]);
}, FILLING_LIMIT_MS);
afterAll(() => database.drop());

/** The newest webhooks: a backlog behind the paused endpoint whe_0, and one of retries at whe_2. */
async function fillPendingWebhooks(pool: MigratedDatabase["pool"]): Promise<void> {
  await pool.query(
    `insert into webhook_endpoints (merchant_id, id, url, description, events, enabled, sealed_secret, created_at,
       consecutive_failures, failing_since, held_until)
     select case when n < 10 then 1 else 2 end, 'whe_' || n, 'https://shop.example/' || n, '', '{payment.succeeded}',
       true, '', $1, case when n = 0 then 3 else 0 end, at, at
     from generate_series(0, 3000) n, lateral (select case when n = 0 then $1::timestamptz end as at) as times`,
    [NEXT_DAY],
  );
  await pool.query(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, status, next_attempt_at,
       attempts, last_response_status)
     select 1, 'msg_fff' || lpad(n::text, 9, '0'), case when n % 3 = 0 then 'whe_2' else 'whe_0' end, 'webhook.test', $1,
       '{}', 'WAITING', $1, (n % 3 = 0)::integer, case when n % 3 = 0 then 500 end
     from generate_series(1, 9000) n`,
    [NEXT_DAY],
  );
}

const PAYMENT = "TXN202601010000000000777";
const ANY_REFUND = { paymentId: null, reference: null, status: null, beforeId: null, limit: 51 };
const ANY_DELIVERY = {
  endpointId: null,
  paymentId: null,
  reference: null,
  status: null,
  event: null,
  from: null,
  until: null,
  isRetrying: null,
  isQueued: null,
  now: FIRST_DAY,
  beforeId: null,
  limit: 51,
};
const ANY_REVERSAL = { statuses: null, paymentId: null };
const FIRST_PAGE = { after: null, limit: 51 };

const refunds =
  (filter: Partial<typeof ANY_REFUND | Parameters<typeof searchRefunds>[2]>) =>
  (db: Db): Promise<unknown> =>
    searchRefunds(db, MERCHANT, { ...ANY_REFUND, ...filter });
const deliveries =
  (filter: Partial<Parameters<typeof searchWebhookDeliveries>[2]>) =>
  (db: Db): Promise<unknown> =>
    searchWebhookDeliveries(db, MERCHANT, { ...ANY_DELIVERY, ...filter });

const LISTS: Record<string, (db: Db) => Promise<unknown>> = {
  "the newest refunds": refunds({}),
  "refunds from a cursor on": refunds({ beforeId: "RFD202601010000000010000" }),
  "the refunds of a payment": refunds({ paymentId: PAYMENT }),
  "the refunds of a reference": refunds({ reference: "ORDER-777" }),
  "the refunds of a reference that nobody has": refunds({ reference: "NONE" }),
  "refunds of a common status": refunds({ status: "SUCCESS" }),
  "refunds of a rare status": refunds({ status: "FAILURE" }),
  "refunds of a status that none has": refunds({ status: "PROCESSING" }),
  "the most urgent reversals": (db) => searchReversals(db, MERCHANT, ANY_REVERSAL, FIRST_PAGE),
  "the reversals of a payment": (db) =>
    searchReversals(db, MERCHANT, { ...ANY_REVERSAL, paymentId: PAYMENT }, FIRST_PAGE),
  "the newest webhooks": deliveries({}),
  "webhooks from a cursor on": deliveries({ beforeId: "msg_019b8d3a0000" }),
  "the webhooks of an endpoint": deliveries({ endpointId: "whe_7" }),
  "the webhooks of a payment": deliveries({ paymentId: PAYMENT }),
  "the webhooks of a reference": deliveries({ reference: "ORDER-777" }),
  "webhooks of a common status": deliveries({ status: "DELIVERED" }),
  "webhooks of a rare status": deliveries({ status: "FAILED" }),
  "webhooks of a status that none has": deliveries({ status: "SET_ASIDE" }),
  "webhooks of a common event": deliveries({ event: "payment.succeeded" }),
  "webhooks of a rare event": deliveries({ event: "payment.failed" }),
  "webhooks of an event that never happened": deliveries({ event: "payment.cancelled" }),
  "the webhooks of an old day": deliveries({ from: FIRST_DAY, until: NEXT_DAY }),
  "webhooks that are retried, of an endpoint that works": deliveries({
    isRetrying: true,
    endpointId: "whe_4",
  }),
  "webhooks that are not retried, of an endpoint of retries": deliveries({
    isRetrying: false,
    endpointId: "whe_2",
  }),
  "webhooks without the backlog of a paused endpoint": deliveries({ isQueued: false }),
  "older webhooks without the backlog": deliveries({ isQueued: false, beforeId: "msg_019b8d3a0000" }),
  "the webhooks behind a paused endpoint": deliveries({ isQueued: true }),
  "the number of webhooks behind paused endpoints": (db) =>
    countQueuedDeliveries(db, MERCHANT, FIRST_DAY, 100),
};

test.each(Object.entries(LISTS))(
  "%s: a page is read by an index, and no more than pages",
  async (_, read) => {
    const { text, nodes } = await planOfOne(database.pool, read);
    expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
    expect(rowsRead(nodes), text).toBeLessThan(MOST_READ);
  },
);

test("a list without the backlog of a paused endpoint has what else is pending and what is final", async () => {
  const search = { ...ANY_DELIVERY, isQueued: false, limit: 3_060 };
  const found = await searchWebhookDeliveries(database.pool, MERCHANT, search);
  expect(
    new Set(found.map(({ endpointId, status }) => (status === "WAITING" ? endpointId : status))),
  ).toEqual(new Set(["whe_2", "DELIVERED"]));
  expect(found.map(({ id }) => id)).toEqual(
    found
      .map(({ id }) => id)
      .sort()
      .reverse(),
  );
  const queued = await countQueuedDeliveries(database.pool, MERCHANT, FIRST_DAY, 10_000);
  expect([...queued]).toEqual([["whe_0", 6_000]]);
});

const SUMS = ["payment_sums", "payment_wide_sums", "payment_changes"];

describe("counts of a span", () => {
  const DAYS = {
    from: FIRST_DAY,
    until: new Date("2026-01-21T00:00:00Z"),
    timeZone: "Asia/Kolkata",
  } as const;
  const scansOf = async (span: CountSpan) => {
    const { nodes } = await planOfOne(database.pool, (db) => countPayments(db, MERCHANT, span, 100));
    const scans = nodes.filter((node) => /Scan$/.test(node["Node Type"]) && (node["Actual Rows"] ?? 0) > 0);
    const of = (table: string) => scans.filter((node) => node["Relation Name"] === table);
    return {
      of,
      walked: walksIn(nodes, ["payments", ...SUMS]),
    };
  };

  test("read the index of that span and not one record, where nothing is summed", async () => {
    const span = { ...DAYS, until: NEXT_DAY, bucket: "hour", splitBy: null } as const;
    const { of, walked } = await scansOf(span);
    expect(walked).toEqual([]);
    expect(of("payments").map((node) => node["Node Type"])).toEqual(["Index Only Scan"]);
    expect(rowsRead(of("payments"))).toBeLessThan(1_000);
  });

  test("are summed by indexes, a step at a time", async () => {
    const client = await database.pool.connect();
    const sent: Sent[] = [];
    const noting = {
      query: (text: string, values: unknown[] = []) => {
        sent.push({ text, values, isPrepared: false });
        return client.query(text, values);
      },
    } as Db;
    try {
      await client.query("begin");
      await findMerchantsToSum(noting, NEXT_DAY, { limit: 100, last: [] });
      await sumFurther(noting, MERCHANT, NEXT_DAY);
      await client.query("rollback");
    } finally {
      client.release();
    }
    expect(sent.length).toBeGreaterThan(6);
    for (const statement of sent) {
      const plan = await planOf(database.pool, statement);
      expect(walksIn(plan, ["payments", ...SUMS]), statement.text).toEqual([]);
    }
  });

  test.each([
    ["by hours", { bucket: "hour", splitBy: null }, 2_000],
    ["by days", { bucket: "day", splitBy: null }, 500],
    ["by gateway", { bucket: "month", splitBy: "gateway" }, 250],
    ["of a method", { bucket: "day", splitBy: "gateway", method: "UPI" }, 2_000],
  ] as const)("%s: read sums by their keys, and no payment, where all is summed", async (_, split, most) => {
    const client = await database.pool.connect();
    try {
      while (await sumFurther(client, MERCHANT, new Date("2026-02-01T00:00:00Z")));
      await client.query("analyze payment_sums, payment_wide_sums");
    } finally {
      client.release();
    }
    const { of, walked } = await scansOf({ ...DAYS, ...split });
    expect(walked).toEqual([]);
    expect(rowsRead(of("payments"))).toBe(0);
    expect(rowsRead([...of("payment_sums"), ...of("payment_wide_sums")])).toBeLessThan(most);
  });
});
