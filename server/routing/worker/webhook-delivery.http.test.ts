import { Webhook } from "standardwebhooks";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { paymentWebhookSchema } from "@/lib/contract/webhooks";
import { choose, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { deliveriesUntil, ops, signatureHeaders } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  type Behaviour,
  closing,
  flooding,
  hanging,
  type ReceivedWebhook,
  startWebhookReceiver,
  trailingOff,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    WEBHOOK_TIMEOUT_MS: "1000",
    WEBHOOK_RETRY_SCALE: "0.02",
    SWEEP_INTERVAL_MS: "500",
  });
});
afterAll(() => service.stop());

const receivers: WebhookReceiver[] = [];
const endpointIds: string[] = [];
afterEach(async () => {
  for (const endpoint_id of endpointIds.splice(0)) {
    await ops(service.merchant, "webhooks.delete", { endpoint_id });
  }
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

/** A receiver and its webhook endpoint, both removed after the test. */
async function subscribe(behaviour?: Behaviour, events?: ["payment.succeeded"]) {
  const receiver = await startWebhookReceiver(behaviour);
  receivers.push(receiver);
  const created = await ops(service.merchant, "webhooks.create", {
    url: receiver.url,
    ...(events === undefined ? {} : { events }),
  });
  endpointIds.push(created.endpoint_id);
  return { receiver, endpointId: created.endpoint_id, secret: created.secret };
}
/** A request that arrives but is answered too late, as on a busy machine, comes again: receivers count a webhook-id once (0015). */
function oncePerId({ received }: WebhookReceiver): ReceivedWebhook[] {
  return [...new Map(received.map((webhook) => [webhook.headers["webhook-id"], webhook])).values()];
}
const bodyOf = ({ body }: { body: string }) => paymentWebhookSchema.parse(JSON.parse(body));
const only = { events: ["payment.succeeded"] as ["payment.succeeded"] };

describe("what is sent", () => {
  test("every move of a payment is delivered, with one id, as it was at that moment, signed for standard verifiers", async () => {
    const { receiver, endpointId, secret } = await subscribe();
    const reference = newReference();
    const payment = await service.merchant.payment(
      { merchant_transaction_id: reference, transaction_amount: "1499.00", udf1: "naïve ₹" },
      "failure",
    );
    await choose(payment.payment_link, "retry");
    await choose(payment.payment_link, "drop");
    await choose(payment.payment_link, "retry");
    await choose(payment.payment_link, "success");
    const dropped = await service.merchant.payment({}, null);
    await service.merchant.cancel(dropped.merchant_transaction_id);
    await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      (seen) => seen.length === 8 && seen.every(({ status }) => status === "DELIVERED"),
    );

    const delivered = oncePerId(receiver)
      .map(bodyOf)
      .filter(({ data }) => data.merchant_transaction_id === reference);
    const inOrder = [...delivered].sort((a, b) => a.data.sequence - b.data.sequence);
    expect(inOrder.map(({ type, data }) => [data.sequence, type, data.transaction_status])).toEqual([
      [1, "payment.initiated", "INITIATED"],
      [2, "payment.failed", "FAILURE"],
      [3, "payment.initiated", "INITIATED"],
      [4, "payment.dropped", "DROP"],
      [5, "payment.initiated", "INITIATED"],
      [6, "payment.succeeded", "SUCCESS"],
    ]);
    const others = oncePerId(receiver)
      .map(bodyOf)
      .filter(({ data }) => data.merchant_transaction_id !== reference);
    expect(others.map(({ type }) => type).sort()).toEqual(["payment.cancelled", "payment.initiated"]);

    const [latest] = (await service.merchant.status(reference)).json as object[];
    expect(inOrder.at(-1)?.data).toMatchObject({ ...latest, udf1: "naïve ₹", transaction_amount: "1499.00" });
    for (const { body, headers } of receiver.received) {
      expect(new Webhook(secret).verify(body, signatureHeaders(headers))).toEqual(JSON.parse(body));
      expect(headers["user-agent"]).toBe("Paydeck-Webhooks/1");
      expect(body).not.toMatch(/customer@example\.com|customer_/);
    }
    expect(oncePerId(receiver)).toHaveLength(8);
  });

  test("refunds send nothing (specification 6), and an endpoint gets only the events it wants", async () => {
    const { receiver, endpointId } = await subscribe(undefined, only.events);
    const payment = await service.merchant.payment();
    await service.merchant.refund(payment.transaction_id, "500.00");
    const later = await service.merchant.payment();
    await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      (seen) => seen.length === 2 && seen.every(({ status }) => status === "DELIVERED"),
    );
    expect(
      oncePerId(receiver)
        .map(bodyOf)
        .map(({ type, data }) => [type, data.transaction_id])
        .sort(),
    ).toEqual([payment, later].map(({ transaction_id }) => ["payment.succeeded", transaction_id]).sort());
  });

  test("during a rotation's overlap the old and the new secret both verify; without one only the new", async () => {
    const { receiver, endpointId, secret } = await subscribe(undefined, only.events);
    const verifies = (key: string): boolean => {
      const last = receiver.received.at(-1);
      if (last === undefined) throw new Error("nothing came");
      try {
        new Webhook(key).verify(last.body, signatureHeaders(last.headers));
        return true;
      } catch {
        return false;
      }
    };
    const sendOne = async (count: number): Promise<void> => {
      await ops(service.merchant, "webhooks.test", { endpoint_id: endpointId });
      await deliveriesUntil(
        service.merchant,
        { endpoint_id: endpointId, status: "DELIVERED" },
        (seen) => seen.length === count,
      );
    };
    const second = await ops(service.merchant, "webhooks.rotate_secret", { endpoint_id: endpointId });
    await sendOne(1);
    expect(receiver.received[0]?.headers["webhook-signature"]?.split(" ")).toHaveLength(2);
    expect([verifies(secret), verifies(second.secret)]).toEqual([true, true]);
    const third = await ops(service.merchant, "webhooks.rotate_secret", {
      endpoint_id: endpointId,
      overlap_hours: 0,
    });
    await sendOne(2);
    expect([verifies(secret), verifies(second.secret), verifies(third.secret)]).toEqual([false, false, true]);
  });
});

describe("attempts", () => {
  test("a failed delivery is repeated with the same id and bytes and a signature of its own, and every attempt is logged", async () => {
    const { receiver, endpointId, secret } = await subscribe((response, _webhook, earlier) => {
      if (earlier === 0) answering(500, { "x-why": "down" }, "not now")(response, _webhook, earlier);
      else if (earlier === 1) closing(response, _webhook, earlier);
      else answering(204)(response, _webhook, earlier);
    }, only.events);
    await service.merchant.payment();
    const [delivery] = await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      ([seen]) => seen?.status === "DELIVERED",
    );
    if (delivery === undefined) throw new Error("there is no delivery");
    expect(delivery).toMatchObject({ attempts: 3, last_response_status: 204, next_attempt_at: null });
    const [first] = receiver.received;
    for (const { headers, body } of receiver.received) {
      expect([headers["webhook-id"], body]).toEqual([delivery.delivery_id, first?.body]);
      new Webhook(secret).verify(body, signatureHeaders(headers));
    }
    const log = await ops(service.merchant, "webhooks.delivery", { delivery_id: delivery.delivery_id });
    expect(log.body).toBe(first?.body);
    expect(log.attempt_log).toMatchObject([
      {
        number: 1,
        url: receiver.url,
        response_status: 500,
        response_body: "not now",
        response_headers: { "x-why": "down" },
        request_headers: signatureHeaders(first?.headers ?? {}),
        error: null,
      },
      { number: 2, response_status: null, error: "connection_failed" },
      { number: 3, response_status: 204, response_body: "", response_body_is_cut: false },
    ]);
  });

  test.each([
    ["hangs", hanging, { error: "timed_out", response_status: null }],
    ["closes", closing, { error: "connection_failed", response_status: null }],
    ["redirects", answering(307, { location: "https://elsewhere.example/" }), { response_status: 307 }],
    [
      "sends headers without end",
      answering(200, { "x-long": "x".repeat(9_000) }),
      { error: "invalid_response" },
    ],
  ])("a receiver that %s has failed", async (_name, behaviour, expected) => {
    const { receiver, endpointId } = await subscribe(behaviour, only.events);
    await service.merchant.payment();
    const [delivery] = await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      ([seen]) => (seen?.attempts ?? 0) >= 1,
    );
    expect(delivery).toMatchObject({ status: "WAITING" });
    const log = await ops(service.merchant, "webhooks.delivery", {
      delivery_id: delivery?.delivery_id ?? "",
    });
    expect(log.attempt_log[0]).toMatchObject(expected);
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(["/webhooks"]));
  });

  test.each([
    ["has no end", flooding, "x".repeat(4_096)],
    ["never comes to its end", trailingOff, "so far"],
  ])(
    "an answer of 200 counts though its body %s; the log keeps the beginning",
    async (_name, behaviour, body) => {
      const { endpointId } = await subscribe(behaviour, only.events);
      await service.merchant.payment();
      const [delivery] = await deliveriesUntil(
        service.merchant,
        { endpoint_id: endpointId },
        ([seen]) => seen?.status === "DELIVERED",
      );
      const log = await ops(service.merchant, "webhooks.delivery", {
        delivery_id: delivery?.delivery_id ?? "",
      });
      expect(log.attempt_log).toMatchObject([{ response_body: body, response_body_is_cut: true }]);
    },
  );

  test("Retry-After of a 503 is waited for", async () => {
    const { receiver, endpointId } = await subscribe((response, webhook, earlier) =>
      answering(earlier === 0 ? 503 : 200, { "retry-after": "3600" })(response, webhook, earlier),
    );
    await ops(service.merchant, "webhooks.test", { endpoint_id: endpointId });
    const [delivery] = await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      ([seen]) => seen?.attempts === 1,
    );
    const wait = Date.parse(delivery?.next_attempt_at ?? "") - Date.parse(delivery?.last_attempt_at ?? "");
    expect(wait).toBeGreaterThanOrEqual(3_600_000);
    expect(receiver.received).toHaveLength(1);
  });
});

describe("an answer of 410", () => {
  test("disables the endpoint at once; the delivery can be replayed after it is enabled", async () => {
    const { receiver, endpointId } = await subscribe(answering(410), only.events);
    await service.merchant.payment();
    await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      ([seen]) => seen?.status === "FAILED",
    );
    const { endpoints } = await ops(service.merchant, "webhooks.endpoints", {});
    expect(endpoints.find(({ endpoint_id }) => endpoint_id === endpointId)).toMatchObject({
      enabled: false,
      disabled_reason: "GONE",
      disabled_at: expect.any(String) as string,
    });
    await service.merchant.payment();
    receiver.behave(answering(200));
    await ops(service.merchant, "webhooks.update", { endpoint_id: endpointId, enabled: true });
    const { replayed } = await ops(service.merchant, "webhooks.replay_range", {
      endpoint_id: endpointId,
      from: "2020-01-01T00:00:00Z",
      until: "2100-01-01T00:00:00Z",
    });
    expect(replayed).toBe(1);
    await deliveriesUntil(
      service.merchant,
      { endpoint_id: endpointId },
      ([seen]) => seen?.status === "DELIVERED",
    );
    const ids = receiver.received.map(({ headers }) => headers["webhook-id"]);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });
});
