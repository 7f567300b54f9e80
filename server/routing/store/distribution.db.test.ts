import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";

let database: MigratedDatabase;

beforeAll(async () => {
  database = await createMigratedDatabase("routing");
});
afterAll(() => database.drop());

/** Replicated to every node, or stored only on the first: these tables do not grow with payments. */
const NOT_DISTRIBUTED = [
  "merchants",
  "cell",
  "api_keys",
  "gateway_health",
  "configured_vendors",
  "refund_hold",
  "backup_state",
  "job_worker_leases",
  "schema_migrations",
  // They grow with Adyen's reports, whose keys are the vendor's own (decision 0307): on the first node until they are
  // distributed by the merchant that their reference names.
  "adyen_events",
  "adyen_refunds",
];

test("every key and unique index of a merchant's data begins with merchant_id, so that it can be distributed", async () => {
  const { rows } = await database.pool.query<{ table: string; index: string; first: string | null }>(
    `select t.relname as "table", i.relname as "index", a.attname as first
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       join pg_namespace n on n.oid = t.relnamespace
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
     where n.nspname = 'public' and x.indisunique`,
  );
  const distributed = rows.filter(({ table }) => !NOT_DISTRIBUTED.includes(table));
  expect(distributed.length).toBeGreaterThan(10);
  expect(distributed.filter(({ first }) => first !== "merchant_id")).toEqual([]);
});

test("a row refers to rows of its own merchant alone", async () => {
  const { rows } = await database.pool.query<{ table: string; target: string; columns: string[] }>(
    `select t.relname as "table", f.relname as target,
       array(select a.attname::text from unnest(c.conkey, c.confkey) as k (own, theirs)
         join pg_attribute a on a.attrelid = t.oid and a.attnum = k.own
         join pg_attribute b on b.attrelid = f.oid and b.attnum = k.theirs
         where a.attname = b.attname or (a.attname = 'merchant_id' and f.relname = 'merchants')) as columns
     from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
       join pg_namespace n on n.oid = t.relnamespace
     where n.nspname = 'public' and c.contype = 'f'`,
  );
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter(({ columns }) => !columns.includes("merchant_id"))).toEqual([]);
});
