import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { requestRefund } from "../../refunds/commands/request-refund";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listedPayment } from "@/tools/testing/dashboard/listed-payment";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { saveLimits } from "../commands/save-limits";
import { watchEvents } from "./watch-events";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * DAY_MS;
const OPENED_AT = "2026-11-21T08:59:00.000Z";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.clock.advance(toTheTenthTurn());
  ctx = await harness.ctxOf("finance");
  harness.service.ops = { idempotency: true, operations: [] };
});
afterAll(() => harness.stop());

/** The time until just before the next tenth minute, in which everything is polled. */
function toTheTenthTurn(): number {
  const turn = 10 * MINUTE_MS;
  return turn - (harness.clock.now().getTime() % turn) - 1;
}

/** The service offers these alone, and answers each of their calls in this turn. */
function offer(responses: Record<string, unknown[]>): void {
  harness.service.ops = { idempotency: true, operations: Object.keys(responses) };
  for (const [name, bodies] of Object.entries(responses)) {
    for (const body of bodies)
      harness.service.next(`/v1/ops/${name.replace(".", "/")}`, {
        kind: "answer",
        status: 200,
        body: JSON.stringify(body),
        effect: false,
      });
  }
}
async function events(): Promise<[string, Record<string, unknown>][]> {
  const { rows } = await harness.pool.query<{ event: string; detail: Record<string, unknown> }>(
    "select event, detail from notification_events order by at, event",
  );
  return rows.map(({ event, detail }) => [event, detail]);
}
const watch = () => watchEvents(harness.services);

const gateways = (state: "open" | "closed") => ({
  gateways: [
    {
      name: "razorpay",
      capabilities: { methods: ["CC"], currencies: null, voids: true, notifies: true },
      health: {
        state,
        consecutive_failures: 0,
        opened_at: state === "open" ? OPENED_AT : null,
        next_trial_at: null,
        last_failure_at: null,
        last_failure: null,
      },
      recent: { opened: 0, failed: 0, skipped: 0 },
    },
  ],
  recent_payments: { since: OPENED_AT, count: 0, complete: true },
});

describe("a refund", () => {
  it("of unknown outcome is reported after fifteen minutes, once, by two processes too", async () => {
    harness.service.next("refund_initiate", { kind: "drop", when: "after" });
    const payment = harness.service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect((await requestRefund(ctx, refundInput(payment, { amount: "10.00" }))).kind).toBe("unknown");
    harness.clock.advance(14 * MINUTE_MS);
    await watch();
    expect(await events()).toEqual([]);
    harness.clock.advance(2 * MINUTE_MS);
    await Promise.all([watch(), watchEvents(harness.connect()), watch()]);
    await watch();
    expect(await events()).toMatchObject([
      ["refund_unknown", { reference: "ORD-1", amount: "10.00", minutes: 15 }],
    ]);
  });
});

describe("at the service", () => {
  it("a gateway that is paused is reported, and then that it is in use again, each once", async () => {
    offer({ "gateways.list": [gateways("open"), gateways("open"), gateways("closed"), gateways("closed")] });
    for (let turn = 0; turn < 4; turn += 1) await watch();
    expect(await events()).toEqual([
      ["gateway_opened", { gateway: "razorpay" }],
      ["gateway_closed", { gateway: "razorpay" }],
    ]);
  });

  it("an endpoint that it disabled is reported, and none that a person disabled", async () => {
    const endpoint = {
      endpoint_id: "whe_1",
      url: "https://shop.example/hooks?token=secret",
      description: "",
      events: [],
      enabled: false,
      disabled_reason: "FAILING",
      disabled_at: harness.clock.now().toISOString(),
      created_at: OPENED_AT,
      consecutive_failures: 9,
      failing_since: OPENED_AT,
      held_until: null,
      last_success_at: null,
      previous_secret_expires_at: null,
    };
    const byPerson = { ...endpoint, endpoint_id: "whe_2", disabled_reason: null };
    offer({ "webhooks.endpoints": [{ endpoints: [endpoint, byPerson] }, { endpoints: [endpoint] }] });
    await watch();
    await watch();
    expect(await events()).toEqual([["webhook_disabled", { endpointId: "whe_1", host: "shop.example" }]]);
  });

  it("a trial of rules that its guardrail has ended is reported once, one that a person stopped is not", async () => {
    const trial = {
      share_percent: 10,
      guardrail_points: 3,
      started_at: OPENED_AT,
      started_by: "asha@example.com",
    };
    const experiment = {
      id: 3,
      base_version: 7,
      rules: [],
      author: "asha@example.com",
      note: null,
      started_at: OPENED_AT,
      is_open: false,
      trial,
      ended: { at: harness.clock.now().toISOString(), by: null, reason: "guardrail" },
      shadow_result: null,
      trial_result: {
        current: { payments: 900, successes: 810 },
        candidate: { payments: 100, successes: 60 },
        same: 210,
        unmatched: 0,
        interval: { difference: -0.3, low: -0.45, high: -0.15 },
      },
    };
    const stopped = {
      ...experiment,
      id: 2,
      ended: { at: harness.clock.now().toISOString(), by: "asha@example.com", reason: "stopped" },
    };
    const page = { experiments: [experiment, stopped], next_cursor: null };
    offer({ "rules.experiments": [page, page] });
    await watch();
    await watch();
    expect(await events()).toEqual([["rule_trial_ended", { experiment: 3, points: 30 }]]);
  });

  it("more stuck payments than the limit are reported once a day", async () => {
    const page = (count: number) => ({
      payments: Array.from({ length: count }, () => listedPayment()),
      next_cursor: null,
    });
    offer({ "payments.search": [page(3)] });
    await watch();
    expect(await events()).toEqual([]);
    offer({ "payments.search": [page(4), page(4)] });
    await watch();
    await watch();
    expect(await events()).toEqual([["stuck_payments", { count: 4, limit: 3 }]]);
  });

  it("a gateway with a lower success rate than in the same hours of four weeks is reported once a day", async () => {
    const count = (gateway: string, status: string, n: number) => ({
      bucket: "2026-11-01T00:00:00Z",
      status,
      currency: "INR",
      gateway,
      count: n,
      amount: "100.00",
    });
    const usual = {
      counts: [
        count("razorpay", "SUCCESS", 90),
        count("razorpay", "FAILURE", 10),
        count("cashfree", "SUCCESS", 90),
        count("cashfree", "FAILURE", 10),
      ],
    };
    const now = {
      counts: [
        count("razorpay", "SUCCESS", 12),
        count("razorpay", "FAILURE", 8),
        count("cashfree", "SUCCESS", 18),
        count("cashfree", "FAILURE", 2),
      ],
    };
    const turn = [now, usual, usual, usual, usual];
    offer({ "payments.counts": [...turn, ...turn] });
    await watch();
    await watch();
    expect(await events()).toEqual([["success_rate_low", { gateway: "razorpay", rate: 60, usual: 90 }]]);
    const spans = harness.service.calls
      .filter(({ path }) => path === "/v1/ops/payments/counts")
      .map(({ body }) => (JSON.parse(body) as { until: string }).until);
    const weeksBefore = spans
      .slice(0, 5)
      .map((until) => (Date.parse(spans[0] ?? "") - Date.parse(until)) / WEEK_MS);
    expect(weeksBefore).toEqual([0, 1, 2, 3, 4]);
  });

  it("a key that ends within a week is reported once, on a later page of the list too", async () => {
    const key = (label: string, days: number | null, status = "ACTIVE") => ({
      key_id: `key_${label}`,
      api_key: `test-${label}`,
      label,
      status,
      is_caller: false,
      created_at: OPENED_AT,
      created_by: null,
      last_used_at: null,
      expires_at:
        days === null ? null : new Date(harness.clock.now().getTime() + (days + 0.5) * DAY_MS).toISOString(),
      revoked_at: null,
      rate_per_second: null,
      rate_burst: null,
    });
    const newest = { keys: [key("newest", null), key("later", 7)], next_cursor: "older" };
    const older = { keys: [key("ended", -1, "EXPIRED"), key("oldest", 6)], next_cursor: null };
    offer({ "keys.list": [newest, older, newest, older] });
    for (let turn = 0; turn < 2; turn += 1) {
      await watch();
      expect(await events()).toEqual([["key_expiring", { label: "oldest", days: 6 }]]);
    }
  });

  it("the limit of stuck payments is the account's own once an admin has saved one", async () => {
    const limits = { stuckPayments: "1", successRatePoints: "15", lateRefundHours: "24" };
    const admin = await harness.ctxOf("admin");
    expect(await saveLimits(admin, { version: "0", limits })).toEqual({ kind: "saved" });
    offer({ "payments.search": [{ payments: [listedPayment(), listedPayment()], next_cursor: null }] });
    await watch();
    expect(await events()).toEqual([["stuck_payments", { count: 2, limit: 1 }]]);
  });

  it("a part that fails leaves the others, and a service without the extension nothing to do", async () => {
    harness.service.ops = { idempotency: true, operations: ["gateways.list", "payments.search"] };
    harness.service.always("/v1/ops/gateways/list", { kind: "drop", when: "before" });
    offer({
      "payments.search": [{ payments: Array.from({ length: 4 }, () => listedPayment()), next_cursor: null }],
    });
    await watch();
    expect(await events()).toHaveLength(1);
  });
});

it("what is older than ninety days is deleted with its notifications", async () => {
  await harness.pool.query(
    `insert into notification_events (id, event, dedupe_key, at, detail, expanded_at)
     select gen_random_uuid(), 'gateway_closed', 'old:' || n, $1::timestamptz - n * interval '30 days', '{"gateway": "a"}', now()
     from generate_series(1, 4) n`,
    [harness.clock.now()],
  );
  await watch();
  expect(await events()).toHaveLength(2);
});
