import { afterAll, beforeEach, expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { deliveriesUntil, ops } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint";
import { deliverWebhooks, type Lane } from "./deliver-webhooks";

const SANDBOX = 1;
/** More than an endpoint gets at a time. */
const MANY = 20;
const AT_ONCE = 16;
const byHand = useServiceWithoutWorker();

let receiver: WebhookReceiver;
let endpointId: string;
beforeEach(async () => {
  receiver = await startWebhookReceiver();
  const created = await ops(byHand.service.merchant, "webhooks.create", {
    url: receiver.url,
    events: ["payment.succeeded"],
  });
  endpointId = created.endpoint_id;
  // Only an endpoint that has worked gets several requests at a time.
  await pay(1);
  await deliver();
  receiver.received.length = 0;
  return async () => {
    await deleteWebhookEndpoint(byHand.deps, SANDBOX, endpointId);
    await receiver.stop();
  };
});
const open = new Set<() => void>();
afterAll(() => {
  for (const end of open) end();
});

const pay = (count: number) =>
  Promise.all(Array.from({ length: count }, () => byHand.service.merchant.payment()));
const deliver = (lane: Lane = "prompt") =>
  deliverWebhooks(byHand.deps, { merchantId: SANDBOX, endpointId }, lane);
const health = async () => {
  const { rows } = await byHand.service.db.query<{ consecutive_failures: number }>(
    "select consecutive_failures from webhook_endpoints where id = $1",
    [endpointId],
  );
  return rows[0]?.consecutive_failures;
};

/** Answers nothing until so many requests wait, then all with this status, and every later one at once. */
function whenAll(waiting: number, status: number): void {
  const responses: (() => void)[] = [];
  receiver.behave((response, webhook, earlier) => {
    const respond = (): void => answering(status)(response, webhook, earlier);
    if (earlier >= waiting) return respond();
    responses.push(respond);
    if (responses.length === waiting) for (const each of responses) each();
  });
}

test("a working endpoint gets several requests at a time, and each delivery once", async () => {
  await pay(MANY);
  whenAll(AT_ONCE, 200);
  expect(await deliver()).toBe("done");
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY]);
  const all = await deliveriesUntil(byHand.service.merchant, { endpoint_id: endpointId }, () => true);
  expect(new Set(all.map(({ status, attempts }) => `${status} ${attempts}`))).toEqual(
    new Set(["DELIVERED 1"]),
  );
});

test("two senders together send no more at a time, and nothing twice", async () => {
  await pay(MANY);
  let [now, most] = [0, 0];
  receiver.behave((response, webhook, earlier) => {
    most = Math.max(most, (now += 1));
    setTimeout(() => {
      now -= 1;
      answering(200)(response, webhook, earlier);
    }, 20);
  });
  await Promise.all([deliver(), deliver()]);
  const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
  expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY]);
  expect(most).toBeLessThanOrEqual(AT_ONCE);
});

test("a receiver that fails all requests in progress at once has failed once", async () => {
  await pay(AT_ONCE);
  whenAll(AT_ONCE, 503);
  await deliver();
  expect(receiver.received).toHaveLength(AT_ONCE);
  expect(await health()).toBe(1);
});
