import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "@/tools/testing/database";
import { freePorts } from "@/tools/checks/programs.mjs";
import type { DemoService } from "@/tools/demo/contract";
import { DemoClock } from "@/tools/demo/demo-clock";
import { createLogger } from "@/server/platform/log";
import { planPayments } from "@/tools/demo/plan";
import { DemoRandom } from "@/tools/demo/random";
import { openDemoService } from "./fill-service";

let database: TestDatabase;
let db: pg.Client;

beforeAll(async () => {
  database = await createTestDatabase("routing");
  db = new pg.Client({ connectionString: database.url });
  await db.connect();
  await refusal();
});
beforeEach(() =>
  db.query("truncate merchants, configured_vendors, simulator.gateways restart identity cascade"),
);
afterAll(async () => {
  await db.end();
  await database.drop();
});

async function open(): Promise<DemoService> {
  const [port = ""] = freePorts(1);
  return openDemoService({
    env: {
      NODE_ENV: "test",
      ROUTING_DATABASE_URL: database.url,
      ROUTING_SALT_KEY: randomBytes(32).toString("base64"),
      ROUTING_PORT: port,
      SANDBOX_API_KEY: "key",
      SANDBOX_API_SALT: "salt",
    },
    time: new DemoClock(new Date("2026-01-01T00:00:00Z")),
    logger: createLogger("test", "silent"),
  });
}

async function refusal(): Promise<string | null> {
  const service = await open();
  const found = await service.refusal();
  await service.close();
  return found;
}

const added = async (): Promise<unknown> => {
  const { rows } = await db.query<{ gateways: string; merchants: string }>(
    `select (select count(*) from simulator.gateways) as gateways,
       (select count(*) from merchants where name = 'Sandbox') as merchants`,
  );
  return rows[0];
};

it("adds its gateways to an empty sandbox", async () => {
  expect(await refusal()).toBeNull();
  expect(await added()).toEqual({ gateways: "2", merchants: "1" });
});

it.each([
  ["insert into configured_vendors (name) values ('stripe')", "a real gateway was once configured"],
  ["insert into merchants (name) values ('A real shop')", "it has other merchants than its own"],
])("leaves a database that it refuses as it is: %s", async (sql, reason) => {
  await db.query(sql);
  expect(await refusal()).toContain(reason);
  expect(await added()).toEqual({ gateways: "0", merchants: "0" });
});

it("refuses a sandbox with webhook endpoints: their webhooks would count as delivered", async () => {
  expect(await refusal()).toBeNull();
  await db.query(
    `insert into webhook_endpoints (merchant_id, id, url, description, events, enabled, sealed_secret, created_at)
     select id, 'whe_1', 'https://shop.example.org/hook', '', '{payment.succeeded}', true, '', now() from merchants`,
  );
  expect(await refusal()).toContain("it has webhook endpoints");
});

it("ends each payment minutes after it began, however many are created beside it", async () => {
  const plan = planPayments(200, new Date("2026-07-01T00:00:00Z"), new DemoRandom(1));
  const service = await open();
  await service.createPayments(plan, () => undefined);
  await service.close();
  const { rows } = await db.query<{ paid: number; longest: number; shortest: number }>(
    `select count(*)::int as paid, extract(epoch from max(completed_at - created_at))::float8 as longest,
       extract(epoch from min(completed_at - created_at))::float8 as shortest
     from payments where status = 'SUCCESS'`,
  );
  const [times] = rows;
  expect(times?.paid).toBeGreaterThan(100);
  expect(times?.shortest).toBeGreaterThan(20);
  expect(times?.longest).toBeLessThan(15 * 60);
});
