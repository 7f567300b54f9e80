import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { OpsResult } from "@/lib/contract/ops";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { deliveriesUntil, ops } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  type Behaviour,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";

let service: TestService;
let receiver: WebhookReceiver;
let endpoint_id: string;
beforeAll(async () => {
  service = await startTestService({
    WEBHOOK_TIMEOUT_MS: "1000",
    WEBHOOK_RETRY_SCALE: "0.02",
    SWEEP_INTERVAL_MS: "300",
  });
});
afterAll(() => service.stop());
afterEach(async () => {
  await ops(service.merchant, "webhooks.delete", { endpoint_id });
  await receiver.stop();
});

async function subscribe(behaviour: Behaviour): Promise<void> {
  receiver = await startWebhookReceiver(behaviour);
  ({ endpoint_id } = await ops(service.merchant, "webhooks.create", {
    url: receiver.url,
    events: ["payment.succeeded"],
  }));
}
async function endpoint(): Promise<OpsResult<"webhooks.endpoints">["endpoints"][number] | undefined> {
  const { endpoints } = await ops(service.merchant, "webhooks.endpoints", {});
  return endpoints.find((candidate) => candidate.endpoint_id === endpoint_id);
}
/** Deliveries that nobody announced. */
const insertWaiting = (count: number, dueAgo: string): Promise<unknown> =>
  service.db.query(
    `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, next_attempt_at)
     select 1, 'msg_' || $1 || '_' || n, $1, 'payment.succeeded', now() - $3::interval, '{}', now() - $3::interval
     from generate_series(1, $2::int) n`,
    [endpoint_id, count, dueAgo],
  );

test("an endpoint that fails for too long is disabled with reason and time, and what waits is set aside, not lost", async () => {
  await subscribe(answering(500));
  await service.merchant.payment();
  await service.merchant.payment();
  await eventually(endpoint, (seen) => (seen?.consecutive_failures ?? 0) >= 2);
  expect(await endpoint()).toMatchObject({ enabled: true });
  await service.db.query(
    `update webhook_endpoints set failing_since = now() - interval '5 days' where id = $1`,
    [endpoint_id],
  );
  const disabled = await eventually(endpoint, (seen) => seen?.enabled === false);
  expect(disabled).toMatchObject({
    disabled_reason: "FAILING",
    disabled_at: expect.any(String) as string,
    failing_since: expect.any(String) as string,
  });
  const aside = await deliveriesUntil(service.merchant, { endpoint_id }, (seen) =>
    seen.every(({ status }) => status === "SET_ASIDE"),
  );
  expect(aside).toHaveLength(2);
  const received = receiver.received.length;
  await service.merchant.payment();
  expect(await deliveriesUntil(service.merchant, { endpoint_id }, () => true)).toHaveLength(2);
  expect(receiver.received).toHaveLength(received);

  receiver.behave(answering(200));
  const enabled = await ops(service.merchant, "webhooks.update", { endpoint_id, enabled: true });
  expect(enabled).toMatchObject({ enabled: true, failing_since: null, consecutive_failures: 0 });
  for (const { delivery_id } of aside) await ops(service.merchant, "webhooks.replay", { delivery_id });
  await deliveriesUntil(service.merchant, { endpoint_id }, (seen) =>
    seen.every(({ status }) => status === "DELIVERED"),
  );
});

test("a long backlog is set aside completely when its endpoint is disabled", async () => {
  await subscribe(answering(200));
  await ops(service.merchant, "webhooks.update", { endpoint_id, enabled: false });
  await insertWaiting(2_500, "-1 hour");
  await ops(service.merchant, "webhooks.update", { endpoint_id, description: "off" });
  await eventually(
    async () =>
      (
        await service.db.query(
          `select 1 from webhook_deliveries where endpoint_id = $1 and status = 'SET_ASIDE'`,
          [endpoint_id],
        )
      ).rowCount,
    (count) => count === 2_500,
  );
  expect(receiver.received).toEqual([]);
});

test("an endpoint that is down is tried now and then, and gets everything once it is back", async () => {
  await subscribe(answering(503));
  const payments = [];
  for (let count = 0; count < 25; count += 1) payments.push(await service.merchant.payment());
  await eventually(endpoint, (seen) => (seen?.consecutive_failures ?? 0) >= 3);
  const metrics = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(metrics).toMatch(/paydeck_webhooks_waiting\{endpoint="struggling"\} 25\n/);
  expect(metrics).toMatch(/paydeck_webhooks_waiting\{endpoint="working"\} 0\n/);
  expect(metrics).toMatch(/paydeck_webhook_attempts_total\{outcome="retry"\} [1-9]/);
  // One at a time with pauses: far fewer requests than deliveries times attempts.
  expect(receiver.received.length).toBeLessThan(25);
  receiver.behave(answering(200));
  const delivered = await deliveriesUntil(
    service.merchant,
    { endpoint_id },
    (seen) => seen.length === 25 && seen.every(({ status }) => status === "DELIVERED"),
  );
  expect(new Set(delivered.map(({ transaction_id }) => transaction_id))).toEqual(
    new Set(payments.map(({ transaction_id }) => transaction_id)),
  );
  expect(await endpoint()).toMatchObject({ enabled: true, failing_since: null });
});

test("a test goes out at once, before a backlog that is due", async () => {
  await subscribe(answering(500));
  await service.merchant.payment();
  await eventually(endpoint, (seen) => (seen?.consecutive_failures ?? 0) >= 3);
  await service.db.query(
    "update webhook_endpoints set held_until = now() + interval '1 hour' where id = $1",
    [endpoint_id],
  );
  await insertWaiting(200, "1 hour");
  receiver.received.length = 0;
  receiver.behave(answering(200));
  const { delivery_id } = await ops(service.merchant, "webhooks.test", { endpoint_id });
  await deliveriesUntil(service.merchant, { endpoint_id }, () => receiver.received.length > 0);
  expect(receiver.received[0]?.headers["webhook-id"]).toBe(delivery_id);
});

test("what is due is found also where nobody announced it", async () => {
  await subscribe(answering(200));
  await insertWaiting(3, "1 minute");
  await deliveriesUntil(
    service.merchant,
    { endpoint_id },
    (seen) => seen.length === 3 && seen.every(({ status }) => status === "DELIVERED"),
  );
});

test("what is older than the log is kept for is pruned with its attempts, and nothing else", async () => {
  await subscribe(answering(200));
  await service.merchant.payment();
  const [recent] = await deliveriesUntil(
    service.merchant,
    { endpoint_id },
    ([seen]) => seen?.status === "DELIVERED",
  );
  // One statement inserts both: the pruning runs at any moment.
  await service.db.query(
    `with old as (
       insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, status, next_attempt_at,
         completed_at)
       select 1, 'msg_old_' || n, $1, 'payment.succeeded', now() - interval '31 days', '{}', 'DELIVERED', now(), now()
       from generate_series(1, 100) n returning id)
     insert into webhook_attempts (merchant_id, delivery_id, number, url, started_at, duration_ms, request_headers, error)
     select 1, id, 1, 'https://shop.example/', now(), 1, '{}', 'timed_out' from old where id = 'msg_old_1'`,
    [endpoint_id],
  );
  const left = await deliveriesUntil(service.merchant, { endpoint_id }, (seen) => seen.length === 1);
  expect(left[0]?.delivery_id).toBe(recent?.delivery_id);
  const { attempt_log } = await ops(service.merchant, "webhooks.delivery", {
    delivery_id: recent?.delivery_id ?? "",
  });
  expect(attempt_log).toHaveLength(1);
});
