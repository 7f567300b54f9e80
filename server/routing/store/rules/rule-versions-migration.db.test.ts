import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "@/server/checks/database";
import { createLogger } from "@/server/platform/log";
import { migrate } from "@/server/platform/migrate";
import { projectRoot } from "@/server/platform/root";
import { findRuleSet } from "./rules";

const FOLDER = join(projectRoot(), "server/routing/store/migrations");

test("rules from before versions become version 1 of their merchant, and mean the same", async () => {
  const database = await createTestDatabase("routing");
  const before = await mkdtemp(join(tmpdir(), "paydeck-migrations-"));
  const options = { connectionString: database.url, logger: createLogger("test", "silent") };
  const pool = new pg.Pool({ connectionString: database.url });
  try {
    const first = "0001_merchants-payments-refunds.sql";
    await cp(join(FOLDER, first), join(before, first));
    await migrate({ ...options, folder: before });
    await pool.query(`insert into merchants (name) values ('With rules'), ('Without')`);
    await pool.query(
      `insert into routing_rules (merchant_id, id, name, priority, active, conditions, gateways) values
         (1, 2, 'Every payment', 1000, true, '[]', '{simulator}'),
         (1, 1, ' ', 10, false, $1, '{b,a,b}'),
         (1, 3, 'Open', 20, true, '[{"field":"amount"}]', '{a}')`,
      [
        JSON.stringify([
          { field: "amount", min: "10.00", max: null },
          { field: "card_scheme", oneOf: ["visa"] },
        ]),
      ],
    );
    await migrate({ ...options, folder: FOLDER });

    const carried = await findRuleSet(pool, 1, null);
    expect(carried).toMatchObject({ version: 1, author: "paydeck", ruleCount: 3 });
    expect(carried?.rules).toEqual([
      {
        id: "rule-1",
        name: "Rule 1",
        priority: 10,
        active: false,
        conditions: {
          all: [
            { field: "amount", min: "10.00" },
            { field: "card_scheme", one_of: ["VISA"] },
          ],
        },
        target: { kind: "failover", gateways: ["b", "a"] },
      },
      {
        id: "rule-3",
        name: "Open",
        priority: 20,
        active: true,
        target: { kind: "failover", gateways: ["a"] },
      },
      {
        id: "rule-2",
        name: "Every payment",
        priority: 1000,
        active: true,
        target: { kind: "failover", gateways: ["simulator"] },
      },
    ]);
    expect(await findRuleSet(pool, 2, null)).toMatchObject({ version: 1, rules: [] });
  } finally {
    await pool.end();
    await rm(before, { recursive: true, force: true });
    await database.drop();
  }
});
