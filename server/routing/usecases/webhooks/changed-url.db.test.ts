import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { useServiceWithoutWorker } from "../../testing/service-without-worker";
import { ops } from "../../testing/webhook-ops";
import { answering, startWebhookReceiver, type WebhookReceiver } from "../../testing/webhook-receiver";
import { deleteWebhookEndpoint } from "./delete-webhook-endpoint";
import { deliverWebhooks } from "./deliver-webhooks";
import { updateWebhookEndpoint } from "./update-webhook-endpoint";

const SANDBOX = 1;
const DUE = 5;
const byHand = useServiceWithoutWorker();

/**
 * Sends deliveries of an endpoint and changes its URL while the old one has yet to answer `status`; then sends whatever
 * is due. Returns what the new URL received and what became of the endpoint and of its deliveries.
 */
async function changeUrlMeanwhile(status: number) {
  const { service, deps } = byHand;
  const old = await startWebhookReceiver();
  const fresh = await startWebhookReceiver();
  const { endpoint_id: endpointId } = await ops(service.merchant, "webhooks.create", {
    url: old.url,
    events: ["payment.succeeded"],
  });
  const deliver = () =>
    deliverWebhooks(deps, { merchantId: SANDBOX, endpointId }, "prompt").catch((error: unknown) => error);
  try {
    // Only an endpoint that has worked gets several requests at a time.
    await pay(1);
    await deliver();
    await pay(DUE);
    const answers = holdAnswers(old, status);
    const sending = deliver();
    while (answers.length < DUE) await sleep(5);
    const change = { url: fresh.url, description: null, events: null, enabled: null };
    await updateWebhookEndpoint(deps, SANDBOX, endpointId, change);
    for (const answer of answers) answer();
    await sending;
    await deliver();
    const endpoint = await service.db.query(
      "select enabled, consecutive_failures from webhook_endpoints where id = $1",
      [endpointId],
    );
    const deliveries = await service.db.query<{ status: string }>(
      "select distinct status from webhook_deliveries where endpoint_id = $1",
      [endpointId],
    );
    return {
      received: fresh.received.length,
      endpoint: endpoint.rows[0] as { enabled: boolean; consecutive_failures: number },
      statuses: deliveries.rows.map((row) => row.status),
    };
  } finally {
    await deleteWebhookEndpoint(deps, SANDBOX, endpointId);
    await Promise.all([old.stop(), fresh.stop()]);
  }
}

const pay = (count: number) =>
  Promise.all(Array.from({ length: count }, () => byHand.service.merchant.payment()));

function holdAnswers(receiver: WebhookReceiver, status: number): (() => void)[] {
  const answers: (() => void)[] = [];
  receiver.behave((...call) => {
    answers.push(() => answering(status)(...call));
  });
  return answers;
}

test.each([410, 503])(
  "what the old URL answers with %i after a change says nothing of the new one, which gets the deliveries at once",
  async (status) => {
    expect(await changeUrlMeanwhile(status)).toEqual({
      received: DUE,
      endpoint: { enabled: true, consecutive_failures: 0 },
      statuses: ["DELIVERED"],
    });
  },
);

test("what the old URL accepted is not sent again", async () => {
  expect(await changeUrlMeanwhile(200)).toEqual({
    received: 0,
    endpoint: { enabled: true, consecutive_failures: 0 },
    statuses: ["DELIVERED"],
  });
});
