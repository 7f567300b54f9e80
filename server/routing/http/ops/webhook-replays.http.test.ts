import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { type MerchantCode, type Reply } from "@/tools/testing/routing/merchant-code";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { deliveriesUntil, freshPath, ops, type WebhookOps } from "@/tools/testing/routing/webhook-ops";
import {
  answering,
  hanging,
  startWebhookReceiver,
  type WebhookReceiver,
} from "@/tools/testing/routing/webhook-receiver";

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

describe("replaying", () => {
  test("one delivery is sent again with the same id and bytes, and its log continues", async () => {
    const merchant = await newMerchant();
    const own = await startWebhookReceiver();
    await ops(merchant, "webhooks.create", { url: own.url, events: ["payment.succeeded"] });
    await merchant.payment();
    const [delivery] = await deliveriesUntil(merchant, { status: "DELIVERED" }, (seen) => seen.length === 1);
    const delivery_id = delivery?.delivery_id ?? "";
    expect(await ops(merchant, "webhooks.replay", { delivery_id })).toMatchObject({
      delivery_id,
      status: "WAITING",
    });
    await deliveriesUntil(merchant, { status: "DELIVERED" }, ([seen]) => seen?.attempts === 2);
    expect(own.received).toHaveLength(2);
    const [first, second] = own.received;
    expect([second?.headers["webhook-id"], second?.body]).toEqual([
      first?.headers["webhook-id"],
      first?.body,
    ]);
    const { attempt_log } = await ops(merchant, "webhooks.delivery", { delivery_id });
    expect(attempt_log.map(({ number }) => number)).toEqual([1, 2]);
    await own.stop();
  });

  test("is refused while the delivery is being sent, while the endpoint is disabled, and after it is deleted", async () => {
    const merchant = await newMerchant();
    const own = await startWebhookReceiver(hanging);
    const { endpoint_id } = await ops(merchant, "webhooks.create", { url: own.url });
    const { delivery_id } = await ops(merchant, "webhooks.test", { endpoint_id });
    await deliveriesUntil(merchant, {}, () => own.received.length === 1);
    const replay = async (): Promise<unknown[]> => {
      const reply = await call(merchant, "webhooks.replay", { delivery_id });
      return [reply.status, reply.text];
    };
    expect(await replay()).toEqual([409, expect.stringContaining("being sent right now")]);
    await ops(merchant, "webhooks.update", { endpoint_id, enabled: false });
    expect(await replay()).toEqual([409, expect.stringContaining("Enable it first")]);
    expect((await call(merchant, "webhooks.test", { endpoint_id })).status).toBe(409);
    expect((await call(merchant, "webhooks.replay_range", { endpoint_id, ...ALWAYS })).status).toBe(409);
    await deliveriesUntil(merchant, {}, ([seen]) => seen?.status === "SET_ASIDE");
    await ops(merchant, "webhooks.delete", { endpoint_id });
    expect(await replay()).toEqual([404, expect.stringContaining("has been deleted")]);
    expect((await ops(merchant, "webhooks.delivery", { delivery_id })).attempt_log).toHaveLength(1);
    await own.stop();
  });

  test("a range sends again what was not delivered, or everything when requested, and returns how many", async () => {
    const merchant = await newMerchant();
    const own = await startWebhookReceiver();
    const { endpoint_id } = await ops(merchant, "webhooks.create", {
      url: own.url,
      events: ["payment.initiated"],
    });
    await merchant.payment({}, null);
    await deliveriesUntil(merchant, { status: "DELIVERED" }, (seen) => seen.length === 1);
    own.behave(answering(410));
    await merchant.payment({}, null);
    await deliveriesUntil(merchant, { status: "FAILED" }, (seen) => seen.length === 1);
    own.behave(answering(200));
    await ops(merchant, "webhooks.update", { endpoint_id, enabled: true });

    const replay = async (extra: object): Promise<number> =>
      (await ops(merchant, "webhooks.replay_range", { endpoint_id, ...ALWAYS, ...extra })).replayed;
    expect(await replay({ until: "2020-01-02T00:00:00Z" })).toBe(0);
    expect(await replay({})).toBe(1);
    await deliveriesUntil(merchant, { status: "DELIVERED" }, (seen) => seen.length === 2);
    expect(await replay({})).toBe(0);
    expect(await replay({ only_failed: false })).toBe(2);
    await deliveriesUntil(merchant, {}, (seen) => seen.every(({ attempts }) => attempts >= 2));
    expect(new Set(own.received.map(({ headers }) => headers["webhook-id"])).size).toBe(2);
    await own.stop();
  });

  test("nothing is due before the pause of its endpoint ends", async () => {
    const merchant = await newMerchant();
    const { endpoint_id } = await ops(merchant, "webhooks.create", { url: receiver.url });
    const heldUntil = "2100-01-01T00:00:00.000Z";
    await service.db.query(`update webhook_endpoints set held_until = $2 where id = $1`, [
      endpoint_id,
      heldUntil,
    ]);
    await service.db.query(
      `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, next_attempt_at)
       select merchant_id, 'msg_paused', id, 'webhook.test', now(), '{}', now() from webhook_endpoints where id = $1`,
      [endpoint_id],
    );
    const { deliveries } = await ops(merchant, "webhooks.deliveries", { endpoint_id });
    expect(deliveries).toMatchObject([{ delivery_id: "msg_paused", next_attempt_at: heldUntil }]);
    const one = await ops(merchant, "webhooks.delivery", { delivery_id: "msg_paused" });
    expect(one.next_attempt_at).toBe(heldUntil);
  });

  test("what waits behind a paused endpoint is counted, listed separately, and sent when the pause is ended", async () => {
    const merchant = await newMerchant();
    const own = await startWebhookReceiver();
    const { endpoint_id } = await ops(merchant, "webhooks.create", { url: own.url });
    await ops(merchant, "webhooks.test", { endpoint_id });
    await deliveriesUntil(merchant, { endpoint_id }, ([seen]) => seen?.status === "DELIVERED");
    const listed = async () => (await ops(merchant, "webhooks.endpoints", {})).endpoints[0];
    expect(await listed()).not.toHaveProperty("queued_deliveries");

    await service.db.query(
      `update webhook_endpoints set held_until = '2100-01-01T00:00:00Z', consecutive_failures = 3, failing_since = now()
       where id = $1`,
      [endpoint_id],
    );
    await service.db.query(
      `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, next_attempt_at, attempts,
         last_response_status)
       select merchant_id, 'msg_behind_' || n, id, 'webhook.test', now(), '{}', now(), n, case when n = 1 then 500 end
       from webhook_endpoints, generate_series(0, 1) n where id = $1`,
      [endpoint_id],
    );
    expect(await listed()).toMatchObject({ queued_deliveries: 2 });
    const ids = async (filter: object): Promise<string[]> =>
      (await ops(merchant, "webhooks.deliveries", filter)).deliveries.map(({ delivery_id }) => delivery_id);
    expect(await ids({ queued: true })).toEqual(["msg_behind_1", "msg_behind_0"]);
    expect(await ids({ queued: false })).toHaveLength(1);
    expect(await ids({ queued: false })).not.toContain("msg_behind_0");
    expect(await ids({ retrying: true })).toEqual(["msg_behind_1"]);
    expect(await ids({ retrying: false, status: "WAITING" })).toEqual(["msg_behind_0"]);
    expect(await ids({ retrying: true, status: "FAILED" })).toEqual([]);

    const resumed = await ops(merchant, "webhooks.update", { endpoint_id, enabled: true });
    expect(resumed).toMatchObject({ held_until: null, consecutive_failures: 3 });
    await deliveriesUntil(merchant, {}, (seen) => seen.every(({ status }) => status === "DELIVERED"));
    expect(own.received).toHaveLength(3);
    await own.stop();
  });

  test("a range with more than 10,000 deliveries is refused, replays none, and leaves the endpoint held", async () => {
    const merchant = await newMerchant();
    const { endpoint_id } = await ops(merchant, "webhooks.create", { url: receiver.url });
    await service.db.query(
      `insert into webhook_deliveries (merchant_id, id, endpoint_id, event, occurred_at, body, status, next_attempt_at,
         completed_at)
       select (select merchant_id from webhook_endpoints where id = $1), 'msg_many_' || n, $1, 'webhook.test', now(), '{}',
         'SET_ASIDE', now(), now() from generate_series(1, 10001) n`,
      [endpoint_id],
    );
    const heldUntil = new Date("2100-01-01T00:00:00Z");
    await service.db.query(`update webhook_endpoints set held_until = $2 where id = $1`, [
      endpoint_id,
      heldUntil,
    ]);
    const reply = await call(merchant, "webhooks.replay_range", { endpoint_id, ...ALWAYS });
    expect([reply.status, reply.text]).toEqual([
      422,
      expect.stringContaining("More than 10,000 deliveries are in this range."),
    ]);
    expect((await ops(merchant, "webhooks.deliveries", { status: "WAITING" })).deliveries).toEqual([]);
    const { endpoints } = await ops(merchant, "webhooks.endpoints", {});
    expect(endpoints).toMatchObject([{ endpoint_id, held_until: heldUntil.toISOString() }]);
  });
});
