import { createServer, type AddressInfo } from "node:net";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TestClock } from "@/tools/testing/dashboard/harness";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { ScriptedService } from "@/tools/testing/dashboard/scripted-service";
import { createPaydeckClient, fetchTransport, type PaydeckClient, type PaydeckClientOptions } from ".";

/** The client as a merchant uses it: over fetch, to a service that checks every signature with its own code. */
let service: ScriptedService;
let client: PaydeckClient;
let clock: TestClock;

const SECRETS = { apiKey: TEST_CREDENTIALS.apiKey, salt: TEST_CREDENTIALS.apiSalt };
const connect = (options: Partial<PaydeckClientOptions> = {}): PaydeckClient =>
  createPaydeckClient({ baseUrl: service.baseUrl, ...SECRETS, clock, timeoutMs: 1_500, ...options });

beforeEach(async () => {
  clock = new TestClock();
  service = await new ScriptedService(clock).start();
  client = connect();
});
afterEach(() => service.stop());

const payment = (reference: string) => ({
  merchant_transaction_id: reference,
  transaction_amount: "500.0",
  customer_details: { customer_email: "customer@example.com" },
});
const paid = () => service.addPayment({ merchant_transaction_id: "ORD-1" });

describe("every call is accepted by a service that follows the specification", () => {
  it("initiatePayment, with the amount as it is written", async () => {
    const response = await client.initiatePayment(payment("ORDÉ-☕"));
    expect(response).toMatchObject({
      kind: "answered",
      value: { success: true, merchant_transaction_id: "ORDÉ-☕" },
    });
    expect(service.calls[0]?.body).toContain('"transaction_amount":"500.0"');
  });

  it("transactionStatus and cancelTransaction", async () => {
    await client.initiatePayment(payment("ORD-1"));
    expect(await client.cancelTransaction("ORD-1")).toMatchObject({ kind: "answered" });
    expect(await client.transactionStatus("ORD-1")).toMatchObject({
      kind: "answered",
      value: [{ transaction_status: "CANCELLED" }],
    });
  });

  it("initiateRefund and refundStatus", async () => {
    const refund = { transaction_id: paid().transaction_id, refund_amount: "10", refund_reason: "Damaged" };
    const response = await client.initiateRefund(refund);
    if (response.kind !== "answered") throw new Error(response.kind);
    expect(await client.refundStatus(response.value.refund_id)).toMatchObject({
      kind: "answered",
      value: { refund_amount: "10.00", refund_reason: "Damaged", refund_completed_at: null },
    });
  });

  it("ops operations, one without a body among them", async () => {
    const { transaction_id } = paid();
    expect(await client.ops("capabilities", {})).toMatchObject({ kind: "answered", value: { version: 1 } });
    expect(await client.ops("refunds.balance", { transaction_id })).toMatchObject({
      kind: "answered",
      value: { remaining_amount: "500.00" },
    });
    expect(service.calls.map(({ method }) => method)).toEqual(["GET", "POST"]);
  });
});

describe("what must not be signed is refused here, by its field, and nothing is sent (decisions 0024 and 0025)", () => {
  it.each([
    ["merchant_transaction_id", { merchant_transaction_id: "T|10.00" }],
    ["merchant_transaction_id", { merchant_transaction_id: "" }],
    ["merchant_transaction_id", { merchant_transaction_id: "a\0b" }],
    ["merchant_transaction_id", { merchant_transaction_id: "\ud800" }],
    ["transaction_amount", { transaction_amount: "1,499.00" }],
    ["transaction_amount", { transaction_amount: "1e3" }],
    ["transaction_amount", { transaction_amount: 1499 as unknown as string }],
  ])("%s of %j", async (field, fields) => {
    const response = await client.initiatePayment({ ...payment("ORD-1"), ...fields });
    expect(response).toMatchObject({
      kind: "refused",
      refusal: { kind: "invalid", faults: [{ field, text: expect.stringContaining("Must") as string }] },
    });
    expect(service.calls).toHaveLength(0);
  });

  it("an idempotency key or a request id that cannot be sent in a header", async () => {
    const refund = { transaction_id: "TXN1", refund_amount: "1|0" };
    const response = await client.initiateRefund(refund, {
      idempotencyKey: "a\r\nb",
      requestId: "no spaces",
    });
    expect(response).toMatchObject({
      refusal: { faults: [{ field: "refund_amount" }, { field: "idempotencyKey" }, { field: "requestId" }] },
    });
    expect(service.calls).toHaveLength(0);
  });
});

describe("what is known afterwards", () => {
  it("nothing listens there, or the name does not exist: certainly not sent", async () => {
    await service.stop();
    const refund = { transaction_id: "TXN1", refund_amount: "10.00" };
    expect(await client.initiateRefund(refund)).toMatchObject({ kind: "not_sent" });
    const nowhere = connect({ baseUrl: "http://no-such-host.invalid", timeoutMs: 5_000 });
    expect(await nowhere.initiateRefund(refund)).toMatchObject({ kind: "not_sent" });
    service = await new ScriptedService(clock).start();
  });

  it.each([
    ["no answer in time", { kind: "delay", ms: 3_000 }, "timed_out", 1],
    ["a connection that drops before", { kind: "drop", when: "before" }, "connection_lost", 0],
    ["a connection that drops after", { kind: "drop", when: "after" }, "connection_lost", 1],
    ["an answer cut in half", { kind: "truncate" }, "connection_lost", 1],
    ["a proxy's page", { kind: "answer", status: 502, body: "<html>", effect: true }, "server_error", 1],
    ["a redirect", { kind: "answer", status: 307, body: "", effect: false }, "redirected", 0],
    ["2 MB", { kind: "answer", status: 201, body: "x".repeat(2 << 20), effect: false }, "too_large", 0],
    [
      "bytes that are not UTF-8",
      { kind: "answer", status: 201, body: Buffer.from([0x22, 0xff, 0x22]), effect: false },
      "wrong_shape",
      0,
    ],
  ] as const)("%s: unknown", async (_name, misbehaviour, reason, effects) => {
    const { transaction_id } = paid();
    service.next("refund_initiate", misbehaviour);
    const response = await client.initiateRefund({ transaction_id, refund_amount: "10.00" });
    expect(response).toMatchObject({ kind: "unknown", reason });
    await vi.waitFor(() => expect(service.refunds).toHaveLength(effects), 45_000);
    expect(service.callsOf("refund_initiate")).toHaveLength(1);
  });

  it("something that does not speak HTTP: unknown", async () => {
    const server = createServer((socket) => socket.end("SSH-2.0-nothing\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const stranger = connect({ baseUrl: `http://127.0.0.1:${port}` });
    expect(await stranger.cancelTransaction("ORD-1")).toMatchObject({
      kind: "unknown",
      reason: "connection_lost",
    });
    server.close();
  });

  it("a transport that throws: unknown", async () => {
    const broken = connect({ transport: () => Promise.reject(new Error(SECRETS.salt)) });
    const response = await broken.cancelTransaction("ORD-1");
    expect(response).toMatchObject({ kind: "unknown", reason: "connection_lost" });
    expect(JSON.stringify(response)).not.toContain(SECRETS.salt);
  });

  it("aborted while in progress: unknown; before it began: not sent", async () => {
    service.next("transaction_cancel", { kind: "delay", ms: 300 });
    const controller = new AbortController();
    const call = client.cancelTransaction("ORD-1", { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect(await call).toMatchObject({ kind: "unknown", reason: "aborted" });
    expect(await client.cancelTransaction("ORD-1", { signal: controller.signal })).toMatchObject({
      kind: "not_sent",
    });
  });

  it("a refusal names the fields, a missing one is not found, a wrong salt has its own kind", async () => {
    await client.initiatePayment(payment("ORD-1"));
    expect(await client.initiatePayment(payment("ORD-1"))).toMatchObject({
      refusal: {
        kind: "rejected",
        status: 400,
        faults: [{ field: "merchant_transaction_id", text: "Already exists" }],
      },
    });
    expect(await client.transactionStatus("ORD-2")).toMatchObject({ refusal: { kind: "not_found" } });
    expect(await connect({ salt: "test_salt_wrong" }).transactionStatus("ORD-1")).toMatchObject({
      refusal: { kind: "key_refused" },
    });
    expect(await connect({ salt: "test_salt_wrong" }).ops("capabilities", {})).toMatchObject({
      refusal: { kind: "key_refused" },
    });
  });

  it("an ops answer about another payment is not reckoned with", async () => {
    const other = service.addPayment({ merchant_transaction_id: "ORD-2" });
    service.refundOutsideDashboard(other, "1.00");
    const refunds = JSON.stringify({ refunds: service.refunds, next_cursor: null });
    service.next("/v1/ops/refunds/search", { kind: "answer", status: 200, body: refunds, effect: false });
    const response = await client.ops("refunds.search", { transaction_id: paid().transaction_id });
    expect(response).toMatchObject({ kind: "unknown", reason: "other_subject" });
  });
});

describe("the idempotency key", () => {
  it("is generated, returned with the unknown outcome, and a repetition under it has no second effect", async () => {
    const refund = { transaction_id: paid().transaction_id, refund_amount: "10.00" };
    service.next("refund_initiate", { kind: "drop", when: "after" });
    const first = await client.initiateRefund(refund);
    expect(first.kind).toBe("unknown");
    const second = await client.initiateRefund(refund, { idempotencyKey: first.idempotencyKey });
    expect(second).toMatchObject({ kind: "answered", idempotencyKey: first.idempotencyKey });
    expect(service.refunds).toHaveLength(1);
    const [one, two] = service.callsOf("refund_initiate");
    expect(two?.headers["idempotency-key"]).toBe(one?.headers["idempotency-key"]);
    expect(two?.body).toBe(one?.body);
  });

  it("of two calls without one is never the same", async () => {
    const refund = { transaction_id: paid().transaction_id, refund_amount: "10.00" };
    const [one, two] = [await client.initiateRefund(refund), await client.initiateRefund(refund)];
    expect(one.idempotencyKey).not.toBe(two.idempotencyKey);
    expect(service.refunds).toHaveLength(2);
  });
});

describe("headers", () => {
  it("a request id is sent and returned with the outcome: the caller's, the hook's, else a new one", async () => {
    const hooked = connect({ headers: () => ({ "X-Request-Id": "from-the-hook" }) });
    const ids = [
      (await client.transactionStatus("ORD-1", { requestId: "mine" })).requestId,
      (await hooked.transactionStatus("ORD-1")).requestId,
      (await client.transactionStatus("ORD-1")).requestId,
    ];
    expect(ids.slice(0, 2)).toEqual(["mine", "from-the-hook"]);
    expect(ids[2]).toMatch(/^[0-9a-f-]{36}$/);
    expect(service.calls.map((call) => call.headers["x-request-id"])).toEqual(ids);
  });

  it("the hook's are sent too and never replace the client's own", async () => {
    const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
    const hooked = connect({ headers: () => ({ traceparent, HASH: "0", "X-API-Key": "somebody" }) });
    paid();
    expect(await hooked.transactionStatus("ORD-1")).toMatchObject({ kind: "answered" });
    expect(service.calls[0]?.headers.traceparent).toBe(traceparent);
  });
});

describe("secrets", () => {
  it("neither key nor salt shows in the client, its outcomes or what fetch receives beside the headers", async () => {
    const itself: unknown = client;
    const exposed: unknown[] = [itself, String(itself), await client.transactionStatus("ORD-1")];
    service.next("refund_initiate", { kind: "drop", when: "after" });
    exposed.push(await client.initiateRefund({ transaction_id: "TXN1", refund_amount: "1|0" }));
    exposed.push(await connect({ baseUrl: "http://no-such-host.invalid" }).refundStatus("RFD1"));
    const text = inspect(exposed, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(exposed);
    expect(text).not.toContain(SECRETS.salt);
    expect(text).not.toContain(SECRETS.apiKey);
    expect(JSON.stringify(service.calls)).not.toContain(SECRETS.salt);
  });

  it.each([
    ["baseUrl", { baseUrl: "" }],
    ["baseUrl", { baseUrl: "payments.example" }],
    ["baseUrl", { baseUrl: "ftp://payments.example" }],
    ["baseUrl", { baseUrl: "https://name:test_password@payments.example" }],
    ["baseUrl", { baseUrl: "https://payments.example/?a=1" }],
    ["apiKey", { apiKey: "test key" }],
    ["apiKey", { apiKey: "test|key" }],
    ["salt", { salt: "test|salt" }],
    ["salt", { salt: "" }],
    ["timeoutMs", { timeoutMs: 0.5 }],
  ])("a wrong %s is named and its value is not shown", (option, options) => {
    const make = () => connect(options);
    expect(make).toThrow(TypeError);
    expect(make).toThrow(option);
    const [value] = Object.values(options).map(String);
    if (value !== undefined && value !== "") expect(make).not.toThrow(value);
  });
});

it("keeps the path prefix of its address", async () => {
  await connect({ baseUrl: `${service.baseUrl}/switch/` }).transactionStatus("ORD-1");
  expect(service.calls[0]?.path).toBe("/switch/v1/route/transaction-status");
});

it("accepts a fetch of the caller's own", async () => {
  const requested: string[] = [];
  const transport = fetchTransport((url, init) => {
    requested.push(url);
    return fetch(url, init);
  });
  paid();
  expect((await connect({ transport }).transactionStatus("ORD-1")).kind).toBe("answered");
  expect(requested).toEqual([`${service.baseUrl}/v1/route/transaction-status`]);
});
