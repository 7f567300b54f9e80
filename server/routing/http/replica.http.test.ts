import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "@/tools/testing/own-postgres";
import { type Standby, startStandby } from "@/tools/testing/standby";
import { eventually, paymentBody } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

const MAX_LAG_MS = 8_000;

/** A separate Postgres, because it gets a standby. */
let postgres: OwnPostgres;
let standby: Standby;
let service: TestService;
let replica: pg.Client;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  standby = await startStandby(postgres.folder, postgres.adminUrl);
  const { database } = postgres;
  const env = {
    ROUTING_REPLICA_URL: standby.urlOf(database.url),
    ROUTING_REPLICA_LAG_MS: String(MAX_LAG_MS),
  };
  service = await startTestService(env, database);
  replica = new pg.Client({ connectionString: standby.urlOf(postgres.adminUrl) });
  replica.on("error", () => undefined);
  await replica.connect();
});
afterAll(async () => {
  const [client, routing, copy] = [replica, service, standby] as [pg.Client?, TestService?, Standby?];
  await client?.end();
  await routing?.stop();
  await copy?.kill();
  await (postgres as OwnPostgres | undefined)?.stop();
});

test("counts are read from the replica, unless it is too far behind or gone", async () => {
  const create = async (): Promise<void> => {
    expect((await service.merchant.initiate(paymentBody())).status).toBe(201);
  };
  await create();
  await eventually(counted, (count) => count === 1);

  // Rows that only the primary has are not counted: this proves that the query went to the replica.
  await replica.query("select pg_wal_replay_pause()");
  await create();
  const pausedAt = Date.now();
  const early: number[] = [];
  while (Date.now() - pausedAt < MAX_LAG_MS / 2 - 1_000) early.push(await counted());
  expect(early).toContain(1);

  await eventually(counted, (count) => count === 2);
  expect(Date.now() - pausedAt).toBeLessThan(60_000);

  await replica.query("select pg_wal_replay_resume()");
  await create();
  await eventually(counted, (count) => count === 3);

  await standby.kill();
  await create();
  const responses = [await counted(), await counted()];
  expect(responses).toEqual([4, 4]);

  // What decides about money is unchanged.
  const paid = await service.merchant.payment({ transaction_amount: "80.00" });
  expect((await service.merchant.refund(paid.transaction_id, "80.00")).status).toBe(201);
  expect((await service.merchant.refund(paid.transaction_id, "0.01")).status).toBe(400);
});

async function counted(): Promise<number> {
  const now = Date.now();
  const reply = await service.merchant.ops("POST", "/v1/ops/payments/counts", {
    from: new Date(now - 3_600_000).toISOString(),
    until: new Date(now + 3_600_000).toISOString(),
    bucket: "day",
    time_zone: "UTC",
  });
  expect(reply.status).toBe(200);
  const { counts } = reply.json as { counts: { count: number }[] };
  return counts.reduce((sum, { count }) => sum + count, 0);
}
