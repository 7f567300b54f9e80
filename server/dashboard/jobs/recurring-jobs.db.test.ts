import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type Harness, startHarness } from "../testing/harness";
import { planLostRecurringJobs, resumeJobs } from "./resume";
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
