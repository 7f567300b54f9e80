import { afterAll, beforeAll, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { deliveriesUntil, ops } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  type Behaviour,
  hanging,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";

/** Longer than the test: what waits for a hanging receiver never continues. */
const NEVER_MS = "120000";

let service: TestService;
const receivers: WebhookReceiver[] = [];
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_TIMEOUT_MS: NEVER_MS });
});
afterAll(async () => {
  // Ends their requests, so that the service does not wait for them.
  await Promise.all(receivers.map((receiver) => receiver.stop()));
  await service.stop();
});

async function subscribe(behaviour: Behaviour) {
  const receiver = await startWebhookReceiver(behaviour);
  receivers.push(receiver);
  const { endpoint_id } = await ops(service.merchant, "webhooks.create", { url: receiver.url });
  return { receiver, endpoint_id };
}
/** Works at first, so that it is allowed several requests at a time, then hangs. */
async function subscribeThatWillHang() {
  const subscribed = await subscribe(answering(200));
  await ops(service.merchant, "webhooks.test", { endpoint_id: subscribed.endpoint_id });
  const { endpoint_id, receiver } = subscribed;
  await deliveriesUntil(service.merchant, { endpoint_id }, ([seen]) => seen?.status === "DELIVERED");
  receiver.behave(hanging);
  return subscribed;
}

test("endpoints that hang delay neither another endpoint nor a refund (failure 27)", async () => {
  const stuck = [
    await subscribeThatWillHang(),
    await subscribeThatWillHang(),
    await subscribeThatWillHang(),
    await subscribe(hanging),
  ];
  const well = await subscribe(answering(200));
  const payments = await Promise.all(Array.from({ length: 30 }, () => service.merchant.payment()));
  const reply = await service.merchant.refund(payments[0]?.transaction_id ?? "", "1.00");
  const { refund_id } = reply.json as { refund_id: string };

  const delivered = await deliveriesUntil(
    service.merchant,
    { endpoint_id: well.endpoint_id, limit: 200 },
    (seen) => seen.length === 60 && seen.every(({ status }) => status === "DELIVERED"),
  );
  expect(delivered.every(({ attempts }) => attempts === 1)).toBe(true);
  await eventually(
    async () => (await service.merchant.refundStatus(refund_id)).json as { refund_status: string },
    (refund) => refund.refund_status === "SUCCESS",
  );
  // Each gets at most sixteen requests, plus the answered test event; the one where nothing was ever answered gets one.
  const requests = await eventually(
    () => Promise.resolve(stuck.map(({ receiver }) => receiver.received.length)),
    (counts) => counts.reduce((sum, count) => sum + count, 0) >= 52,
  );
  expect(requests).toEqual([17, 17, 17, 1]);
});

test("however many of its endpoints hang, one merchant's leave workers to another's", async () => {
  const hung = [
    await subscribeThatWillHang(),
    await subscribeThatWillHang(),
    await subscribeThatWillHang(),
    await subscribeThatWillHang(),
  ];
  const other = await addMerchant(service);
  // Together with the requests still hanging from the previous test, they would use all 24 workers.
  await Promise.all(Array.from({ length: 10 }, () => service.merchant.payment()));
  await eventually(
    () => Promise.resolve(hung.map(({ receiver }) => receiver.received.length - 1)),
    (requests) => requests.reduce((sum, count) => sum + count, 0) >= 3,
  );

  const receiver = await startWebhookReceiver(answering(200));
  receivers.push(receiver);
  const { endpoint_id } = await ops(other, "webhooks.create", { url: receiver.url });
  await ops(other, "webhooks.test", { endpoint_id });
  await deliveriesUntil(other, { endpoint_id }, ([seen]) => seen?.status === "DELIVERED");
});
