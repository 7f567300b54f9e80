import { type MerchantCode, newReference } from "../merchant-code";
import type { Driver, Drivers } from "./driver";

const MAX_WORKING_KEYS = 20;

async function newKey(as: MerchantCode): Promise<string> {
  const reply = await as.ops("POST", `/v1/ops/keys/create?n=${newReference()}`, { label: "Till 1" });
  return (reply.json as { key: { key_id: string } }).key.key_id;
}

async function ownKey(as: MerchantCode): Promise<string> {
  const list = (await as.ops("POST", "/v1/ops/keys/list", {})).json as {
    keys: { key_id: string; is_caller: boolean }[];
  };
  return list.keys.find((key) => key.is_caller)?.key_id ?? "";
}

/** Creates the maximum number of keys of a merchant. */
async function fillUp(as: MerchantCode): Promise<void> {
  for (let made = 0; made < MAX_WORKING_KEYS; made += 1) {
    const reply = await as.ops("POST", `/v1/ops/keys/create?n=${newReference()}`, { label: "Till" });
    if (reply.status !== 200) return;
  }
}

const rotate: Driver = async (call, world) => {
  const as = await world.newMerchant();
  const keyId = await newKey(as);
  await call({ body: { key_id: keyId, overlap_hours: 0, created_by: "asha@example.com" }, expect: 200, as });
  await call({ body: { key_id: keyId, overlap_hours: 24 }, expect: 409, as });
  await call({ body: { key_id: newReference(), overlap_hours: 24 }, expect: 404, as });
  await call({ body: { key_id: keyId, overlap_hours: 721 }, expect: 400, as });
  const full = await world.newMerchant();
  await fillUp(full);
  await call({ body: { key_id: await ownKey(full), overlap_hours: 1 }, expect: 409, as: full });
};

export const keyDrivers: Drivers = {
  "keys.list": async (call, world) => {
    const as = await world.newMerchant();
    await newKey(as);
    await call({ body: { limit: 2 }, expect: 200, as });
    await call({ body: { cursor: newReference() }, expect: 400, as });
  },

  "keys.create": async (call, world) => {
    const as = await world.newMerchant();
    const body = {
      label: "Till 1",
      rate_per_second: 50,
      rate_burst: 100,
      access: "payments",
      created_by: "asha@example.com",
    };
    await call({ body, expect: 200, as });
    await call({ body: { label: "", expires_at: "tomorrow" }, expect: 400, as });
    await fillUp(as);
    await call({ body: { ...body, label: "Till 21" }, expect: 409, as });
  },

  "keys.rotate": rotate,

  "keys.update": async (call, world) => {
    const as = await world.newMerchant();
    const keyId = await newKey(as);
    await call({ body: { key_id: keyId, label: "Till 2", rate_per_second: null }, expect: 200, as });
    await call({ body: { key_id: keyId, rate_burst: 0 }, expect: 400, as });
    await call({ body: { key_id: await ownKey(as), access: "payments" }, expect: 409, as });
    await call({ body: { key_id: newReference() }, expect: 404, as });
  },

  "keys.revoke": async (call, world) => {
    const as = await world.newMerchant();
    await call({ body: { key_id: await newKey(as) }, expect: 200, as });
    await call({ body: { key_id: await ownKey(as) }, expect: 409, as });
    await call({ body: { key_id: newReference() }, expect: 404, as });
    await call({ body: { key_id: 5 }, expect: 400, as });
  },
};
