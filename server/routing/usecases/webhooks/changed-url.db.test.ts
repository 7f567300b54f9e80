import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { useServiceWithoutWorker } from "@/tools/testing/routing/service-without-worker";
import { ops } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint";
import { deliverWebhooks } from "./deliver-webhooks";
import { updateWebhookEndpoint } from "./update-webhook-endpoint";

const SANDBOX = 1;
const DUE = 5;
const byHand = useServiceWithoutWorker();

let old: WebhookReceiver;
let fresh: WebhookReceiver;
let endpointId: string;
beforeEach(async () => {
  [old, fresh] = [await startWebhookReceiver(), await startWebhookReceiver()];
  ({ endpoint_id: endpointId } = await ops(byHand.service.merchant, "webhooks.create", {
    url: old.url,
    events: ["payment.succeeded"],
  }));
  // Only an endpoint that has worked gets several requests at a time.
  await pay(1);
  await deliver();
});
afterEach(async () => {
  await deleteWebhookEndpoint(byHand.deps, SANDBOX, endpointId);
  await Promise.all([old.stop(), fresh.stop()]);
});

const pay = (count: number) =>
  Promise.all(Array.from({ length: count }, () => byHand.service.merchant.payment()));
const deliver = () => deliverWebhooks(byHand.deps, { merchantId: SANDBOX, endpointId }, "prompt");
const changeUrl = () =>
  updateWebhookEndpoint(byHand.deps, SANDBOX, endpointId, {
    url: fresh.url,
    description: null,
    events: null,
    enabled: null,
  });

/** Changes the URL while the old one has yet to answer `status` to all that is due; then sends what is due. */
async function changeUrlMeanwhile(status: number): Promise<void> {
  const responses: (() => void)[] = [];
  old.behave((...call) => {
    responses.push(() => answering(status)(...call));
  });
  const sending = deliver();
  while (responses.length < DUE) await sleep(5);
  await changeUrl();
  for (const response of responses) response();
  await sending;
  await deliver();
}

/** What the new URL received, and what became of the endpoint and of its deliveries. */
async function outcome() {
  const { db } = byHand.service;
  const endpoint = await db.query<{ enabled: boolean; consecutive_failures: number }>(
    "select enabled, consecutive_failures from webhook_endpoints where id = $1",
    [endpointId],
  );
  const deliveries = await db.query<{ status: string }>(
    "select distinct status from webhook_deliveries where endpoint_id = $1 order by status",
    [endpointId],
  );
  return {
    received: fresh.received.length,
    endpoint: endpoint.rows[0],
    statuses: deliveries.rows.map((row) => row.status),
  };
}

test.each([410, 503])(
  "what the old URL answers with %i after a change says nothing of the new one, which gets the deliveries at once",
  async (status) => {
    await pay(DUE);
    await changeUrlMeanwhile(status);
    expect(await outcome()).toEqual({
      received: DUE,
      endpoint: { enabled: true, consecutive_failures: 0 },
      statuses: ["DELIVERED"],
    });
  },
);

test("what the old URL accepted is not sent again", async () => {
  await pay(DUE);
  await changeUrlMeanwhile(200);
  expect(await outcome()).toEqual({
    received: 0,
    endpoint: { enabled: true, consecutive_failures: 0 },
    statuses: ["DELIVERED"],
  });
});

test.each([410, 503])(
  "a failure at the old URL, by %i, uses up no attempt at the new one",
  async (status) => {
    await pay(DUE);
    // The last attempt of each.
    await byHand.service.db.query(
      "update webhook_deliveries set tries = 10 where endpoint_id = $1 and status = 'WAITING'",
      [endpointId],
    );
    fresh.behave(answering(503));
    await changeUrlMeanwhile(status);
    expect((await outcome()).statuses).toEqual(["DELIVERED", "WAITING"]);
  },
);

test("a URL that has never worked gets one request at a time", async () => {
  await pay(DUE);
  await changeUrl();
  let beforeFirstResponse = 0;
  fresh.behave((...call) => {
    setTimeout(() => {
      if (beforeFirstResponse === 0) beforeFirstResponse = fresh.received.length;
      answering(200)(...call);
    }, 200);
  });
  await deliver();
  expect([beforeFirstResponse, fresh.received.length]).toEqual([1, DUE]);
});
