import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { migrationsFolder, readMigrations } from "@/server/platform/migrations";
import { DISTRIBUTED_TABLES, LOCAL_TABLES, REFERENCE_TABLES } from "../distribute/tables";

let database: MigratedDatabase;

beforeAll(async () => {
  database = await createMigratedDatabase("routing");
});
afterAll(() => database.drop());

test("it is decided for each table where it is in a database that is distributed by merchant", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  const decided = [...REFERENCE_TABLES, ...DISTRIBUTED_TABLES, ...LOCAL_TABLES];
  expect(decided.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

test("a later migration references no distributed table: Citus refuses that of a table that is new", async () => {
  const [, ...later] = await readMigrations(migrationsFolder("routing"));
  const targets = later.flatMap(({ name, sql }) =>
    [...sql.matchAll(/\breferences\s+(\w+)/gi)].map(([, target = ""]) => ({ name, target })),
  );
  expect(targets.filter(({ target }) => DISTRIBUTED_TABLES.includes(target))).toEqual([]);
});

test("every key and unique index of a merchant's data begins with merchant_id, so that it can be distributed", async () => {
  const { rows } = await database.pool.query<{ table: string; index: string; first: string | null }>(
    `select t.relname as "table", i.relname as "index", a.attname as first
     from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
       join pg_namespace n on n.oid = t.relnamespace
       left join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
     where n.nspname = 'public' and x.indisunique`,
  );
  const distributed = rows.filter(({ table }) => DISTRIBUTED_TABLES.includes(table));
  expect(distributed.length).toBeGreaterThan(DISTRIBUTED_TABLES.length - 1);
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
