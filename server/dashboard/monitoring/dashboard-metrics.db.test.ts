import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { passSecondFactor } from "../auth/pass-second-factor";
import { signIn } from "../auth/sign-in";
import { countStuckForNavigation } from "../payments/queries/count-stuck";
import { askFor, setRule } from "@/tools/testing/dashboard/approvals";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { refundSeparately } from "@/tools/testing/dashboard/separate-refund";
import { countUnreadableFactors } from "../people/commands/reseal-second-factors";
import { createDashboardMetrics, type DashboardMetrics } from "./dashboard-metrics";
import { readDashboardWork } from "./read-work";

let harness: Harness;
let metrics: DashboardMetrics;

beforeAll(async () => {
  harness = await startHarness();
});
afterAll(() => harness.stop());
beforeEach(async () => {
  await harness.reset();
  metrics = createDashboardMetrics({
    pools: { requests: harness.services.pool },
    elapsedMs: harness.clock.elapsedMs,
  });
  harness.services = { ...harness.services, counters: metrics };
});

const page = async (): Promise<string[]> => {
  const { pool } = harness.services;
  const factors = async () =>
    ({ kind: "read", value: await countUnreadableFactors(harness.services) }) as const;
  const { text } = await metrics.page(await readDashboardWork(pool, harness.clock.now(), factors));
  return text.split("\n").filter((line) => line.startsWith("paydeck_"));
};

/** The value of the one series with this name and these labels; null when there is none. */
function valueOf(lines: readonly string[], series: string): number | null {
  const line = lines.find((one) => one.startsWith(`${series} `));
  return line === undefined ? null : Number.parseInt(line.slice(series.length + 1), 10);
}

test("nothing waits: every gauge that an alert reads is 0, not absent", async () => {
  const lines = await page();
  for (const series of [
    'paydeck_refund_requests_open{state="unknown"}',
    'paydeck_refund_requests_open{state="sending"}',
    'paydeck_refund_requests_open{state="in_progress"}',
    'paydeck_refund_request_oldest_seconds{state="unknown"}',
    "paydeck_approvals_waiting",
    "paydeck_approval_oldest_seconds",
    'paydeck_bulk_runs{state="paused"}',
    'paydeck_sign_in_locks{kind="password"}',
    'paydeck_sign_in_locks{kind="code"}',
    'paydeck_secrets_unreadable{kind="second_factor"}',
    "paydeck_refunds_held",
    "paydeck_job_workers",
    'paydeck_database_waiting{pool="requests"}',
  ]) {
    expect([series, valueOf(lines, series)]).toEqual([series, 0]);
  }
  expect(valueOf(lines, "paydeck_database_up")).toBe(1);
  expect(valueOf(lines, 'paydeck_database_connections_max{pool="requests"}')).toBe(20);
  expect(valueOf(lines, "paydeck_stuck_payments")).toBeNull();
});

test("a refund of unknown outcome and a waiting approval are counted, with their age", async () => {
  const finance = await harness.ctxOf("finance");
  const first = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
  const second = harness.service.addPayment({ merchant_transaction_id: "ORD-2" });
  const third = harness.service.addPayment({ merchant_transaction_id: "ORD-3" });
  harness.service.next("refund_initiate", { kind: "drop", when: "after" });
  expect((await refundSeparately(finance, refundInput(first, { amount: "1.00" }))).kind).toBe("unknown");
  await refundSeparately(finance, refundInput(second, { amount: "1.00" }));
  await setRule(harness, "10.00");
  await askFor(finance, third, "20.00");
  harness.clock.advance(16 * 60_000);

  const lines = await page();
  expect(valueOf(lines, 'paydeck_refund_requests_open{state="unknown"}')).toBe(1);
  expect(valueOf(lines, 'paydeck_refund_requests_open{state="in_progress"}')).toBe(1);
  expect(valueOf(lines, 'paydeck_refund_request_oldest_seconds{state="unknown"}')).toBeGreaterThan(15 * 60);
  expect(valueOf(lines, "paydeck_approvals_waiting")).toBe(1);
  expect(valueOf(lines, "paydeck_approval_oldest_seconds")).toBeGreaterThan(15 * 60);
  const waiting = lines.filter((line) => line.startsWith("paydeck_jobs_waiting{"));
  expect(waiting.some((line) => line.includes('task="resolve-refund-intent"'))).toBe(true);
});

test("a refund in progress at a service that is used no more is not late for a worker", async () => {
  const finance = await harness.ctxOf("finance");
  await refundSeparately(
    finance,
    refundInput(harness.service.addPayment({ merchant_transaction_id: "ORD-L" }), { amount: "1.00" }),
  );
  await harness.pool.query("update tracked_refunds set due_at = now() - interval '1 hour'");
  const lag = 'paydeck_job_lag_seconds{task="track-refund"}';
  expect(valueOf(await page(), lag)).toBeGreaterThan(3_000);
  await harness.pool.query(
    "insert into known_services (address, used_at) values ('http://other.example', now())",
  );
  expect(valueOf(await page(), lag) ?? 0).toBe(0);
});

test("sign-ins are counted by outcome, and nobody's name becomes a label", async () => {
  await signIn(harness.services, { email: "canary@example.com", password: "wrong" });
  await passSecondFactor(harness.services, { token: "nothing", code: "123456" });
  const lines = await page();
  expect(valueOf(lines, 'paydeck_sign_ins_total{step="password",outcome="wrong"}')).toBe(1);
  expect(valueOf(lines, 'paydeck_sign_ins_total{step="second_factor",outcome="expired"}')).toBe(1);
  expect(lines.join("\n")).not.toContain("canary");
});

test("stuck payments are as many as a page has just been shown, and none are claimed after five minutes", async () => {
  harness.service.ops = { idempotency: true, operations: ["payments.search"] };
  const ops = await harness.ctxOf("ops");
  const body = JSON.stringify({ payments: [listedPayment(), listedPayment()], next_cursor: null });
  harness.service.next("/v1/ops/payments/search", { kind: "answer", status: 200, body, effect: false });
  await countStuckForNavigation(ops);
  await expect.poll(async () => valueOf(await page(), "paydeck_stuck_payments")).toBe(2);
  harness.clock.advance(5 * 60_000);
  expect(valueOf(await page(), "paydeck_stuck_payments")).toBeNull();
});

test("while the database does not answer, the page says so and shows no old value", async () => {
  await page();
  const { text } = await metrics.page(null);
  const lines = text.split("\n");
  expect(valueOf(lines, "paydeck_database_up")).toBe(0);
  expect(
    lines.filter((line) => /^paydeck_(refund|approval|bulk|jobs_waiting|job_workers)/.test(line)),
  ).toEqual([]);
  expect(valueOf(lines, 'paydeck_database_connections_max{pool="requests"}')).toBe(20);
});
