import { createServer as createTcpServer, type AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createLogger } from "@/server/platform/log";
import { TestClock } from "../testing/harness";
import { TEST_CREDENTIALS } from "../testing/scripted-ledger";
import { ScriptedService } from "../testing/scripted-service";
import { createRoutingClient, type RoutingClient } from "./client";

let service: ScriptedService;
let client: RoutingClient;
let clock: TestClock;

const connect = (baseUrl: string, timeoutMs = 400): RoutingClient =>
  createRoutingClient({
    env: { ...TEST_CREDENTIALS, baseUrl: new URL(baseUrl), timeoutMs },
    clock,
    logger: createLogger("test", "silent"),
  });

beforeEach(async () => {
  clock = new TestClock();
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
  it("is signed so that a service that follows section 5 takes it, with its key and a request id", async () => {
    const payment = service.addPayment({ merchant_transaction_id: "ORD-1" });
    const answer = await client.initiateRefund(order(payment.transaction_id));
    expect(answer).toMatchObject({
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

describe("what is known after a call that went wrong", () => {
  it("nothing listens there: certainly not sent", async () => {
    await service.stop();
    expect(await client.initiateRefund(order("TXN1"))).toEqual({ kind: "not_sent" });
    service = await new ScriptedService(clock).start();
  });

  it("the name does not resolve: certainly not sent", async () => {
    expect(await connect("http://no-such-host.invalid").initiateRefund(order("TXN1"))).toEqual({
      kind: "not_sent",
    });
  });

  it("the peer accepts and never answers: unknown, after the time-out", async () => {
    service.next("refund_initiate", { kind: "delay", ms: 1_500 });
    const answer = await client.initiateRefund(order("TXN1"));
    expect(answer).toEqual({ kind: "unknown", reason: "timed_out" });
  });

  it.each(["before", "after"] as const)("the connection drops %s it took effect: unknown", async (when) => {
    const payment = service.addPayment({ merchant_transaction_id: "ORD-1" });
    service.next("refund_initiate", { kind: "drop", when });
    const answer = await client.initiateRefund(order(payment.transaction_id));
    expect(answer).toEqual({ kind: "unknown", reason: "connection_lost" });
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
    expect(await client.initiateRefund(order("TXN1"))).toEqual({ kind: "unknown", reason: "too_large" });
  });

  it("a redirect is not followed: unknown", async () => {
    const headers = { location: `${service.baseUrl}/elsewhere` };
    service.next("refund_initiate", { kind: "answer", status: 307, body: "", headers, effect: false });
    expect(await client.initiateRefund(order("TXN1"))).toEqual({ kind: "unknown", reason: "redirected" });
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
    expect(await client.initiateRefund(order("TXN1"))).toEqual({ kind: "unknown", reason: "other_subject" });
  });

  it("something that does not speak HTTP: unknown", async () => {
    const server = createTcpServer((socket) => socket.end("SSH-2.0-nothing\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const answer = await connect(`http://127.0.0.1:${port}`).initiateRefund(order("TXN1"));
    expect(answer).toEqual({ kind: "unknown", reason: "connection_lost" });
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
  it("are asked once, by however many at once, and again after five minutes", async () => {
    const asked = () => service.calls.filter((call) => call.path === "/v1/ops/capabilities").length;
    const [first] = await Promise.all([client.capabilities(), client.capabilities(), client.capabilities()]);
    expect(first).toEqual({ idempotency: true, refundBalance: true, refundSearch: true });
    await client.capabilities();
    expect(asked()).toBe(1);
    clock.advance(5 * 60_000);
    await client.capabilities();
    expect(asked()).toBe(2);
  });

  it("are none for a service without the extension", async () => {
    service.ops = null;
    expect(await client.capabilities()).toEqual({
      idempotency: false,
      refundBalance: false,
      refundSearch: false,
    });
  });

  it("are what they were while the service cannot be asked, and are asked again soon", async () => {
    await client.capabilities();
    clock.advance(5 * 60_000);
    service.next("/v1/ops/capabilities", { kind: "answer", status: 502, body: "<html>", effect: false });
    expect((await client.capabilities()).refundBalance).toBe(true);
    service.ops = null;
    clock.advance(5_000);
    expect((await client.capabilities()).refundBalance).toBe(false);
  });
});
