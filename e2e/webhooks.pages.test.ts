import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { opsClient } from "./support/altered-wire";
import { actionNamed, callAction } from "./support/direct";
import { createPaidPayment } from "./support/merchant";
import { cookieOf, openAs, words } from "./support/page-over-http";

/** So many in a row pause an endpoint for longer than a test takes: 5, 10, 20, 40, 80 seconds. A test event ends a pause. */
const FAILURES = 7;

/** Enough for what takes seconds. */
const SELDOM = { interval: 500 };

async function isLine(): Promise<boolean> {
  const page = await openAs("admin", "/webhooks/deliveries");
  const items = page.getAllByRole("listitem").map(words);
  return items.some((item) => /\d+ queued behind a paused endpoint.*Order desk/.test(item));
}

test("after one failure a delivery shows when it is sent again; a backlog behind a paused endpoint is one line, and resuming sends it", async () => {
  let status = 500;
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (chunk: Buffer) => (body += chunk.toString()));
    request.on("end", () => {
      got.push(body);
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const created = await opsClient.ops("webhooks.create", {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    description: "Order desk",
    events: ["payment.succeeded"],
  });
  if (created.kind !== "answered") throw new Error(created.kind);
  const { endpoint_id: endpointId } = created.value;
  const failures = async (): Promise<number> => {
    const listed = await opsClient.ops("webhooks.endpoints", {});
    if (listed.kind !== "answered") return 0;
    return listed.value.endpoints.find((one) => one.endpoint_id === endpointId)?.consecutive_failures ?? 0;
  };
  try {
    await opsClient.ops("webhooks.test", { endpoint_id: endpointId });
    await expect.poll(failures, SELDOM).toBeGreaterThan(0);
    const page = await openAs("admin", `/webhooks/${endpointId}?status=RETRYING`);
    expect(page.text).toMatch(/Next attempt (in \d+ (s|min)|now)/);

    for (let failed = 2; failed <= FAILURES; failed += 1) {
      await opsClient.ops("webhooks.test", { endpoint_id: endpointId });
      await expect.poll(failures, SELDOM).toBeGreaterThanOrEqual(failed);
    }
    const payment = await createPaidPayment("32.00");
    await expect.poll(isLine, SELDOM).toBe(true);
    const found = await openAs("admin", `/webhooks/deliveries?reference=${payment.merchant_transaction_id}`);
    const row = found.getByRole("row", { name: /payment\.succeeded.*Order desk/ });
    expect(words(row)).toContain("Pending");
    expect(words(row)).toContain("Endpoint paused");
    expect(words(row)).not.toContain("Next attempt");
    const link = within(row).getByRole("link", { name: "payment.succeeded" });
    const delivery = await openAs("admin", link.getAttribute("href") ?? "");
    expect(delivery.text).toContain("Its endpoint is paused, so no time is set.");
    expect(delivery.text).not.toContain("Next attempt");

    const endpoint = await openAs("admin", `/webhooks/${endpointId}`);
    expect(endpoint.text).toContain("Paused");
    const show = endpoint.getByRole("link", { name: "Show queued" }).getAttribute("href") ?? "";
    expect(show).toMatch(/queued=only/);
    const table = (await openAs("admin", show)).getByRole("table", { name: /Deliveries/ });
    expect(words(table)).toContain("payment.succeeded");
    expect(words(table)).toContain("Retrying");
    expect(within(table).queryByRole("columnheader", { name: "Endpoint" })).toBeNull();

    status = 200;
    // The action of the line's button.
    const input = { endpointId, enabled: true };
    await callAction(actionNamed("updateWebhookAction"), await cookieOf("admin"), { input });
    await expect.poll(() => got.some((body) => body.includes(payment.transaction_id)), SELDOM).toBe(true);
    await expect.poll(isLine, SELDOM).toBe(false);
  } finally {
    await opsClient.ops("webhooks.delete", { endpoint_id: endpointId });
    server.close();
    server.closeAllConnections();
  }
});
