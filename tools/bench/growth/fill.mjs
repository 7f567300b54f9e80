import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { withBareTables } from "./bare-tables.mjs";
import { copyIn } from "./copy-in.mjs";
import { fillDashboard } from "./fill-dashboard.mjs";
import {
  DELIVERY_COLUMNS,
  deliveries,
  EVENT_COLUMNS,
  events,
  numbersByTime,
  PAYMENT_COLUMNS,
  payments,
  REFUND_COLUMNS,
  refunds,
} from "./history.mjs";

const TABLES = ["payments", "payment_events", "refunds", "webhook_deliveries"];
const SUMS = ["payments_summed", "payment_sums", "payment_wide_sums", "payment_changes"];
/**
 * From this number on, the tables are filled without their indexes: otherwise it would take an hour instead of minutes.
 */
const BARE_FROM = 200_000;
/** Events are only read by payment, never as a list: more of them show nothing and take as long as the payments. */
const EVENTS_UP_TO = 1_000_000;
const SUMMING_LIMIT_MS = 600_000;

/**
 * Deletes the rows of other sections, which have no history; creates the merchants that share the payments with the one
 * that sends requests.
 */
export async function prepareFill({ pool, merchant, small }) {
  await pool.query(`truncate ${TABLES.join(", ")} cascade`);
  await pool.query(
    "insert into merchants (name) select 'Bench ' || n from generate_series(1, 30) n on conflict do nothing",
  );
  const { rows } = await pool.query("select id from merchants where name like 'Bench %' order by id");
  const idOf = { big: merchant.id, small: small.id };
  return (owner) => idOf[owner] ?? rows[owner].id;
}

/** Fills both databases from `from` to `until` payments; returns the duration in seconds. */
export async function fillUpTo(stack, from, until, merchantId) {
  const startedAt = performance.now();
  const client = await connect(stack.databaseUrl);
  try {
    const fill = async () => {
      const numbers = numbersByTime(from, until);
      await copyIn(client, "payments", PAYMENT_COLUMNS, payments(numbers, merchantId));
      const withEvents = numbers.filter((n) => n <= EVENTS_UP_TO);
      await copyIn(client, "payment_events", EVENT_COLUMNS, events(withEvents, merchantId));
      await copyIn(client, "refunds", REFUND_COLUMNS, refunds(numbers, merchantId));
      const hooks = deliveries(numbers, merchantId, Date.now());
      await copyIn(client, "webhook_deliveries", DELIVERY_COLUMNS, hooks);
    };
    // Triggers are off, because this history is no change of the sums: it is summed as a whole afterwards.
    await planSums(client, "now() + interval '1 day'");
    await client.query("alter table payments disable trigger user");
    try {
      await (until - from < BARE_FROM ? fill() : withBareTables(client, TABLES, fill));
    } finally {
      await client.query("alter table payments enable trigger user");
    }
    await client.query(`vacuum (analyze) ${TABLES.join(", ")}`);
    await sumAnew(client);
  } finally {
    await client.end();
  }
  await fillDashboard(stack, from, until);
  return (performance.now() - startedAt) / 1_000;
}

/** Lets the service's own job sum all payments, and waits for it. */
async function sumAnew(client) {
  const startedAt = performance.now();
  await client.query(`truncate ${SUMS.join(", ")}`);
  const isBehind = async () => {
    await planSums(client, "now()");
    const { rows } = await client.query(
      `select exists (select from merchants m left join payments_summed s on s.merchant_id = m.id where exists (
         select from payments p where p.merchant_id = m.id and p.created_at >= coalesce(s.until, '-infinity')
           and p.created_at < now() - interval '40 minutes')) as yes`,
    );
    return rows[0].yes;
  };
  while (await isBehind()) {
    if (performance.now() > startedAt + SUMMING_LIMIT_MS) throw new Error("the payments were not summed");
    await sleep(500);
  }
  await client.query(`vacuum (analyze) ${SUMS.join(", ")}`);
  console.error(`they are summed after ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}

/** The job must not read tables that have no indexes at this moment. */
function planSums(client, at) {
  return client.query(`update schedules set due_at = ${at} where task = 'sum-payments'`);
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("set synchronous_commit = off; set statement_timeout = 0");
  return client;
}

/** Bytes per million payments of each table, with its indexes separately. */
export async function storageOf(pool, made) {
  const counted = { payment_events: Math.min(made, EVENTS_UP_TO) };
  const { rows } = await pool.query(
    `select name, pg_table_size(name::regclass)::text as heap, pg_indexes_size(name::regclass)::text as indexes
     from unnest($1::text[]) as named (name)`,
    [[...TABLES, "payment_sums", "payment_wide_sums"]],
  );
  return rows.map(({ name, heap, indexes }) => {
    const perMillion = (bytes) => (Number(bytes) / (counted[name] ?? made)) * 1_000_000;
    return {
      table: name,
      tableBytesPerMillion: perMillion(heap),
      indexBytesPerMillion: perMillion(indexes),
    };
  });
}
