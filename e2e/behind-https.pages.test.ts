import { afterAll, beforeAll, expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { actionsOfBuild } from "./support/direct";
import { freePort, startDashboardOn } from "./support/faulty-wire";

/** Nothing listens on this port, so a request of Next.js to the public address fails. */
const PUBLIC_URL = "https://127.0.0.1:9";
let own: string;
let dashboard: Awaited<ReturnType<typeof startDashboardOn>>;

beforeAll(async () => {
  const port = await freePort();
  own = `http://127.0.0.1:${port}`;
  dashboard = await startDashboardOn(E2E.routingUrl, { PORT: String(port), NEXTAUTH_URL: PUBLIC_URL });
});
afterAll(() => dashboard.stop());

test("an action that is posted to another page than its own runs behind a proxy that ends TLS", async () => {
  const action = actionsOfBuild().find(({ name }) => name === "resolveUnknownRefundAction");
  const response = await fetch(`${own}/payments`, {
    method: "POST",
    headers: {
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
      "next-action": action?.id ?? "",
      origin: PUBLIC_URL,
    },
    body: "[{}]",
  });
  expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("signed_out")]);
});
