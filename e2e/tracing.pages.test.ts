import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createPaydeckClient } from "../lib/client";
import { startPaydeck } from "../tools/testing/running-paydeck";
import { type ReceivedSpan, TraceReceiver } from "../tools/testing/trace-receiver";
import { accessOf, actionNamed, callAction, returned, Staff } from "./support/direct";

/** The spans from `span` up to the first one of its trace that was received. */
function pathTo(span: ReceivedSpan, spans: readonly ReceivedSpan[]): string[] {
  const parent = spans.find(({ spanId }) => spanId === span.parentSpanId);
  const own = `${span.service}: ${span.name}`;
  return parent === undefined ? [own] : [...pathTo(parent, spans), own];
}

test("one trace goes from an action through the dashboard and the service to its job and the webhook", async () => {
  const traces = new TraceReceiver();
  const hooks: Record<string, unknown>[] = [];
  const shop = createServer((request, response) => {
    hooks.push(request.headers);
    request.resume().on("end", () => response.writeHead(200).end());
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const paydeck = await startPaydeck({
    OTEL_EXPORTER_OTLP_ENDPOINT: await traces.start(),
    OTEL_BSP_SCHEDULE_DELAY: "200",
    WEBHOOK_PRIVATE_ADDRESSES_ALLOWED: "127.0.0.1/32",
  });
  try {
    const client = createPaydeckClient({
      baseUrl: paydeck.routingUrl,
      apiKey: paydeck.apiKey,
      salt: paydeck.apiSalt,
    });
    const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
    const endpoint = await client.ops("webhooks.create", { url, events: ["payment.cancelled"] });
    expect(endpoint.kind).toBe("answered");
    const created = await client.initiatePayment({
      merchant_transaction_id: "ORDER-TRACED",
      transaction_amount: "100.00",
      customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
    });
    if (created.kind !== "answered") throw new Error(created.kind);

    const staff = new Staff(accessOf(paydeck.env.DATA_DIR ?? ""));
    const cookie = await staff.as("ops");
    await staff.db.end();
    const cancel = actionNamed("cancelPaymentAction");
    const input = { reference: "ORDER-TRACED", transactionId: created.value.transaction_id ?? "" };
    const response = await callAction(
      { ...cancel, page: `${paydeck.dashboardUrl}/payments/${input.transactionId}` },
      cookie,
      { input },
      { origin: paydeck.dashboardUrl },
    );
    expect(returned(response)).toContain('"cancelled"');

    const webhook = (): ReceivedSpan | undefined => traces.spans.find(({ name }) => name === "webhook POST");
    await expect.poll(webhook).toBeDefined();
    const sent = webhook();
    if (sent === undefined) throw new Error("no webhook was traced");
    const complete = [
      "paydeck-dashboard: dashboard POST",
      "paydeck-dashboard: routing transaction_cancel",
      "paydeck-routing: POST /v1/route/transaction-cancel",
      "paydeck-routing: webhook POST",
    ];
    // Next's own spans are between the first two.
    await expect
      .poll(() =>
        pathTo(sent, traces.spans).filter((step) => !/: POST( \/payments\/\[transactionId\])?$/.test(step)),
      )
      .toEqual(complete);
    expect(hooks).toHaveLength(1);
    // The merchant's server is another one's: it does not learn our trace.
    expect(hooks[0]).not.toHaveProperty("traceparent");
    for (const secret of [
      paydeck.apiKey,
      paydeck.apiSalt,
      paydeck.password,
      "customer@example.com",
      "/hook",
    ]) {
      expect(traces.received).not.toContain(secret);
    }
  } finally {
    await paydeck.stop();
    traces.stop();
    shop.close();
    shop.closeAllConnections();
  }
});
