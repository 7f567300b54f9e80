import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { ROLES } from "@/lib/can";
import { OPS } from "@/lib/contract/ops";
import { ForbiddenError } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { exportDeliveries } from "./export-deliveries";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: Object.keys(OPS) };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

const LIST = OPS["webhooks.deliveries"].path as `/v1/ops/${string}`;
const ENDPOINTS = OPS["webhooks.endpoints"].path as `/v1/ops/${string}`;

function respondWith(path: `/v1/ops/${string}`, body: unknown, status = 200): void {
  harness.service.next(path, { kind: "answer", status, body: JSON.stringify(body), effect: false });
}
function respondToEndpoint(): void {
  const endpoint = {
    endpoint_id: "whe_1",
    url: "https://user:secret@shop.example/hook?token=secret",
    description: "",
    events: ["payment.succeeded"],
    enabled: true,
    disabled_reason: null,
    disabled_at: null,
    created_at: "2026-11-01T00:00:00.000Z",
    consecutive_failures: 3,
    failing_since: null,
    held_until: null,
    last_success_at: null,
    previous_secret_expires_at: null,
  };
  respondWith(ENDPOINTS, { endpoints: [endpoint] });
}
const delivery = (id: string, more: object = {}) => ({
  delivery_id: id,
  endpoint_id: "whe_1",
  event: "payment.succeeded",
  sequence: 2,
  transaction_id: "TXN1",
  merchant_transaction_id: "=ORDER-1",
  occurred_at: "2026-11-20T09:00:00.000Z",
  status: "WAITING",
  attempts: 2,
  next_attempt_at: "2026-11-24T10:00:00.000Z",
  last_attempt_at: "2026-11-20T09:00:01.000Z",
  last_response_status: 500,
  last_error: null,
  completed_at: null,
  customer_email: "asha@example.com",
  ...more,
});
const sent = (): Record<string, unknown>[] =>
  harness.service.calls
    .filter(({ path }) => path === LIST)
    .map(({ body }) => JSON.parse(String(body)) as Record<string, unknown>);
const linesOf = async (filter: Parameters<typeof exportDeliveries>[1]["filter"] = {}): Promise<string[]> => {
  const response = await exportDeliveries(ctx, { filter, format: "csv" });
  if (response === "not_offered") throw new Error(response);
  return (await response.text()).trim().split("\r\n");
};

test("exports every page up to now, named, without contacts and without the URL", async () => {
  respondToEndpoint();
  respondWith(LIST, { deliveries: [delivery("whd_1"), delivery("whd_2")], next_cursor: "more" });
  respondWith(LIST, { deliveries: [delivery("whd_3", { endpoint_id: "whe_9" })], next_cursor: null });
  const lines = await linesOf({ status: "WAITING", cursor: "from-the-page" });
  expect(lines).toHaveLength(4);
  expect(lines[0]).toContain('"delivery_id","endpoint_id","endpoint","event"');
  expect(lines[1]).toContain('"whd_1","whe_1","shop.example","payment.succeeded"');
  expect(lines[1]).toContain('"RETRYING","2",');
  expect(lines[1]).not.toContain('"=ORDER-1"');
  expect(lines.join()).not.toMatch(/secret|asha@example.com/);
  expect(sent()).toMatchObject([
    { status: "WAITING", limit: 200, cursor: null, until: expect.any(String) as string },
    { cursor: "more" },
  ]);
  expect(await harness.audit()).toMatchObject([
    { action: "export_begun", detail: { what: "webhook-deliveries", filter: "status=WAITING" } },
    { action: "export_finished", detail: { rows: 3 } },
  ]);
});

test("sends no further rows to an admin who becomes another role meanwhile", async () => {
  respondToEndpoint();
  await harness.ctxOf("admin");
  for (let page = 0; page < 10; page += 1) {
    const deliveries = Array.from({ length: 200 }, (_, row) => delivery(`whd_${page}_${row}`));
    respondWith(LIST, { deliveries, next_cursor: page === 9 ? null : `page-${page}` });
  }
  const response = await exportDeliveries(ctx, { filter: {}, format: "csv" });
  if (response === "not_offered") throw new Error(response);
  const reader = response.body?.getReader();
  await reader?.read();
  await harness.pool.query("update people set role = 'finance' where id = $1", [ctx.actor.userId]);
  const drain = async (): Promise<void> => {
    while ((await reader?.read())?.done === false);
  };
  await expect(drain()).rejects.toThrow();
  expect((await harness.audit()).at(-1)).toMatchObject({
    action: "export_broken",
    detail: { why: "not_allowed" },
  });
});

test.each(ROLES)("is for admins alone: %s", async (role) => {
  respondToEndpoint();
  respondWith(LIST, { deliveries: [], next_cursor: null });
  const exporting = exportDeliveries(await harness.ctxOf(role), { filter: {}, format: "csv" });
  if (role === "admin") return expect(await ((await exporting) as Response).text()).toContain("delivery_id");
  await expect(exporting).rejects.toBeInstanceOf(ForbiddenError);
});

test("a service without the list offers no export", async () => {
  harness.service.ops = { idempotency: true, operations: [] };
  harness.services = harness.connect();
  const other = await harness.ctxOf("admin");
  expect(await exportDeliveries(other, { filter: {}, format: "csv" })).toBe("not_offered");
});
