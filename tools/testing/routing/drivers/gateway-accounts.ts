import type { MerchantCode } from "../merchant-code";
import type { Driver, Drivers } from "./driver";

/** The account of the double that the contract test starts. */
export const EXAMPLE_STRIPE = {
  secretKey: "sk_test_example_of_a_key_0001",
  webhookSecret: "whsec_example",
} as const;

const credentials = {
  gateway: "stripe",
  secret_key: EXAMPLE_STRIPE.secretKey,
  webhook_secret: EXAMPLE_STRIPE.webhookSecret,
};
const other = { ...credentials, webhook_secret: "whsec_other" };

/** The revision of a new account. */
async function added(as: MerchantCode): Promise<number> {
  const reply = await as.ops("POST", "/v1/ops/gateways/add_account", { credentials, replaces: null });
  return (reply.json as { account: { revision: number } }).account.revision;
}

const update: Driver = async (call, world) => {
  const as = await world.newMerchant();
  const revision = await added(as);
  await call({ body: { account: 1, revision, credentials: other }, expect: 200, as });
  await call({ body: { account: 1, revision, credentials }, expect: 409, as });
  await call({ body: { account: 2, revision, credentials: other }, expect: 404, as });
  await call({ body: { account: 0, revision: 1, credentials: {} }, expect: 400, as });
};

export const gatewayAccountDrivers: Drivers = {
  "gateways.accounts": async (call, world) => {
    const as = await world.newMerchant();
    await added(as);
    await call({ body: {}, expect: 200, as });
    await call({ body: { gateway: "stripe" }, expect: 400, as });
  },

  "gateways.add_account": async (call, world) => {
    const as = await world.newMerchant();
    await call({ body: { credentials, replaces: null, created_by: "asha@example.com" }, expect: 200, as });
    await call({ body: { credentials: other, replaces: null }, expect: 409, as });
    const wrong = { ...credentials, secret_key: "sk_test_nobody_has_this" };
    await call({ body: { credentials: wrong, replaces: 1 }, expect: 400, as });
  },

  "gateways.save_account": async (call, world) => {
    const as = await world.newMerchant();
    await call({ body: { credentials, created_by: "asha@example.com" }, expect: 200, as });
    const wrong = { ...credentials, secret_key: "sk_test_nobody_has_this" };
    await call({ body: { credentials: wrong }, expect: 400, as });
    for (let number = 2; number <= 20; number += 1) {
      const more = { ...credentials, webhook_secret: `whsec_${String(number)}` };
      await as.ops("POST", "/v1/ops/gateways/save_account", { credentials: more });
    }
    await call({ body: { credentials: other }, expect: 409, as });
  },

  "gateways.update_account": update,

  "gateways.use_account": async (call, world) => {
    const as = await world.newMerchant();
    await added(as);
    await call({ body: { gateway: "stripe", account: null, replaces: 1 }, expect: 200, as });
    await call({ body: { gateway: "stripe", account: 1, replaces: null }, expect: 200, as });
    await call({ body: { gateway: "stripe", account: null, replaces: 2 }, expect: 409, as });
    await call({ body: { gateway: "stripe", account: 2, replaces: 1 }, expect: 404, as });
    await call({ body: { gateway: "simulator", account: 1, replaces: null }, expect: 400, as });
  },
};
