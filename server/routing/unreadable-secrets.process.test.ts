import { execFile } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freePorts } from "@/tools/checks/programs.mjs";
import { projectRoot } from "@/server/platform/root";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import {
  eventually,
  type MerchantCode,
  newReference,
  paymentBody,
  type Path,
} from "@/tools/testing/routing/merchant-code";
import { launch, startTestService, type TestServiceProcess } from "@/tools/testing/routing/service";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";
import { ops } from "@/tools/testing/routing/webhook-ops";

/** A service whose database has one salt and one webhook secret that its key does not open (decision 0263). */
let service: TestServiceProcess;
let receiver: WebhookReceiver;
let damaged: MerchantCode;
let healthy: MerchantCode;
let endpointId: string;

const anyText = expect.any(String) as string;
const SHAPES: Record<Path, object> = {
  "/v1/route/initiate_payment": { success: false, message: [{ body: anyText }] },
  "/v1/route/transaction-status": { success: false, message: anyText },
  "/v1/route/transaction-cancel": { success: false, message: anyText },
  "/v1/route/refund-initiate/": { success: false, message: anyText, data: null },
  "/v1/route/refund-status/": { success: false, message: anyText, data: null },
};

beforeAll(async () => {
  service = await startTestService({ SWEEP_INTERVAL_MS: "1000" });
  receiver = await startWebhookReceiver();
  [damaged, healthy] = [await addMerchant(service), await addMerchant(service)];
  const created = await ops(healthy, "webhooks.create", {
    url: receiver.url,
    description: "",
    events: ["payment.succeeded"],
  });
  endpointId = created.endpoint_id;
  await service.killAndRestart(async () => {
    await service.db.query(
      "update api_keys set sealed_salt = set_byte(sealed_salt, 20, (get_byte(sealed_salt, 20) + 1) % 256) where api_key = $1",
      [damaged.apiKey],
    );
    await service.db.query("update webhook_endpoints set sealed_secret = '\\x00' where id = $1", [
      endpointId,
    ]);
  });
});
afterAll(async () => {
  await receiver.stop();
  await service.stop();
});

test.each(Object.keys(SHAPES) as Path[])(
  "a request of its merchant to %s gets 503 in the endpoint's shape",
  async (path) => {
    const body = { ...paymentBody(), transaction_id: "x", refund_amount: "1.00", refund_id: "x" };
    const reply = await damaged.send(path, body, ["any"]);
    expect(reply.status).toBe(503);
    expect(reply.json).toEqual({ ...SHAPES[path], request_id: anyText });
    expect(reply.headers.get("retry-after")).toBe("60");
  },
);

test("other merchants are served, and rotating the key repairs it", async () => {
  expect((await healthy.status("unknown")).status).toBe(404);
  const reply = await healthy.ops("GET", "/v1/ops/capabilities");
  expect(reply.status).toBe(200);
  expect((await damaged.ops("GET", "/v1/ops/capabilities")).status).toBe(503);
});

test("the metrics and the doctor count it, and a key that opens hardly anything stops the start", async () => {
  const page = await (await fetch(`${service.baseUrl}/metrics`)).text();
  expect(page).toContain('paydeck_secrets_unreadable{kind="salt"} 1');
  expect(page).toContain('paydeck_secrets_unreadable{kind="webhook_secret"} 1');

  const { variables } = service;
  const text = await new Promise<string>((resolve) => {
    execFile(
      process.execPath,
      [join(projectRoot(), "dist/doctor.js"), "--json"],
      { env: { NODE_ENV: "test", PATH: process.env.PATH, ...variables } },
      (_error, stdout) => resolve(stdout),
    );
  });
  expect(text).toContain("1 of 3 salts do not open");
  expect(text).toContain("1 of 1 webhook secrets do not open");

  const [port = ""] = freePorts(1);
  const other = Buffer.alloc(32, "of-another-place").toString("base64");
  await expect(launch({ ...variables, ROUTING_PORT: port, ROUTING_SALT_KEY: other })).rejects.toThrow(
    "is not the one that sealed",
  );
});

test("webhooks without a readable secret wait unsent, and are sent once the secret is rotated", async () => {
  const reference = newReference();
  const payment = await healthy.initiate(paymentBody({ merchant_transaction_id: reference }));
  await fetch((payment.json as { payment_link: string }).payment_link, {
    method: "POST",
    body: new URLSearchParams({ outcome: "success" }),
    redirect: "manual",
  });
  await eventually(
    async () => (await fetch(`${service.baseUrl}/metrics`)).text(),
    (page) => /paydeck_jobs_total\{task="deliver-webhooks",outcome="failed"\} [1-9]/.test(page),
  );
  expect(receiver.received).toEqual([]);
  const { rows } = await service.db.query("select status, tries from webhook_deliveries");
  expect(rows).toEqual([{ status: "WAITING", tries: 0 }]);

  await ops(healthy, "webhooks.rotate_secret", { endpoint_id: endpointId, overlap_hours: 24 });
  await service.db.query("update webhook_deliveries set lease = null, leased_until = null");
  await eventually(
    async () => Promise.resolve(receiver.received.length),
    (count) => count === 1,
    60_000,
  );
}, 90_000);
