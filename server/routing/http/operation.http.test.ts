import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TraceReceiver } from "@/tools/testing/trace-receiver";
import { eventually, newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";

const TOKEN = "test_metrics_token_0001";
const TRACE_ID = "0af7651916cd43dd8448eb211c80319c";

const collector = new TraceReceiver();
let service: TestService;
let output = "";

beforeAll(async () => {
  service = await startTestService(
    {
      ROUTING_LOG_LEVEL: "debug",
      METRICS_TOKEN: TOKEN,
      OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
      OTEL_BSP_SCHEDULE_DELAY: "200",
      SIMULATOR_REFUND_MS: "100",
    },
    undefined,
    { onOutput: (text) => (output += text) },
  );
});
afterAll(async () => {
  await service.stop();
  collector.stop();
});

const logged = (): Record<string, unknown>[] =>
  output
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as Record<string, unknown>);

async function metrics(): Promise<string> {
  const reply = await fetch(`${service.baseUrl}/metrics`, { headers: { Authorization: `Bearer ${TOKEN}` } });
  expect(reply.status).toBe(200);
  return reply.text();
}

/** The value of one line of the metrics page, with its labels in any order. */
function valueOf(page: string, name: string, labels: Record<string, string>): number {
  const line = page
    .split("\n")
    .find(
      (text) =>
        text.startsWith(`${name}{`) &&
        Object.entries(labels).every(([key, value]) => text.includes(`${key}="${value}"`)),
    );
  return line === undefined ? 0 : parseInt(line.slice(line.lastIndexOf(" ") + 1), 10);
}

describe("the request id", () => {
  test("crosses from the caller's header to the gateway, and through the queue to the refund's calls", async () => {
    const created = await service.merchant.initiate({}, { "X-Request-Id": "test-request-1" });
    expect(created.headers.get("x-request-id")).toBe("test-request-1");
    const payment = await service.merchant.payment();
    await service.merchant.refund(payment.transaction_id, "1.00", {}, { "X-Request-Id": "test-request-2" });

    const operationsOf = (id: string): unknown[] =>
      logged()
        .filter(({ requestId, msg }) => requestId === id && msg === "gateway called")
        .map(({ operation, outcome }) => `${String(operation)} ${String(outcome)}`);
    await eventually(
      () => Promise.resolve(operationsOf("test-request-2")),
      (operations) => operations.some((operation) => String(operation).endsWith("SUCCESS")),
    );
    expect(operationsOf("test-request-1")).toEqual(["open_checkout opened"]);
    // On a slow machine the refund has ended when its first call is answered.
    expect(operationsOf("test-request-2")[0]).toMatch(/^refund (PENDING|SUCCESS)$/);
  });

  test("is once in each line of the log", async () => {
    await service.merchant.initiate({}, { "X-Request-Id": "test-request-3" });
    const lines = (): string[] => output.split("\n").filter((line) => line.includes("test-request-3"));
    await eventually(
      () => Promise.resolve(lines()),
      (found) => found.some((line) => line.includes('"answered"')),
    );
    for (const line of lines()) expect(line.split('"requestId"').length - 1, line).toBe(1);
  });

  test("one that could forge a line of the log is replaced", async () => {
    const reply = await service.merchant.initiate({}, { "X-Request-Id": 'x","level":60' });
    expect(reply.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test("no secret and no customer contact is logged, and no value forges a line (failures 37 and 39)", async () => {
  const email = "canary.customer@example.com";
  const customer = { customer_email: email, customer_phone: "919876543210", customer_name: "Canary Name" };
  const reference = `${newReference()}\n{"level":60,"msg":"forged"}\u001b[31m`;
  const fields = { merchant_transaction_id: reference, customer_details: customer };
  await service.merchant.initiate(fields);
  await service.merchant.initiate({ ...fields, transaction_amount: "no" });
  await service.merchant.send("/v1/route/refund-status/", { refund_id: "RFD" }, ["other"]);
  await service.merchant.ops("POST", "/v1/ops/refunds/balance", { transaction_id: "x" });

  const lines = await eventually(
    () => Promise.resolve(logged().filter(({ msg }) => msg === "answered").length),
    (count) => count > 0,
  );
  expect(lines).toBeGreaterThan(0);
  const forbidden = [service.merchant.salt, email, "919876543210", "Canary Name", TOKEN];
  for (const secret of forbidden) expect(output).not.toContain(secret);
  expect(output).not.toContain("\u001b");
  expect(logged().some(({ msg }) => msg === "forged")).toBe(false);
});

describe("GET /metrics", () => {
  test("counts requests by endpoint and outcome, gateway calls, and refunds that are open, by age", async () => {
    const before = await metrics();
    const payment = await service.merchant.payment({ transaction_amount: "10.00" });
    await service.merchant.initiate({ transaction_amount: "0.10" });
    await service.merchant.raw("/v1/route/initiate_payment", {
      body: "{}",
      headers: { "Content-Type": "application/json", "X-API-Key": "test_key_unknown" },
    });
    await service.merchant.refund(payment.transaction_id, "1.92");
    // The job that polls the refund is planned, except while it runs.
    const after = await eventually(
      metrics,
      (page) =>
        page.includes('paydeck_refunds_open{status="PROCESSING",age="under_1m"} 1') &&
        valueOf(page, "paydeck_jobs_waiting", { task: "advance-refund", state: "planned" }) === 1,
    );

    const grown = (name: string, labels: Record<string, string>): number =>
      valueOf(after, name, labels) - valueOf(before, name, labels);
    const endpoint = "/v1/route/initiate_payment";
    expect(grown("paydeck_http_requests_total", { endpoint, outcome: "ok" })).toBe(1);
    expect(grown("paydeck_http_requests_total", { endpoint, outcome: "refused" })).toBe(1);
    expect(grown("paydeck_http_requests_total", { endpoint, outcome: "unauthenticated" })).toBe(1);
    expect(
      grown("paydeck_gateway_calls_total", {
        gateway: "simulator",
        operation: "open_checkout",
        outcome: "opened",
      }),
    ).toBe(1);
    expect(grown("paydeck_jobs_total", { task: "advance-refund", outcome: "done" })).toBeGreaterThan(0);
  });

  test("says what the circuits, the pools, the workers and the webhook endpoints are doing", async () => {
    await service.merchant.payment();
    const page = await metrics();
    const value = (name: string, labels: Record<string, string>): number => valueOf(page, name, labels);
    expect(value("paydeck_gateway_circuit", { gateway: "simulator", state: "closed" })).toBe(1);
    expect(value("paydeck_gateway_circuit", { gateway: "simulator", state: "open" })).toBe(0);
    for (const pool of ["requests", "jobs", "sessions"]) {
      expect(value("paydeck_database_connections_max", { pool })).toBeGreaterThan(0);
      expect(page).toContain(`paydeck_database_waiting{pool="${pool}"} 0`);
    }
    expect(page).toMatch(/^paydeck_job_workers [1-9]/m);
    expect(page).toMatch(/^paydeck_database_up 1$/m);
    expect(page).toMatch(/^paydeck_refunds_held 0$/m);
    expect(page).toMatch(/^paydeck_refund_oldest_seconds\{status="INITIATED"\} /m);
    expect(page).toMatch(/^paydeck_webhook_endpoints\{state="disabled_failing"\} 0$/m);
    expect(page).toMatch(/^paydeck_build_info\{version="[0-9.]+",commit="[a-z0-9]+",node="v[0-9.]+"\} 1$/m);
    expect(
      value("paydeck_payments_ended_total", { gateway: "simulator", status: "SUCCESS" }),
    ).toBeGreaterThan(0);
    // The metrics say nothing of backups without a configured folder: PaydeckBackupNeverTried fires.
    expect(page).not.toMatch(/^paydeck_backup_newest_timestamp_seconds/m);
  });

  test("labels name routes, never addresses: a payment link is a secret", async () => {
    const payment = await service.merchant.payment({}, null);
    await fetch(payment.payment_link);
    const page = await metrics();
    expect(page).toContain('endpoint="/pay/:link"');
    expect(page).not.toContain(payment.payment_link.split("/").at(-1));
  });

  test("is refused without the token", async () => {
    for (const headers of [
      {},
      { Authorization: "Bearer test_metrics_token_0002" },
      { Authorization: TOKEN },
    ]) {
      const reply = await fetch(`${service.baseUrl}/metrics`, { headers });
      expect([reply.status, await reply.json()]).toEqual([
        401,
        { detail: "Send the metrics token as a bearer token." },
      ]);
    }
  });

  test("without a token it is there for this machine, and not for what came through a proxy", async () => {
    const open = await startTestService();
    try {
      expect((await fetch(`${open.baseUrl}/metrics`)).status).toBe(200);
      for (const mark of ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Via", "X-Forwarded-Host"]) {
        const forwarded = await fetch(`${open.baseUrl}/metrics`, { headers: { [mark]: "192.0.2.1" } });
        expect([mark, forwarded.status]).toEqual([mark, 404]);
      }
    } finally {
      await open.stop();
    }
  });
});

test("a trace that the caller began goes on through the request, the gateway's calls and the refund's job, without a secret", async () => {
  const payment = await service.merchant.payment();
  const traceparent = `00-${TRACE_ID}-b7ad6b7169203331-01`;
  await service.merchant.refund(payment.transaction_id, "1.00", {}, { traceparent });
  const names = await eventually(
    () =>
      Promise.resolve(collector.spans.filter(({ traceId }) => traceId === TRACE_ID).map(({ name }) => name)),
    (found) => found.includes("simulator fetch_refund"),
  );
  expect(names).toEqual(
    expect.arrayContaining(["POST /v1/route/refund-initiate/", "job advance-refund", "simulator refund"]),
  );
  const { apiKey, salt } = service.merchant;
  for (const secret of [apiKey, salt, TOKEN]) expect(collector.received).not.toContain(secret);
});
