import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/server/checks/migrated-database";
import { findMerchantTables, inOrder } from "./merchant-tables";

let database: MigratedDatabase;

beforeAll(async () => {
  database = await createMigratedDatabase("routing");
});
afterAll(() => database.drop());

test("every table with rows of merchants is frozen with its merchant, also one of a later migration", async () => {
  const { rows } = await database.pool.query<{ table: string; events: number }>(
    `select c.relname as "table", t.tgtype & 28 as events from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = 'a_frozen_merchant' and c.relname <> 'merchants' and c.relnamespace = 'public'::regnamespace
     order by 1`,
  );
  const tables = await findMerchantTables(database.pool);
  expect(tables.length).toBeGreaterThan(25);
  expect(rows.map(({ table }) => table)).toEqual(tables.toSorted());
  // Inserts and updates of each; deletions of all but what a retention deletes.
  const [insertAndUpdate, all] = [4 + 16, 4 + 8 + 16];
  expect(rows.filter(({ events }) => events !== all).map(({ table }) => table)).toEqual([
    "adyen_account_events",
    "gateway_accounts",
    "gateway_statistics",
    "idempotency_keys",
    "success_rate_gains",
    "success_rate_shares",
    "used_signatures",
    "webhook_attempts",
    "webhook_deliveries",
  ]);
  expect(rows.every(({ events }) => events === all || events === insertAndUpdate)).toBe(true);
});

test("every table whose rows are of a merchant in a text, or of none, is known", async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select case n.nspname when 'public' then '' else n.nspname || '.' end || c.relname as name
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname in ('public', 'simulator') and c.relkind in ('r', 'p')
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'merchant_id')
     order by 1`,
  );
  // A new one belongs into BY_TEXT, or is of the cell and not of a merchant.
  expect(rows.map(({ name }) => name)).toEqual([
    "adyen_events",
    "adyen_refunds",
    "backup_state",
    "cell",
    "configured_vendors",
    "gateway_health",
    "installation",
    "job_worker_leases",
    "merchants",
    "refund_hold",
    "schema_migrations",
    "simulator.charges",
    "simulator.faults",
    "simulator.gateways",
    "simulator.refunds",
  ]);
});

test("a table comes after those that it refers to, and what triggers write comes last", async () => {
  const tables = await findMerchantTables(database.pool);
  const at = (table: string): number => tables.indexOf(table);
  expect(at("gateway_accounts")).toBeLessThan(at("payments"));
  expect(at("payments")).toBeLessThan(at("refunds"));
  expect(at("webhook_deliveries")).toBeLessThan(at("webhook_attempts"));
  expect(tables.at(-1)).toBe("payment_changes");
});

test("tables that refer to one another have no order", () => {
  const references = [
    { from: "a", to: "b" },
    { from: "b", to: "a" },
  ];
  expect(() => inOrder(["a", "b"], references)).toThrow("refer to one another: a, b");
  expect(
    inOrder(
      ["a", "b"],
      [
        { from: "a", to: "b" },
        { from: "a", to: "merchants" },
      ],
    ),
  ).toEqual(["b", "a"]);
});
