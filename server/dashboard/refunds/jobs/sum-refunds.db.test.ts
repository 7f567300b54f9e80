import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { requestRefund } from "../commands/request-refund";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { sumRefunds } from "./sum-refunds";

let harness: Harness;
beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(() => harness.reset());
afterAll(() => harness.stop());

const DAY_MS = 86_400_000;

/** Makes a refund on a day that is over when this returns; returns the day. */
async function refundOfYesterday(): Promise<string> {
  const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  await requestRefund(await harness.ctxOf("finance"), refundInput(payment));
  const day = harness.clock.now().toISOString().slice(0, 10);
  harness.clock.advance(DAY_MS);
  return day;
}
async function sums(): Promise<{ day: string; status: string; count: number; paise: string }[]> {
  const { rows } = await harness.pool.query<{ day: string; status: string; count: number; paise: string }>(
    "select day::text, status, count, sum_paise::text as paise from refund_day_sums order by day, status",
  );
  return rows;
}
it("sums the days that are over, as the role that the dashboard works as, and plans the next run", async () => {
  const day = await refundOfYesterday();
  const nextMs = await sumRefunds(harness.services);
  expect(await sums()).toEqual([{ day, status: "INITIATED", count: 1, paise: "12025" }]);
  expect(nextMs).toBe(600_000);
});

it("leaves the days to a run that comes soon, while somebody changes a refund", async () => {
  await refundOfYesterday();
  const nextMs = await inTransaction(harness.pool, async (db) => {
    await db.query("update refund_intents set currency = 'USD'");
    return sumRefunds(harness.services);
  });
  expect(await sums()).toEqual([]);
  expect(nextMs).toBe(5_000);
});
