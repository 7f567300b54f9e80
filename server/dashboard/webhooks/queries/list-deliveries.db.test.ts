import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { OPS } from "@/lib/contract/ops";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { listDeliveries } from "./list-deliveries";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: Object.keys(OPS) };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const LIST = OPS["webhooks.deliveries"].path;

function response(path: `/v1/ops/${string}`, status: number, body: unknown): void {
  harness.service.next(path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}

function respondToEndpoint(more: object): void {
  const endpoint = {
    endpoint_id: "whe_1",
    url: "https://shop.example/hook",
    description: "",
    events: ["payment.succeeded"],
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    created_at: "2026-11-01T00:00:00.000Z",
    consecutive_failures: 3,
    failing_since: "2026-11-01T00:00:00.000Z",
    held_until: "2100-01-01T00:00:00.000Z",
    last_success_at: null,
    previous_secret_expires_at: null,
  };
  response(OPS["webhooks.endpoints"].path, 200, { endpoints: [{ ...endpoint, ...more }] });
}

const delivery = (id: string, more: object = {}) => ({
  delivery_id: id,
  endpoint_id: "whe_1",
  event: "payment.succeeded",
  sequence: 2,
  transaction_id: "TXN1",
  merchant_transaction_id: "ORDER-1",
  occurred_at: "2026-11-24T09:00:00.000Z",
  status: "WAITING",
  attempts: 0,
  next_attempt_at: "2100-01-01T00:00:00.000Z",
  last_attempt_at: null,
  last_response_status: null,
  last_error: null,
  completed_at: null,
  ...more,
});
const respondToDeliveries = (...deliveries: object[]): void =>
  response(LIST, 200, { deliveries, next_cursor: null });

const sentFilters = (): object[] =>
  harness.service.calls
    .filter(({ path }) => path === LIST)
    .map(({ body }) => {
      const { limit: _, ...filter } = (typeof body === "string" ? JSON.parse(body) : body) as Record<
        string,
        unknown
      >;
      return filter;
    });

test("what waits behind a paused endpoint is a number, and the list is read without it", async () => {
  respondToEndpoint({ queued_deliveries: 2 });
  respondToDeliveries(delivery("msg_1"), delivery("msg_2"));
  respondToDeliveries(delivery("msg_0", { status: "DELIVERED", completed_at: "2026-11-24T09:00:01.000Z" }));
  const read = await listDeliveries(ctx, {});
  expect(read).toMatchObject({
    kind: "found",
    value: {
      deliveries: [{ delivery_id: "msg_0", state: "DELIVERED" }],
      queues: [{ endpoint: { id: "whe_1" }, count: 2, pausedUntil: "2100-01-01T00:00:00.000Z" }],
    },
  });
  expect(sentFilters()).toEqual([{}, { queued: false }]);
});

test("a search by reference finds a queued delivery, without a next attempt", async () => {
  respondToEndpoint({ queued_deliveries: 2 });
  respondToDeliveries(delivery("msg_1"));
  expect(await listDeliveries(ctx, { merchant_transaction_id: "ORDER-1" })).toMatchObject({
    value: { deliveries: [{ delivery_id: "msg_1", isQueued: true, nextAttemptAt: null }], queues: [] },
  });
  expect(sentFilters()).toHaveLength(1);
});

test("with a service that does not count queues, they stay rows", async () => {
  respondToEndpoint({});
  respondToDeliveries(delivery("msg_1"));
  expect(await listDeliveries(ctx, {})).toMatchObject({
    value: { deliveries: [{ delivery_id: "msg_1", isQueued: true }], queues: [] },
  });
});
