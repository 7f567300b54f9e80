import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/server/checks/database";
import { migrateThroughVersions } from "@/server/checks/earlier-versions";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { createPool, type Pool } from "@/server/platform/pool";
import { projectRoot } from "@/server/platform/root";
import { findKeyByApiKey } from "../keys/api-keys";
import { findPayment } from "../payments/payments";
import { findRefund } from "../refunds/refunds";
import { findReversal } from "../reversals/reversals";
import { findRuleSet } from "../rules/rules";
import { findWebhookDelivery } from "../webhooks/webhook-deliveries";
import { DELIVERY_STATUSES, MONEY_BACK_STATUSES, PAYMENT_STATUSES, ROWS } from "./rows";

/**
 * A database migrated from the first version to the newest, with rows in every state inserted at each version. So every
 * later migration runs on the rows of every earlier one.
 */
const FOLDER = join(projectRoot(), "server/routing/store/migrations");
const logger = createLogger("test", "silent");
let database: TestDatabase;
let pool: Pool;
let versions: number[];

beforeAll(async () => {
  database = await createTestDatabase("routing");
  versions = await migrateThroughVersions({ databaseUrl: database.url, folder: FOLDER, rows: ROWS });
  pool = createPool({ connectionString: database.url, applicationName: "test", maxConnections: 4, logger });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const from = (since: number) => versions.filter((version) => version >= since);
async function merchantOf(version: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>("select id from merchants where name = $1", [
    `Merchant ${version}`,
  ]);
  return rows[0]?.id ?? 0;
}
const count = async (table: string): Promise<number> =>
  (await pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n ?? 0;

test("no row is lost on the way to the newest version", async () => {
  const each = (since: number, perVersion: number): number => from(since).length * perVersion;
  const counts = {
    merchants: each(1, 1),
    api_keys: each(1, 2),
    payments: each(1, PAYMENT_STATUSES.length + 1) + each(5, 1),
    payment_events: each(1, PAYMENT_STATUSES.length + 1) + each(5, 1),
    refunds: each(1, MONEY_BACK_STATUSES.length),
    reversals: each(1, MONEY_BACK_STATUSES.length),
    idempotency_keys: each(1, 2),
    // The migration turned the rules that existed before it into a version.
    routing_rule_sets: 1 + each(2, 2),
    gateway_health: each(2, 3),
    webhook_endpoints: each(3, 2),
    webhook_deliveries: each(3, DELIVERY_STATUSES.length),
    webhook_attempts: each(3, DELIVERY_STATUSES.length),
    used_signatures: each(9, 1),
  };
  const found = await Promise.all(
    Object.keys(counts).map(async (table) => [table, await count(table)] as const),
  );
  expect(Object.fromEntries(found)).toEqual(counts);
});

test("every payment, refund and reversal is what it was, and its amount too", async () => {
  for (const version of versions) {
    const merchantId = await merchantOf(version);
    for (const status of PAYMENT_STATUSES) {
      const payment = await findPayment(pool, merchantId, `TXN-${status}-${version}`);
      expect(payment, `${status} of version ${version}`).toMatchObject({ status, amountPaise: 50_000n });
    }
    for (const status of MONEY_BACK_STATUSES) {
      const refund = await findRefund(pool, merchantId, `RFD-${status}-${version}`);
      expect(refund, `${status} of version ${version}`).toMatchObject({ status, amountPaise: 1_234n });
      const charge = `simpay_${status}_${version}`;
      const reversal = await findReversal(pool, merchantId, `TXN-CANCELLED-${version}`, charge);
      expect(reversal, `${status} of version ${version}`).toMatchObject({ status, amountPaise: 50_000n });
    }
  }
});

test("a payment that was at its gateway, and a reversal that had ended lately, are polled from then on", async () => {
  const polled = async (table: string, version: number, where: string): Promise<boolean> => {
    const { rowCount } = await pool.query(
      `select from ${table} where merchant_id = $1 and watched_until is not null and ${where}`,
      [await merchantOf(version)],
    );
    return rowCount === 1;
  };
  for (const version of versions.filter((one) => one < 5)) {
    expect(await polled("payments", version, "status = 'INITIATED'"), `version ${version}`).toBe(true);
  }
  for (const version of versions.filter((one) => one < 15)) {
    for (const status of ["SUCCESS", "FAILURE"]) {
      expect(await polled("reversals", version, `status = '${status}'`), `version ${version}`).toBe(true);
    }
  }
});

test("a refund that had ended lately is checked from then on; one that had not may have been sent", async () => {
  for (const version of versions.filter((one) => one < 22)) {
    const { rows } = await pool.query<{ status: string; days: number | null; isUnsent: boolean }>(
      `select status, round(extract(epoch from next_check_at - completed_at) / 86400)::int as days, is_unsent as "isUnsent"
       from refunds where merchant_id = $1 order by status`,
      [await merchantOf(version)],
    );
    expect(rows, `version ${version}`).toEqual([
      { status: "FAILURE", days: 1, isUnsent: false },
      { status: "INITIATED", days: null, isUnsent: false },
      { status: "PROCESSING", days: null, isUnsent: false },
      { status: "SUCCESS", days: 1, isUnsent: false },
    ]);
  }
});

test("keys, rules and deliveries can be read", async () => {
  for (const version of versions) {
    const key = await findKeyByApiKey(pool, `key-${version}`);
    expect(key).toMatchObject({ merchantId: await merchantOf(version), label: "First key" });
  }
  expect(await findRuleSet(pool, await merchantOf(1), null)).toMatchObject({ version: 1, ruleCount: 1 });
  for (const version of from(3)) {
    for (const status of DELIVERY_STATUSES) {
      const delivery = await findWebhookDelivery(pool, await merchantOf(version), `msg-${status}-${version}`);
      expect(delivery, `${status} of version ${version}`).toMatchObject({ delivery: { status } });
    }
  }
});

test.each(["leaving", "frozen", "moved"])(
  "a database with a merchant that is %s is not migrated, and says which; without one, nothing of the moves is left",
  async (stage) => {
    const earlier = await createTestDatabase("routing");
    const session = new pg.Client({ connectionString: earlier.url });
    await session.connect();
    const triggers = async () =>
      (await session.query("select from pg_trigger where tgname = 'a_frozen_merchant'")).rowCount ?? 0;
    try {
      const through = migrateThroughVersions({
        databaseUrl: earlier.url,
        folder: FOLDER,
        rows: [
          {
            since: 61,
            until: 61,
            sql: () => `insert into merchants (name, move_stage, moved_to) values ('Shop', '${stage}', 'b')`,
          },
        ],
      });
      await expect(through).rejects.toThrow(
        /^These merchants are moving to another database, or have moved: 1\. Nothing was changed\./,
      );
      expect(await triggers()).toBeGreaterThan(0);
      await session.query("begin; set local paydeck.mover = 'on'; delete from merchants; commit");
      await migrate({ connectionString: earlier.url, folder: FOLDER, logger });
      expect(await triggers()).toBe(0);
      const { rows } = await session.query("select to_regclass('cell') as cell");
      expect(rows).toEqual([{ cell: null }]);
    } finally {
      await session.end();
      await earlier.drop();
    }
  },
);
