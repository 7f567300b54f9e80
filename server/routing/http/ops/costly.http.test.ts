import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

const YEAR = {
  from: "2026-01-01T00:00:00Z",
  until: "2027-01-01T00:00:00Z",
  bucket: "month",
  time_zone: "Asia/Kolkata",
};
const count = () => service.merchant.ops("POST", "/v1/ops/payments/counts", YEAR);

/** Blocks everything that reads payments, as a history of millions would; returns a function that releases it. */
async function holdUpPayments(): Promise<() => Promise<void>> {
  const client = await service.db.connect();
  await client.query("begin; lock table payments in access exclusive mode");
  return async () => {
    await client.query("rollback");
    client.release();
  };
}

async function runningCounts(): Promise<number> {
  const { rows } = await service.db.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%date_trunc%'
       and pid <> pg_backend_pid()`,
  );
  return rows[0]?.count ?? 0;
}

test("a merchant's costly operations wait for each other, and nothing else waits for them", async () => {
  const letGo = await holdUpPayments();
  const answered: number[] = [];
  const counting = Promise.all(
    Array.from({ length: 60 }, async () => {
      const reply = await count();
      answered.push(reply.status);
      return reply;
    }),
  );
  await eventually(
    () => Promise.resolve(answered),
    ({ length }) => length === 45,
  );
  const others = await Promise.all(
    Array.from({ length: 20 }, () => service.merchant.ops("POST", "/v1/ops/keys/list", {})),
  );
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  expect(await runningCounts()).toBe(3);
  await letGo();

  const replies = await counting;
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(15);
  expect(refused).toHaveLength(45);
  expect(refused[0]?.json).toEqual({ detail: "Too many such requests at once. Try again later." });
  expect(refused[0]?.headers.get("retry-after")).toBe("1");
  expect((await count()).status).toBe(200);
});

test("a statement that the database ends for lasting too long is reported as an outage, not as an error of ours", async () => {
  const letGo = await holdUpPayments();
  const counting = count();
  await eventually(runningCounts, (running) => running === 1);
  await service.db.query(
    `select pg_cancel_backend(pid) from pg_stat_activity
     where datname = current_database() and query like '%date_trunc%' and pid <> pg_backend_pid()`,
  );
  const reply = await counting;
  expect([reply.status, reply.json]).toEqual([
    503,
    {
      detail: "The service is temporarily unavailable. Try again.",
      request_id: reply.headers.get("x-request-id"),
    },
  ]);
  await letGo();
});
