import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AddressRange, parseRange } from "@/server/platform/address-range";
import type { Resolve } from "@/server/platform/outbound-http/resolve";
import type { PortRange } from "@/server/platform/port-range";
import { signatureHeaders } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";
import { createWebhooks } from "./create-webhooks";
import { signedHeaders } from "./sign";

const ANY_PORT: readonly PortRange[] = [[1, 65_535]];
const SECRET = "whsec_dGVzdF93ZWJob29rX3NlY3JldF8zMl9ieXRlc19vayE=";
const request = (url: string) => ({
  url,
  webhookId: "msg_0123",
  at: new Date(),
  body: '{"type":"webhook.test"}',
  secrets: [SECRET],
});

function range(text: string): AddressRange {
  const parsed = parseRange(text);
  if (parsed === null) throw new Error(`${text} is no range`);
  return parsed;
}

let receiver: WebhookReceiver;
let port: number;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  port = parseInt(new URL(receiver.url).port, 10);
});
afterAll(() => receiver.stop());

describe("the signature", () => {
  test("is the one that Standard Webhooks' formula gives, as computed by another program", () => {
    const headers = signedHeaders({
      host: "shop.example",
      webhookId: "msg_0123",
      at: new Date("2026-01-31T09:00:00.900Z"),
      body: '{"type":"webhook.test"}',
      secrets: [SECRET],
    });
    // printf '%s' 'msg_0123.1769850000.{"type":"webhook.test"}' | openssl dgst -sha256 -hmac test_webhook_secret_… -binary | base64
    expect(headers).toMatchObject({
      "webhook-id": "msg_0123",
      "webhook-timestamp": "1769850000",
      "webhook-signature": "v1,Sfel4v6L+pZFAgEgqtaxfNCuAEwzticFeEcsWa4AuQ4=",
    });
  });

  test("is over the bytes that arrive, whatever their script", async () => {
    const webhooks = createWebhooks({
      privateAddressesAllowed: [range("127.0.0.1/32")],
      portsAllowed: ANY_PORT,
      timeoutMs: 2_000,
    });
    const body = '{"udf1":"naïve ₹ 👍"}';
    const sent = await webhooks.send({ ...request(receiver.url), body });
    expect(sent.result).toMatchObject({ kind: "answered", status: 200 });
    const last = receiver.received.at(-1);
    expect(last?.body).toBe(body);
    new Webhook(SECRET).verify(last?.body ?? "", signatureHeaders(last?.headers ?? {}));
  });
});

describe("addresses inside (failure 29)", () => {
  const refused = { kind: "unanswered", error: "address_refused" };

  /** An internal server that no request may reach: another address of this machine, the receiver's port. */
  let inside: Server;
  let reached = 0;
  beforeAll(async () => {
    inside = createServer((_request, response) => response.end());
    inside.on("connection", () => (reached += 1));
    await new Promise<void>((resolve) => inside.listen(port, "127.0.0.2", resolve));
    expect((inside.address() as AddressInfo).address).toBe("127.0.0.2");
  });
  afterAll(() => new Promise((resolve) => inside.close(resolve)));

  test.each(["127.0.0.2", "2130706434", "0x7f.2", "127.2", "[::ffff:127.0.0.2]"])(
    "a literal address is refused in every notation: %s",
    async (host) => {
      const webhooks = createWebhooks({
        privateAddressesAllowed: [],
        portsAllowed: ANY_PORT,
        timeoutMs: 1_000,
      });
      for (const scheme of ["http", "https"]) {
        const sent = await webhooks.send(request(`${scheme}://${host}:${port}/`));
        expect(sent.result).toMatchObject(refused);
      }
      expect(reached).toBe(0);
    },
  );

  test.each([
    ["inside", ["127.0.0.2"]],
    ["inside and allowed", ["127.0.0.1", "127.0.0.2"]],
    ["inside in IPv6's clothes", ["::ffff:127.0.0.2"]],
  ])("a name that leads %s is refused, and nothing is connected", async (_name, addresses) => {
    const resolve: Resolve = () => Promise.resolve(addresses);
    const webhooks = createWebhooks({
      privateAddressesAllowed: [range("127.0.0.1/32")],
      portsAllowed: ANY_PORT,
      timeoutMs: 1_000,
      resolve,
    });
    const sent = await webhooks.send(request(`https://shop.example:${port}/`));
    // The merchant reads the message: it must not show what an internal name resolves to.
    expect(sent.result).toEqual({
      ...refused,
      message: "shop.example leads to an address that webhooks may not be sent to.",
    });
    expect(reached).toBe(0);
  });

  test("a name that is rebound between lookup and connection leads to the address that was checked", async () => {
    let lookups = 0;
    const rebinding: Resolve = () => Promise.resolve([(lookups += 1) === 1 ? "127.0.0.1" : "127.0.0.2"]);
    const webhooks = createWebhooks({
      privateAddressesAllowed: [range("127.0.0.1/32")],
      portsAllowed: ANY_PORT,
      timeoutMs: 1_000,
      resolve: rebinding,
    });
    const before = receiver.received.length;
    const first = await webhooks.send(request(`http://shop.example:${port}/`));
    expect(first.result).toMatchObject({ kind: "answered", status: 200 });
    expect([lookups, receiver.received.length - before]).toEqual([1, 1]);
    expect(receiver.received.at(-1)?.headers.host).toBe(`shop.example:${port}`);
    const second = await webhooks.send(request(`http://shop.example:${port}/`));
    expect(second.result).toMatchObject(refused);
    expect([lookups, reached]).toEqual([2, 0]);
  });

  test("an endpoint that was saved with a port that is refused now gets no connection", async () => {
    const webhooks = createWebhooks({
      privateAddressesAllowed: [range("127.0.0.1/32")],
      portsAllowed: [[443, 443]],
      timeoutMs: 1_000,
    });
    const before = receiver.received.length;
    const sent = await webhooks.send(request(`http://127.0.0.1:${port}/`));
    expect(sent.result).toMatchObject({ ...refused, message: expect.stringContaining("port") as string });
    expect(receiver.received.length).toBe(before);
  });

  test("an address that takes no connection is followed by the name's next one", async () => {
    const resolve: Resolve = () => Promise.resolve(["127.0.0.3", "127.0.0.1"]);
    const webhooks = createWebhooks({
      privateAddressesAllowed: [range("127.0.0.1/32"), range("127.0.0.3/32")],
      portsAllowed: ANY_PORT,
      timeoutMs: 1_000,
      resolve,
    });
    const sent = await webhooks.send(request(`http://shop.example:${port}/`));
    expect(sent.result).toMatchObject({ kind: "answered", status: 200 });
  });

  test.each([
    ["fails", () => Promise.reject(new Error("no such name")), "name_not_resolved"],
    ["finds nothing", () => Promise.resolve([]), "name_not_resolved"],
  ])("a lookup that %s is reported as such", async (_name, resolve, error) => {
    const webhooks = createWebhooks({
      privateAddressesAllowed: [],
      portsAllowed: ANY_PORT,
      timeoutMs: 1_000,
      resolve,
    });
    const sent = await webhooks.send(request("https://shop.example/"));
    expect(sent.result).toMatchObject({ kind: "unanswered", error });
  });
});
