import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { AUDIT_FILL, DASHBOARD_FILLS, FILLS, historyOf } from "./history.mjs";

const TABLES = Object.keys(FILLS);
const SUMS = ["payments_summed", "payment_sums", "payment_wide_sums", "payment_changes"];
/**
 * From this number on, the tables are filled without their indexes: otherwise it would take an hour instead of minutes.
 */
const BARE_FROM = 200_000;
/** Events are only read by payment, never as a list: more of them show nothing and take as long as the payments. */
const EVENTS_UP_TO = 1_000_000;
const SUMMING_LIMIT_MS = 600_000;
/**
 * The audit log's trigger, which chains each row, updates one row for each entry, and within a transaction must scan all
 * versions of that row each time.
 */
const PAYMENTS_OF_AUDITS_AT_ONCE = 20_000;

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
  return [merchant.id, small.id, rows.map(({ id }) => id)];
}

/** Fills both databases from `from` to `until` payments; returns the duration in seconds. */
export async function fillUpTo(stack, from, until, owners) {
  const startedAt = performance.now();
  const client = await connect(stack.databaseUrl);
  try {
    const fill = async () => {
      for (const [table, statement] of Object.entries(FILLS)) {
        const last = table === "payment_events" ? Math.min(until, EVENTS_UP_TO) : until;
        await client.query(statement(historyOf(from, last)), owners);
      }
    };
    // Triggers are off, because this history is no change of the sums: it is summed as a whole afterwards.
    await planSums(client, "now() + interval '1 day'");
    await client.query("alter table payments disable trigger user");
    try {
      await (until - from < BARE_FROM ? fill() : withBareTables(client, fill));
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

/**
 * Runs `work` while the tables have no constraints and indexes, and then rebuilds them, as a restore of a dump does. An
 * index that is built at once is packed tighter than one that grew.
 */
async function withBareTables(client, work) {
  const { rows: constraints } = await client.query(
    `select conrelid::regclass::text as "table", conname as name, contype as type, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where contype in ('p', 'u', 'f') and (conrelid = any($1::regclass[]) or confrelid = any($1::regclass[]))
     order by contype = 'f', conname`,
    [TABLES],
  );
  const { rows: indexes } = await client.query(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
     where indrelid = any($1::regclass[]) and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [TABLES],
  );
  // Foreign keys are dropped first and added last.
  for (const { table, name } of [...constraints].reverse()) {
    await client.query(`alter table ${table} drop constraint ${name}`);
  }
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await work();
  await client.query("set maintenance_work_mem = '1GB'");
  for (const { definition } of indexes) await client.query(definition);
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query("reset maintenance_work_mem");
}

async function fillDashboard({ dashboardDatabaseUrl }, from, until) {
  const client = await connect(dashboardDatabaseUrl);
  try {
    const { rows } = await client.query(
      "select id from people where role in ('finance', 'admin') order by email limit 2",
    );
    const people = rows.map(({ id }) => id);
    for (const [table, statement] of Object.entries(DASHBOARD_FILLS)) {
      const text = statement(historyOf(from, until));
      await client.query(text, text.includes("$1") ? people : []);
      await client.query(`vacuum (analyze) ${table}`);
    }
    for (let start = from; start < until; start += PAYMENTS_OF_AUDITS_AT_ONCE) {
      const end = Math.min(until, start + PAYMENTS_OF_AUDITS_AT_ONCE);
      await client.query(AUDIT_FILL(historyOf(start, end)), people);
    }
    await client.query("vacuum (analyze) audit_log");
  } finally {
    await client.end();
  }
}
