import { afterAll, beforeAll, expect, test } from "vitest";
import { createMigratedDatabase, type MigratedDatabase } from "@/tools/testing/migrated-database";
import { prepareJobs } from "@/server/platform/jobs";
import {
  ADVANCE_REFUND,
  scheduleNextRefundStep,
  scheduleNextReversalStep,
  SEND_REVERSAL,
} from "./schedule-refund-jobs";

const RARE_MS = 15 * 60_000;
const SOON_MS = 500;

let database: MigratedDatabase;
beforeAll(async () => {
  database = await createMigratedDatabase("routing");
  await prepareJobs(database.pool, [ADVANCE_REFUND, SEND_REVERSAL]);
});
afterAll(() => database.drop());

async function dueInMs(task: string): Promise<number[]> {
  const { rows } = await database.pool.query<{ ms: number }>(
    `select (extract(epoch from run_at - now()) * 1000)::integer as ms from graphile_worker.jobs
     where task_identifier = $1`,
    [task],
  );
  return rows.map(({ ms }) => ms);
}

const refund = { merchantId: 1, id: "RFD1" };
const reversal = { merchantId: 1, paymentId: "TXN1", gatewayTransactionId: "gw1" };

test.each([
  [ADVANCE_REFUND, (delayMs: number) => scheduleNextRefundStep(database.pool, refund, delayMs)],
  [SEND_REVERSAL, (delayMs: number) => scheduleNextReversalStep(database.pool, reversal, delayMs)],
])(
  "%s: a notification is not delayed by the rare poll of a worker that was fetching when it came",
  async (task, plan) => {
    await plan(RARE_MS);
    const [late] = await dueInMs(task);
    expect(late).toBeGreaterThan(10 * 60_000);

    await plan(SOON_MS);
    await plan(RARE_MS);
    const due = await dueInMs(task);
    expect(due).toHaveLength(1);
    expect(due[0]).toBeLessThan(1_000);
  },
);
