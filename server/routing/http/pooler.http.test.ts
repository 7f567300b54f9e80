import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { createTestDatabase } from "@/tools/testing/database";
import { limitStatements, type Pooler, startPooler } from "@/tools/testing/pooler";
import { eventually, paymentBody } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

/** Started before the tests are declared: without PgBouncer they are skipped and counted as skipped. */
const pooler = await startPooler(inject("adminUrl"));

describe.skipIf(pooler === null)("through PgBouncer in transaction mode, with four connections", () => {
  const before = pooler as Pooler;
  let service: TestService;
  beforeAll(async () => {
    const database = await createTestDatabase("routing");
    await limitStatements(database.url);
    service = await startTestService({ ROUTING_POOLER_URL: before.urlOf(database.url) }, database);
  });
  afterAll(async () => {
    await (service as TestService | undefined)?.stop();
    await before.stop();
  });

  test("forty merchants' servers at once create, are paid, refund and see the refund's end", async () => {
    const ends = await Promise.all(
      Array.from({ length: 40 }, async () => {
        const paid = await service.merchant.payment({ transaction_amount: "80.00" });
        const refunds = await Promise.all(
          ["50.00", "50.00"].map((amount) => service.merchant.refund(paid.transaction_id, amount)),
        );
        expect(refunds.map(({ status }) => status).sort()).toEqual([201, 400]);
        const { refund_id: refundId } = refunds.find(({ status }) => status === 201)?.json as {
          refund_id: string;
        };
        const seen = await eventually(
          () => service.merchant.refundStatus(refundId),
          ({ json }) => statusIn(json) === "SUCCESS",
        );
        return statusIn(seen.json);
      }),
    );
    expect(ends).toEqual(Array.from({ length: 40 }, () => "SUCCESS"));
  });

  test("requests go through it alone: while it is dead every answer is 503; afterwards each refund is there that was accepted", async () => {
    const paid = await service.merchant.payment({ transaction_amount: "80.00" });
    const refunding = Array.from({ length: 60 }, () => service.merchant.refund(paid.transaction_id, "0.01"));
    await Promise.race(refunding);
    await before.kill();
    const responses = await Promise.all(refunding);
    expect(responses.filter(({ status }) => ![201, 503].includes(status))).toEqual([]);
    expect((await service.merchant.initiate(paymentBody())).status).toBe(503);

    await before.start();
    await eventually(
      () => service.merchant.initiate(paymentBody()),
      ({ status }) => status === 201,
    );
    const { rows } = await service.db.query<{ id: string }>("select id from refunds");
    const made = new Set(rows.map(({ id }) => id));
    const accepted = responses.filter(({ status }) => status === 201);
    expect(accepted.length).toBeGreaterThan(0);
    for (const { json } of accepted) expect(made).toContain((json as { refund_id: string }).refund_id);
  });

  test("a database that ends no statement that hangs is refused, with what to do", async () => {
    const database = await createTestDatabase("routing");
    const start = startTestService({ ROUTING_POOLER_URL: before.urlOf(database.url) }, database);
    const failure: unknown = await start.catch((error: unknown) => error);
    const { message } = failure as Error;
    expect(message).toMatch(/set statement_timeout = '15s';/);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const remedy of message.match(/^alter role .*;$/gm) ?? []) await client.query(remedy);
    await client.end();
    // The pooler's connections keep the settings from when they were opened.
    await before.kill();
    await before.start();
    const other = await startTestService({ ROUTING_POOLER_URL: before.urlOf(database.url) }, database);
    expect((await other.merchant.initiate(paymentBody())).status).toBe(201);
    await other.stop();
  });

  test("a pooler before another database is refused", async () => {
    const [database, another] = [await createTestDatabase("routing"), await createTestDatabase("routing")];
    const start = startTestService({ ROUTING_POOLER_URL: before.urlOf(another.url) }, database);
    await expect(start).rejects.toThrow("ROUTING_POOLER_URL leads to another database");
    await Promise.all([database.drop(), another.drop()]);
  });
});

function statusIn(json: unknown): unknown {
  return (json as { refund_status?: unknown }).refund_status;
}
