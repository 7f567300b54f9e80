import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { opsClient } from "./support/altered-wire";
import { openAs } from "./support/page-over-http";

test("after one failure, a delivery shows when it is sent again", async () => {
  const server = createServer((request, response) => {
    request.resume().on("end", () => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const created = await opsClient.ops("webhooks.create", {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    description: "Cancel desk",
    // Nothing is cancelled meanwhile: a third failure in a row would pause it, and then no time is set.
    events: ["payment.cancelled"],
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
    await expect.poll(failures).toBeGreaterThan(0);
    const page = await openAs("admin", `/webhooks/${endpointId}?status=RETRYING`);
    expect(page.text).toMatch(/Next attempt (in \d+ (s|min)|now)/);
  } finally {
    await opsClient.ops("webhooks.delete", { endpoint_id: endpointId });
    server.close();
    server.closeAllConnections();
  }
});
