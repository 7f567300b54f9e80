import { afterAll, beforeAll, expect, test } from "vitest";
import { type OwnPostgres, startOwnPostgres } from "@/tools/testing/own-postgres";
import { eventually, paymentBody, type Reply } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

/** A separate Postgres, because it is killed. */
let postgres: OwnPostgres;
let service: TestService;
beforeAll(async () => {
  postgres = await startOwnPostgres();
  service = await startTestService({}, postgres.database);
});
afterAll(async () => {
  await service.stop();
  await postgres.stop();
});

test("failure 6: while Postgres is dead every answer is 503 in its endpoint's shape; afterwards a read returns the truth", async () => {
  const paid = await service.merchant.payment({ transaction_amount: "80.00" });
  let unavailable: Reply | null = null;
  let killed = false;
  let notReady: Promise<unknown> = Promise.resolve(null);
  const sent: { amount: string; reply: Reply }[] = [];
  for (let round = 1; round <= 40 && unavailable === null; round += 1) {
    if (round === 5) {
      await postgres.kill();
      killed = true;
      notReady = eventually(
        () => service.merchant.raw("/readyz", { method: "GET" }),
        ({ json, status }) =>
          status === 503 && (json as { problems: { part: string }[] }).problems[0]?.part === "database",
      ).then(({ json }) => json);
    }
    const reply = await service.merchant.refund(paid.transaction_id, "0.01");
    sent.push({ amount: "0.01", reply });
    if (reply.status === 503) unavailable = reply;
  }
  expect(killed).toBe(true);
  const report = await notReady;
  expect(report).toMatchObject({ status: "not ready" });
  const problems = (report as { problems: { part: string; problem: string; since: string }[] }).problems;
  expect(problems).toContainEqual({
    part: "database",
    problem: "does not answer",
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
  });
  expect(unavailable?.json).toMatchObject({
    success: false,
    message: expect.any(String) as string,
    data: null,
  });
  expect(unavailable?.headers.get("retry-after")).toBe("1");
  expect(sent.every(({ reply }) => reply.status === 201 || reply.status === 503)).toBe(true);

  const balance = await eventually(
    () => service.merchant.ops("POST", "/v1/ops/refunds/balance", { transaction_id: paid.transaction_id }),
    (reply) => reply.status === 200,
  );
  // A refund whose COMMIT was not acknowledged may exist; an acknowledged one certainly does.
  const { rows } = await service.db.query<{ id: string }>(`select id from refunds`);
  const made = new Set(rows.map((row) => row.id));
  for (const { reply } of sent) {
    if (reply.status === 201) expect(made).toContain((reply.json as { refund_id: string }).refund_id);
  }
  expect(made.size).toBeLessThanOrEqual(sent.length);
  expect(balance.json).toMatchObject({ transaction_amount: "80.00" });
  expect((await service.merchant.initiate(paymentBody())).status).toBe(201);
  // The workers notice it at their next heartbeat.
  await eventually(
    () => service.merchant.raw("/readyz", { method: "GET" }),
    (ready) => ready.status === 200,
  );
});

test("refunds that were pending when Postgres died reach a final status", async () => {
  await eventually(
    () => service.db.query(`select 1 from refunds where completed_at is null`),
    (open) => open.rows.length === 0,
    45_000,
  );
});
