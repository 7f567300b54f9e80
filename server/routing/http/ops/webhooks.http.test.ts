import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { OPS } from "@/lib/contract/ops";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type MerchantCode, type Reply } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { deliveriesUntil, freshPath, ops, type WebhookOps } from "@/tools/testing/routing/webhook-ops";
import { startWebhookReceiver, type WebhookReceiver } from "@/tools/testing/routing/webhook-receiver";

let service: TestService;
let receiver: WebhookReceiver;
beforeAll(async () => {
  service = await startTestService({ WEBHOOK_RETRY_SCALE: "0.02", WEBHOOK_TIMEOUT_MS: "2000" });
  receiver = await startWebhookReceiver();
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

/** A separate merchant for one test, so that its counts are separate too. */
const newMerchant = (): Promise<MerchantCode> => addMerchant(service);
const call = (merchant: MerchantCode, name: WebhookOps, body: object): Promise<Reply> =>
  merchant.ops("POST", freshPath(name), body);

const ALWAYS = { from: "2020-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z" };

describe("endpoints", () => {
  test("are created with a secret that is shown once, stored sealed, listed, changed and deleted", async () => {
    const merchant = await newMerchant();
    const created = await ops(merchant, "webhooks.create", { url: receiver.url, description: "Orders" });
    const { secret, ...endpoint } = created;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      url: receiver.url,
      description: "Orders",
      events: [
        "payment.initiated",
        "payment.succeeded",
        "payment.failed",
        "payment.dropped",
        "payment.cancelled",
        "payment.alert",
      ],
      enabled: true,
      disabled_reason: null,
    });
    expect(await ops(merchant, "webhooks.endpoints", {})).toEqual({ endpoints: [endpoint] });
    const { rows } = await service.db.query(
      `select sealed_secret from webhook_endpoints where id = $1 and position($2 in encode(sealed_secret, 'escape')) = 0`,
      [endpoint.endpoint_id, secret.slice(6)],
    );
    expect(rows).toHaveLength(1);

    const changed = await ops(merchant, "webhooks.update", {
      endpoint_id: endpoint.endpoint_id,
      description: "",
      events: ["payment.failed"],
      enabled: false,
    });
    expect(changed).toMatchObject({
      url: receiver.url,
      description: "",
      events: ["payment.failed"],
      enabled: false,
      disabled_reason: "BY_MERCHANT",
    });
    const rotated = await ops(merchant, "webhooks.rotate_secret", { endpoint_id: endpoint.endpoint_id });
    expect(rotated.secret).not.toBe(secret);
    await ops(merchant, "webhooks.delete", { endpoint_id: endpoint.endpoint_id });
    expect(await ops(merchant, "webhooks.endpoints", {})).toEqual({ endpoints: [] });
  });

  test("a captured creation makes one endpoint and returns one secret (decision 0021)", async () => {
    const merchant = await newMerchant();
    const timestamp = String(Math.floor(Date.now() / 1000) - 60);
    const [path, body] = [OPS["webhooks.create"].path, { url: receiver.url }];
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => merchant.ops("POST", path, body, { timestamp })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    expect((await ops(merchant, "webhooks.endpoints", {})).endpoints).toHaveLength(1);
  });

  test("there are at most 20, also when they are created at once", async () => {
    const merchant = await newMerchant();
    const replies = await Promise.all(
      Array.from({ length: 25 }, () => call(merchant, "webhooks.create", { url: "https://shop.example/" })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      ...Array.from({ length: 5 }, () => 409),
    ]);
  });

  test.each<[WebhookOps, object, string]>([
    ["webhooks.create", {}, "url"],
    ["webhooks.create", { url: 5 }, "url"],
    ["webhooks.create", { url: "http://shop.example/" }, "url"],
    ["webhooks.create", { url: "https://10.0.0.1/" }, "url"],
    ["webhooks.create", { url: "https://shop.example/", events: [] }, "events"],
    ["webhooks.create", { url: "https://shop.example/", events: ["refund.requested"] }, "events.0"],
    ["webhooks.create", { url: "https://shop.example/", events: ["webhook.test"] }, "events.0"],
    [
      "webhooks.create",
      { url: "https://shop.example/", events: ["payment.failed", "payment.failed"] },
      "events",
    ],
    ["webhooks.create", { url: "https://shop.example/", description: "x".repeat(201) }, "description"],
    ["webhooks.create", { url: "https://shop.example/", description: "a\0b" }, "description"],
    ["webhooks.create", { url: "https://shop.example/", secret: "whsec_own" }, "secret"],
    ["webhooks.update", {}, "endpoint_id"],
    ["webhooks.update", { endpoint_id: "whe_1", enabled: "yes" }, "enabled"],
    ["webhooks.rotate_secret", { endpoint_id: "whe_1", overlap_hours: -1 }, "overlap_hours"],
    ["webhooks.rotate_secret", { endpoint_id: "whe_1", overlap_hours: 721 }, "overlap_hours"],
    ["webhooks.rotate_secret", { endpoint_id: "whe_1", overlap_hours: 1.5 }, "overlap_hours"],
    ["webhooks.deliveries", { status: "LOST" }, "status"],
    ["webhooks.deliveries", { event: "refund.requested" }, "event"],
    ["webhooks.deliveries", { from: "yesterday" }, "from"],
    ["webhooks.deliveries", { limit: 201 }, "limit"],
    ["webhooks.deliveries", { retrying: "yes" }, "retrying"],
    ["webhooks.deliveries", { queued: 1 }, "queued"],
    ["webhooks.replay_range", { endpoint_id: "whe_1", from: ALWAYS.from }, "until"],
    ["webhooks.replay_range", { endpoint_id: "whe_1", from: ALWAYS.until, until: ALWAYS.from }, "until"],
  ])("%s refuses %j and names %s", async (name, body, field) => {
    const reply = await call(service.merchant, name, body);
    expect([reply.status, reply.json]).toEqual([
      400,
      {
        detail: expect.stringContaining(`${field}: `) as string,
        faults: [{ field, text: expect.stringMatching(/\.$/) as string }],
      },
    ]);
  });

  test("a refused change changes nothing", async () => {
    const merchant = await newMerchant();
    const { secret: _secret, ...endpoint } = await ops(merchant, "webhooks.create", { url: receiver.url });
    const reply = await call(merchant, "webhooks.update", {
      endpoint_id: endpoint.endpoint_id,
      url: "https://192.168.0.1/",
      events: ["payment.failed"],
      enabled: false,
    });
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining("private")]);
    expect(await ops(merchant, "webhooks.endpoints", {})).toEqual({ endpoints: [endpoint] });
  });

  test("another merchant's endpoint and delivery are byte-identical to ones that there are not (failure 32)", async () => {
    const [owner, stranger] = [await newMerchant(), await newMerchant()];
    const { endpoint_id } = await ops(owner, "webhooks.create", { url: receiver.url });
    const { delivery_id } = await ops(owner, "webhooks.test", { endpoint_id });
    await deliveriesUntil(owner, { status: "DELIVERED" }, (seen) => seen.length === 1);
    const matrix: [WebhookOps, object][] = [
      ["webhooks.update", { endpoint_id, enabled: false }],
      ["webhooks.delete", { endpoint_id }],
      ["webhooks.rotate_secret", { endpoint_id }],
      ["webhooks.test", { endpoint_id }],
      ["webhooks.replay_range", { endpoint_id, ...ALWAYS }],
      ["webhooks.delivery", { delivery_id }],
      ["webhooks.replay", { delivery_id }],
    ];
    for (const [name, body] of matrix) {
      const absent = JSON.parse(
        JSON.stringify(body).replaceAll(endpoint_id, "whe_none").replaceAll(delivery_id, "msg_none"),
      ) as object;
      const [theirs, none] = [await call(stranger, name, body), await call(stranger, name, absent)];
      expect([name, theirs.status, theirs.text]).toEqual([name, 404, none.text]);
      expect(none.status).toBe(404);
    }
    expect(await ops(stranger, "webhooks.endpoints", {})).toEqual({ endpoints: [] });
    for (const filter of [{}, { endpoint_id }]) {
      expect(await ops(stranger, "webhooks.deliveries", filter)).toEqual({
        deliveries: [],
        next_cursor: null,
      });
    }
    const { endpoints } = await ops(owner, "webhooks.endpoints", {});
    expect(endpoints).toMatchObject([{ endpoint_id, enabled: true, previous_secret_expires_at: null }]);
  });
});

describe("the log", () => {
  test("is found by endpoint, payment, reference, status, event and time, newest first, in pages that miss none", async () => {
    const merchant = await newMerchant();
    const { endpoint_id } = await ops(merchant, "webhooks.create", { url: receiver.url });
    const payments = [await merchant.payment(), await merchant.payment({}, "drop"), await merchant.payment()];
    const [first] = payments;
    await deliveriesUntil(merchant, { status: "DELIVERED" }, (seen) => seen.length === 6);
    const count = async (filter: object): Promise<number> =>
      (await ops(merchant, "webhooks.deliveries", filter)).deliveries.length;
    expect(await count({ endpoint_id })).toBe(6);
    expect(await count({ endpoint_id: "whe_none" })).toBe(0);
    expect(await count({ transaction_id: first?.transaction_id })).toBe(2);
    expect(await count({ merchant_transaction_id: first?.merchant_transaction_id })).toBe(2);
    expect(await count({ event: "payment.dropped" })).toBe(1);
    expect(await count({ status: "FAILED" })).toBe(0);
    expect(await count(ALWAYS)).toBe(6);
    expect(await count({ until: ALWAYS.from })).toBe(0);

    const { deliveries: all } = await ops(merchant, "webhooks.deliveries", {});
    const times = all.map(({ occurred_at }) => occurred_at);
    expect([...times].sort().reverse()).toEqual(times);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof ops<"webhooks.deliveries">>> = await ops(
        merchant,
        "webhooks.deliveries",
        { limit: 4, cursor },
      );
      paged.push(...page.deliveries.map(({ delivery_id }) => delivery_id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(paged).toEqual(all.map(({ delivery_id }) => delivery_id));
  });
});
