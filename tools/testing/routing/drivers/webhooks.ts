import { type MerchantCode, newReference } from "../merchant-code";
import { deliveriesUntil, ops } from "../webhook-ops";
import type { Call, Drivers, World } from "./driver";

const ALWAYS = { from: "2020-01-01T00:00:00Z", until: "2100-01-01T00:00:00Z" };

/** An endpoint of a separate merchant, with one test delivery sent. */
async function deliveredOnce(
  world: World,
): Promise<{ as: MerchantCode; endpointId: string; deliveryId: string }> {
  const as = await world.newMerchant();
  const { endpoint_id: endpointId } = await ops(as, "webhooks.create", { url: world.receiver.url });
  const { delivery_id: deliveryId } = await ops(as, "webhooks.test", { endpoint_id: endpointId });
  const isDelivered = (found: { status: string }[]): boolean => found[0]?.status === "DELIVERED";
  await deliveriesUntil(as, { endpoint_id: endpointId }, isDelivered);
  return { as, endpointId, deliveryId };
}

/** Calls an operation with the id of an endpoint that the merchant does not have. */
const onUnknownEndpoint = (call: Call, as: MerchantCode, more: object = {}): Promise<unknown> =>
  call({ body: { endpoint_id: newReference(), ...more }, expect: 404, as });

export const webhookDrivers: Drivers = {
  "webhooks.endpoints": async (call, world) => {
    const { as } = await deliveredOnce(world);
    await call({ body: {}, expect: 200, as });
    await call({ body: { limit: 1 }, expect: 400, as });
  },

  "webhooks.create": async (call, world) => {
    const as = await world.newMerchant();
    const { url } = world.receiver;
    const events = ["payment.succeeded", "payment.failed"];
    await call({ body: { url, description: "Orders", events }, expect: 200, as });
    await call({ body: { url: "ftp://shop.example/hook" }, expect: 400, as });
    for (let made = 1; made < 20; made += 1) await ops(as, "webhooks.create", { url });
    await call({ body: { url }, expect: 409, as });
  },

  "webhooks.update": async (call, world) => {
    const { as, endpointId } = await deliveredOnce(world);
    await call({ body: { endpoint_id: endpointId, description: "Orders", enabled: false }, expect: 200, as });
    await call({ body: { endpoint_id: endpointId, events: [] }, expect: 400, as });
    await onUnknownEndpoint(call, as);
  },

  "webhooks.delete": async (call, world) => {
    const { as, endpointId } = await deliveredOnce(world);
    await call({ body: { endpoint_id: endpointId }, expect: 200, as });
    await call({ body: { endpoint_id: endpointId }, expect: 404, as });
    await call({ body: {}, expect: 400, as });
  },

  "webhooks.rotate_secret": async (call, world) => {
    const { as, endpointId } = await deliveredOnce(world);
    await call({ body: { endpoint_id: endpointId, overlap_hours: 48 }, expect: 200, as });
    await call({ body: { endpoint_id: endpointId, overlap_hours: 721 }, expect: 400, as });
    await onUnknownEndpoint(call, as);
  },

  "webhooks.test": async (call, world) => {
    const { as, endpointId } = await deliveredOnce(world);
    await call({ body: { endpoint_id: endpointId }, expect: 200, as });
    await ops(as, "webhooks.update", { endpoint_id: endpointId, enabled: false });
    await call({ body: { endpoint_id: endpointId }, expect: 409, as });
    await call({ body: { endpoint_id: "" }, expect: 400, as });
    await onUnknownEndpoint(call, as);
  },

  "webhooks.deliveries": async (call, world) => {
    const { as, endpointId } = await deliveredOnce(world);
    await call({ body: { endpoint_id: endpointId, status: "DELIVERED", limit: 5 }, expect: 200, as });
    await call({ body: { status: "SENT" }, expect: 400, as });
  },

  "webhooks.delivery": async (call, world) => {
    const { as, deliveryId } = await deliveredOnce(world);
    await call({ body: { delivery_id: deliveryId }, expect: 200, as });
    await call({ body: { delivery_id: newReference() }, expect: 404, as });
    await call({ body: {}, expect: 400, as });
  },

  "webhooks.replay": async (call, world) => {
    const { as, endpointId, deliveryId } = await deliveredOnce(world);
    await call({ body: { delivery_id: deliveryId }, expect: 200, as });
    await ops(as, "webhooks.update", { endpoint_id: endpointId, enabled: false });
    await call({ body: { delivery_id: deliveryId }, expect: 409, as });
    await call({ body: { delivery_id: newReference() }, expect: 404, as });
    await call({ body: {}, expect: 400, as });
  },

  "webhooks.replay_range": async (call, world) => {
    const { as, endpointId } = await deliveredOnce(world);
    const body = { endpoint_id: endpointId, ...ALWAYS, only_failed: false };
    await call({ body, expect: 200, as });
    await ops(as, "webhooks.update", { endpoint_id: endpointId, enabled: false });
    await call({ body, expect: 409, as });
    await call({ body: { ...body, from: "yesterday" }, expect: 400, as });
    await onUnknownEndpoint(call, as, ALWAYS);
  },
};
