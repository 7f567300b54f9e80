import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "@/server/platform/log";
import { withRequestId } from "@/server/platform/request-context";
import { TestClock } from "@/tools/testing/dashboard/harness";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { ScriptedService } from "@/tools/testing/dashboard/scripted-service";
import { type Capabilities, createCapabilities } from "./capabilities";
import { createRoutingClient, type RoutingClient } from "./client";

let service: ScriptedService;
let client: RoutingClient;
let clock: TestClock;
let counted: string[];

const connect = (baseUrl: string, timeoutMs = 400): RoutingClient =>
  createRoutingClient({
    env: { ...TEST_CREDENTIALS, baseUrl: new URL(baseUrl), timeoutMs },
    clock,
    logger: createLogger("test", "silent"),
    counters: { serviceCalled: (operation, outcome) => counted.push(`${operation} ${outcome}`) },
  });

beforeEach(async () => {
  clock = new TestClock();
  counted = [];
  service = await new ScriptedService(clock).start();
  client = connect(service.baseUrl);
});
afterEach(() => service.stop());

const order = (transactionId: string) => ({
  transactionId,
  amount: "10.00",
  reason: "Damaged",
  idempotencyKey: "11111111-1111-4111-8111-111111111111",
});

describe("a call", () => {
  it("is signed so that a service that follows specification 5 accepts it, with its key and a request id", async () => {
    const payment = service.addPayment({ merchant_transaction_id: "ORD-1" });
    const response = await client.initiateRefund(order(payment.transaction_id));
    expect(response).toMatchObject({
      kind: "answered",
      value: { refund_amount: "10.00", refund_status: "INITIATED" },
    });
    const [call] = service.callsOf("refund_initiate");
    expect(call?.headers["idempotency-key"]).toBe("11111111-1111-4111-8111-111111111111");
    expect(call?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(call?.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(call?.body ?? "")).toEqual({
      transaction_id: payment.transaction_id,
      refund_amount: "10.00",
      refund_reason: "Damaged",
    });
  });

  it("belongs to the request that the dashboard is answering: the service gets its id", async () => {
    service.addPayment({ merchant_transaction_id: "ORD-1" });
    await withRequestId("test-request-1", () => client.transactionStatus("ORD-1"));
    expect(service.callsOf("transaction_status")[0]?.headers["x-request-id"]).toBe("test-request-1");
  });

  it("is counted by operation and by what is known of its outcome", async () => {
    const payment = service.addPayment({ merchant_transaction_id: "ORD-1" });
    await client.transactionStatus("ORD-1");
    await client.refundStatus("RFD-none");
    service.next("refund_initiate", { kind: "drop", when: "after" });
    await client.initiateRefund(order(payment.transaction_id));
    await connect("http://127.0.0.1:1").transactionStatus("ORD-1");
    expect(counted).toEqual([
      "transaction_status ok",
      "refund_status refused",
      "refund_initiate unknown",
      "transaction_status not_sent",
    ]);
  });

  it("never carries the salt", async () => {
    service.addPayment({ merchant_transaction_id: "ORD-1" });
    await client.transactionStatus("ORD-1");
    await client.refundBalance("TXN");
    expect(JSON.stringify(service.calls)).not.toContain(TEST_CREDENTIALS.apiSalt);
  });

  it("keeps the base address's path prefix, with or without a slash at its end", async () => {
    await connect(`${service.baseUrl}/switch/`).transactionStatus("ORD-1");
    await connect(`${service.baseUrl}/switch`).refundStatus("RFD1");
    expect(service.calls.map((call) => call.path)).toEqual([
      "/switch/v1/route/transaction-status",
      "/switch/v1/route/refund-status/",
    ]);
  });
});

describe("calls are scarce", () => {
  const turnAway = async (status: number): Promise<void> => {
    const body = '{"success":false,"message":"Wait.","data":null}';
    service.next("refund_status", { kind: "answer", status, body, effect: false });
    await client.refundStatus("RFD1");
  };

  it("for a minute after a call that the service turned away", async () => {
    expect(client.areCallsScarce()).toBe(false);
    await turnAway(429);
    expect(client.areCallsScarce()).toBe(true);
    clock.advance(59_000);
    expect(client.areCallsScarce()).toBe(true);
    clock.advance(1_000);
    expect(client.areCallsScarce()).toBe(false);
  });

  it("after a 429 of a proxy too, which has words of its own", async () => {
    service.next("refund_status", { kind: "answer", status: 429, body: "<html>", effect: false });
    await client.refundStatus("RFD1");
    expect(client.areCallsScarce()).toBe(true);
  });

  it("not after the clock has stepped back behind that minute", async () => {
    await turnAway(429);
    clock.advance(-3_600_000);
    expect(client.areCallsScarce()).toBe(false);
  });

  it.each([404, 503])("not after an answer of %i", async (status) => {
    await turnAway(status);
    expect(client.areCallsScarce()).toBe(false);
  });
});

describe("what is known after a call that went wrong", () => {
  it("nothing listens there: certainly not sent", async () => {
    await service.stop();
    expect(await client.initiateRefund(order("TXN1"))).toMatchObject({ kind: "not_sent" });
    service = await new ScriptedService(clock).start();
  });

  it("the name does not resolve: certainly not sent", async () => {
    expect(await connect("http://no-such-host.invalid").initiateRefund(order("TXN1"))).toMatchObject({
      kind: "not_sent",
    });
  });

  it("the peer accepts and never answers: unknown, after the time-out", async () => {
    service.next("refund_initiate", { kind: "delay", ms: 1_500 });
    const response = await client.initiateRefund(order("TXN1"));
    expect(response).toMatchObject({ kind: "unknown", reason: "timed_out" });
  });

  it.each(["before", "after"] as const)("the connection drops %s it took effect: unknown", async (when) => {
    const payment = service.addPayment({ merchant_transaction_id: "ORD-1" });
    service.next("refund_initiate", { kind: "drop", when });
    const response = await client.initiateRefund(order(payment.transaction_id));
    expect(response).toMatchObject({ kind: "unknown", reason: "connection_lost" });
    expect(service.refunds).toHaveLength(when === "after" ? 1 : 0);
  });

  it("an answer that stops half-way: unknown", async () => {
    const payment = service.addPayment({ merchant_transaction_id: "ORD-1" });
    service.next("refund_initiate", { kind: "truncate" });
    expect((await client.initiateRefund(order(payment.transaction_id))).kind).toBe("unknown");
  });

  it("more than a megabyte: unknown, and not read to its end", async () => {
    const body = `"${"x".repeat(2 * 1024 * 1024)}"`;
    service.next("refund_initiate", { kind: "answer", status: 201, body, effect: false });
    expect(await client.initiateRefund(order("TXN1"))).toMatchObject({
      kind: "unknown",
      reason: "too_large",
    });
  });

  it("a redirect is not followed: unknown", async () => {
    const headers = { location: `${service.baseUrl}/elsewhere` };
    service.next("refund_initiate", { kind: "answer", status: 307, body: "", headers, effect: false });
    expect(await client.initiateRefund(order("TXN1"))).toMatchObject({
      kind: "unknown",
      reason: "redirected",
    });
    expect(service.calls).toHaveLength(1);
  });

  it("an amount that is not the one sent: unknown", async () => {
    const body = JSON.stringify({
      success: true,
      refund_id: "RFD1",
      transaction_id: "TXN1",
      merchant_transaction_id: "ORD-1",
      refund_amount: "100.00",
      refund_status: "INITIATED",
    });
    service.next("refund_initiate", { kind: "answer", status: 201, body, effect: false });
    expect(await client.initiateRefund(order("TXN1"))).toMatchObject({
      kind: "unknown",
      reason: "other_subject",
    });
  });

  it("something that does not speak HTTP: unknown", async () => {
    const server = createTcpServer((socket) => socket.end("SSH-2.0-nothing\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const response = await connect(`http://127.0.0.1:${port}`).initiateRefund(order("TXN1"));
    expect(response).toMatchObject({ kind: "unknown", reason: "connection_lost" });
    server.close();
  });
});

it("a read survives a kept connection that the service has closed; a write never uses one", async () => {
  service.addPayment({ merchant_transaction_id: "ORD-1" });
  await client.transactionStatus("ORD-1");
  service.next("transaction_status", { kind: "drop", when: "before" });
  expect((await client.transactionStatus("ORD-1")).kind).toBe("answered");
  await client.cancelTransaction("ORD-1");
  expect(service.callsOf("transaction_cancel")[0]?.headers.connection).toBe("close");
});

describe("the service's capabilities", () => {
  const offered = ({ idempotency, offers }: Capabilities) => [
    idempotency,
    offers("refunds.balance"),
    offers("refunds.search"),
  ];

  it("are asked once, by however many at once, and again after five minutes", async () => {
    const asked = () => service.calls.filter((call) => call.path === "/v1/ops/capabilities").length;
    const [first] = await Promise.all([client.capabilities(), client.capabilities(), client.capabilities()]);
    expect(offered(first)).toEqual([true, true, true]);
    await client.capabilities();
    expect(asked()).toBe(1);
    clock.advance(5 * 60_000);
    await client.capabilities();
    expect(asked()).toBe(2);
  });

  it("are none for a service without the extension", async () => {
    service.ops = null;
    expect(offered(await client.capabilities())).toEqual([false, false, false]);
  });

  it.each([
    { status: 401, body: '{"detail":"Unauthorized"}' },
    { status: 401, body: "Unauthorized" },
    { status: 403, body: "{}" },
    { status: 500, body: "<html>" },
    { status: 302, body: "" },
    { status: 200, body: "<html>" },
  ])("are none, with a key that works, where an unknown path is answered by $status $body", async (reply) => {
    service.always("/v1/ops/capabilities", { kind: "answer", effect: false, ...reply });
    const capabilities = await client.capabilities();
    expect(capabilities).toMatchObject({ isKnown: true, serviceError: null });
    expect(offered(capabilities)).toEqual([false, false, false]);
  });

  it("are none, with a key that is refused, where the endpoints refuse it too", async () => {
    const body = '{"detail":"Invalid API key."}';
    for (const path of ["/v1/ops/capabilities", "transaction_status"] as const)
      service.next(path, { kind: "answer", status: 401, body, effect: false });
    expect(await client.capabilities()).toMatchObject({
      isKnown: true,
      serviceError: { kind: "key_refused" },
    });
  });

  it("stay while the service refuses only the signature of its operations, as after a step of its clock", async () => {
    await client.capabilities();
    clock.advance(5 * 60_000);
    service.next("/v1/ops/capabilities", {
      kind: "answer",
      status: 401,
      body: '{"detail":"Stale."}',
      effect: false,
    });
    expect((await client.capabilities()).offers("refunds.balance")).toBe(true);
  });

  it("are what they were while the service cannot be asked, and are asked again soon", async () => {
    await client.capabilities();
    clock.advance(5 * 60_000);
    service.next("/v1/ops/capabilities", { kind: "answer", status: 502, body: "<html>", effect: false });
    expect((await client.capabilities()).offers("refunds.balance")).toBe(true);
    service.ops = null;
    clock.advance(5_000);
    expect((await client.capabilities()).offers("refunds.balance")).toBe(false);
  });

  it("are asked again after half a second when the failure came at once: a service that is just starting", async () => {
    for (const path of ["/v1/ops/capabilities", "transaction_status"] as const)
      service.next(path, { kind: "answer", status: 502, body: "<html>", effect: false });
    expect((await client.capabilities()).isKnown).toBe(false);
    clock.advance(400);
    expect((await client.capabilities()).isKnown).toBe(false);
    clock.advance(100);
    expect((await client.capabilities()).isKnown).toBe(true);
  });

  it("are asked again after five seconds when the failure took as long", async () => {
    let calls = 0;
    const ask = createCapabilities({
      clock,
      ask: () => {
        calls += 1;
        clock.advance(15_000);
        return Promise.resolve({ kind: "unknown", reason: "timed_out", status: null, requestId: "lost" });
      },
      checkKey: () => Promise.reject(new Error("A service that hangs is not asked twice.")),
    });
    await ask();
    clock.advance(4_900);
    await ask();
    expect(calls).toBe(1);
    clock.advance(100);
    await ask();
    expect(calls).toBe(2);
  });

  it("may name operations that we do not know", async () => {
    service.ops = { idempotency: true, operations: ["refunds.balance", "moon.phase"] };
    expect(offered(await client.capabilities())).toEqual([true, true, false]);
  });
});

describe("actions beside refunds and cancellations", () => {
  const payment = {
    merchant_transaction_id: "ORD-1",
    transaction_amount: "10.00",
    customer_details: { customer_phone: "9876543210" },
  };
  const key = "22222222-2222-4222-8222-222222222222";

  it("a payment is created once under one key, over a connection of its own", async () => {
    service.next("initiate_payment", { kind: "drop", when: "after" });
    expect((await client.initiatePayment(payment, key)).kind).toBe("unknown");
    expect(await client.initiatePayment(payment, key)).toMatchObject({
      kind: "answered",
      value: { success: true, merchant_transaction_id: "ORD-1" },
    });
    expect(service.payments.get("ORD-1")).toHaveLength(1);
    expect(service.callsOf("initiate_payment")[0]?.headers.connection).toBe("close");
  });

  it("one that the service refuses names its fields; one that must not be signed is not sent", async () => {
    service.addPayment({ merchant_transaction_id: "ORD-1" });
    expect(await client.initiatePayment(payment, key)).toMatchObject({
      refusal: { kind: "rejected", faults: [{ field: "merchant_transaction_id", text: "Already exists" }] },
    });
    const unsignable = { ...payment, merchant_transaction_id: "T|10.00" };
    expect(await client.initiatePayment(unsignable, key)).toMatchObject({
      refusal: { kind: "invalid", faults: [{ field: "merchant_transaction_id" }] },
    });
    expect(service.callsOf("initiate_payment")).toHaveLength(1);
  });

  it("an operation that was refused tells the fields", async () => {
    const faults = [{ field: "limit", text: "Must be a whole number from 1 to 200." }];
    const body = JSON.stringify({ detail: "limit: Must be a whole number from 1 to 200.", faults });
    service.next("/v1/ops/refunds/search", { kind: "answer", status: 400, body, effect: false });
    expect(await client.ops("refunds.search", { limit: 201 })).toMatchObject({
      refusal: { kind: "rejected", status: 400, faults },
    });
  });

  it("an operation that writes takes a connection of its own and is sent once, one that reads a kept one", async () => {
    await client.ops("refunds.search", {});
    service.next("/v1/ops/keys/revoke", { kind: "drop", when: "before" });
    const response = await client.ops("keys.revoke", { key_id: "key_1" });
    expect(response).toMatchObject({ kind: "unknown", reason: "connection_lost" });
    expect(service.calls.map((call) => [call.path, call.headers.connection])).toEqual([
      ["/v1/ops/refunds/search", "keep-alive"],
      ["/v1/ops/keys/revoke", "close"],
    ]);
  });

  it("a call that is given up is unknown once it is in progress", async () => {
    service.next("transaction_cancel", { kind: "delay", ms: 5_000 });
    const controller = new AbortController();
    const response = connect(service.baseUrl, 30_000).cancelTransaction("ORD-1", {
      signal: controller.signal,
    });
    // However long a busy machine takes to send it.
    await expect.poll(() => service.calls.length).toBe(1);
    controller.abort();
    expect(await response).toMatchObject({ kind: "unknown", reason: "aborted" });
  });
});
