import pg from "pg";
import { withBareTables } from "./bare-tables.mjs";
import { copyIn } from "./copy-in.mjs";
import { fillDashboard } from "./fill-dashboard.mjs";
import {
  DELIVERY_COLUMNS,
  deliveries,
  EVENT_COLUMNS,
  events,
  PAYMENT_COLUMNS,
  payments,
  REFUND_COLUMNS,
  refunds,
} from "./history.mjs";

const TABLES = ["payments", "payment_events", "refunds", "webhook_deliveries"];
/** From so many on, the tables are filled without their indexes: minutes would become an hour. */
const BARE_FROM = 200_000;
/** Events are read by their payment alone, never as a list: more of them show nothing and take as long as the payments. */
const EVENTS_UP_TO = 1_000_000;

/** What other sections have left has no history; and the merchants that share the payments with the one that asks. */
export async function prepareFill({ pool, merchant, small }) {
  await pool.query("truncate payments, payment_events, refunds, reversals, webhook_deliveries cascade");
  await pool.query(
    "insert into merchants (name) select 'Bench ' || n from generate_series(1, 30) n on conflict do nothing",
  );
  const { rows } = await pool.query("select id from merchants where name like 'Bench %' order by id");
  const idOf = { big: merchant.id, small: small.id };
  return (owner) => idOf[owner] ?? rows[owner].id;
}

/** Fills both databases up from `from` to `until` payments; tells how long it took, in seconds. */
export async function fillUpTo(stack, from, until, merchantId) {
  const startedAt = performance.now();
  const client = await connect(stack.databaseUrl);
  try {
    const fill = async () => {
      await copyIn(client, "payments", PAYMENT_COLUMNS, payments(from, until, merchantId));
      const withEvents = Math.min(until, EVENTS_UP_TO);
      await copyIn(client, "payment_events", EVENT_COLUMNS, events(from, withEvents, merchantId));
      await copyIn(client, "refunds", REFUND_COLUMNS, refunds(from, until, merchantId));
      const hooks = deliveries(from, until, merchantId, Date.now());
      await copyIn(client, "webhook_deliveries", DELIVERY_COLUMNS, hooks);
    };
    await (until - from < BARE_FROM ? fill() : withBareTables(client, TABLES, fill));
    await client.query(`vacuum (analyze) ${TABLES.join(", ")}`);
  } finally {
    await client.end();
  }
  await fillDashboard(stack, from, until);
  return (performance.now() - startedAt) / 1_000;
}

async function connect(connectionString) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("set synchronous_commit = off; set statement_timeout = 0");
  return client;
}

/** Bytes of each table with its indexes apart, for a million payments. */
export async function storageOf(pool, made) {
  const counted = { payment_events: Math.min(made, EVENTS_UP_TO) };
  const { rows } = await pool.query(
    `select name, pg_table_size(name::regclass)::text as heap, pg_indexes_size(name::regclass)::text as indexes
     from unnest($1::text[]) as named (name)`,
    [TABLES],
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
