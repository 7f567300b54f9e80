import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { openCustomer } from "../payments/commands/open-customer";
import { startCustomerSearch } from "../payments/commands/start-customer-search";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { paymentDetail } from "@/tools/testing/dashboard/payment-bodies";
import { planLostRecurringJobs, resumeJobs, resumeLostJobs } from "./resume";
import { RESUME_LOST_JOBS, SUM_REFUNDS, WATCH_EVENTS } from "./schedule";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  await harness.pool.query("delete from graphile_worker._private_jobs");
  await resumeJobs(harness.services);
});
afterAll(() => harness.stop());

type Job = { key: string; attempts: number; run_at: Date };
async function recurring(): Promise<Job[]> {
  const { rows } = await harness.pool.query<Job>(
    "select key, attempts, run_at from graphile_worker._private_jobs where key = any($1::text[]) order by key",
    [[RESUME_LOST_JOBS, SUM_REFUNDS, WATCH_EVENTS]],
  );
  return rows;
}
const both = [
  { key: RESUME_LOST_JOBS, attempts: 0 },
  { key: SUM_REFUNDS, attempts: 0 },
  { key: WATCH_EVENTS, attempts: 0 },
];

it.each([
  ["were deleted", "delete from graphile_worker._private_jobs"],
  ["used up their attempts", "update graphile_worker._private_jobs set attempts = max_attempts"],
])("recurring jobs that %s are planned again without a start", async (_how, lose) => {
  await harness.pool.query(lose);
  await planLostRecurringJobs(harness.services);
  expect(await recurring()).toMatchObject(both);
});

it("recurring jobs that wait keep their time", async () => {
  const before = await recurring();
  await planLostRecurringJobs(harness.services);
  expect(await recurring()).toEqual(before);
});

it("the recurring job deletes expired contacts of customers, and leaves those that a session can use", async () => {
  harness.service.ops = { idempotency: true, operations: ["payments.get", "payments.search"] };
  const ctx = await harness.ctxOf("support");
  const stored = async (): Promise<number> => {
    const { rows } = await harness.pool.query<{ count: number }>(
      "select ((select count(*) from customer_searches) + (select count(*) from customer_pages))::int as count",
    );
    return rows[0]?.count ?? 0;
  };
  const started = await startCustomerSearch(ctx, { value: "asha@example.com" });
  expect(started).toMatchObject({ kind: "begun" });
  const payment = listedPayment();
  const customer = { email: "asha@example.com", phone: null, name: "Asha Rao" };
  harness.service.next("/v1/ops/payments/get", {
    kind: "answer",
    status: 200,
    body: JSON.stringify(
      paymentDetail(
        { ...payment, gateway_transaction_id: null, udf1: null, udf2: null, udf3: null },
        { payment, attempts: [payment], customer },
      ),
    ),
    effect: false,
  });
  expect(await openCustomer(ctx, { transactionId: payment.transaction_id })).toMatchObject({ kind: "opens" });
  await resumeLostJobs(harness.services);
  expect(await stored()).toBe(2);
  harness.clock.advance(31 * 60_000);
  await resumeLostJobs(harness.services);
  expect(await stored()).toBe(0);
});
