import { afterAll, beforeAll, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import {
  type CashfreeDouble,
  startCashfreeDouble,
  TEST_CASHFREE,
} from "@/tools/testing/routing/cashfree-double";
import { type CreatedPayment, eventually, type MerchantCode } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startTestService, type TestService } from "@/tools/testing/routing/service";
import { cashfreeFields, startTwoCashfreeAccounts } from "@/tools/testing/routing/two-cashfree-accounts";
import { postNotification } from "@/tools/testing/routing/vendor-server";

let double: CashfreeDouble;
let service: TestService;
let merchant: MerchantCode;
beforeAll(async () => {
  double = await startCashfreeDouble();
  service = await startTestService({
    CASHFREE_API_BASE: double.url,
    GATEWAY_TIME_LIMIT_MS: "5000",
    // No poll finds the payment before its notification does.
    GATEWAY_FIRST_LOOK_MS: "60000",
    SIMULATOR: "on",
  });
  merchant = await addMerchant(service);
});
afterAll(async () => {
  await service.stop();
  await double.close();
});

const add = (clientSecret: string) =>
  merchant.ops("POST", "/v1/ops/gateways/add_account", {
    credentials: cashfreeFields(clientSecret),
    replaces: null,
  });
async function notificationAddress(): Promise<string> {
  const { json } = await merchant.ops("POST", "/v1/ops/gateways/accounts", {});
  const { vendors } = json as { vendors: { gateway: string; notification_address: string }[] };
  return vendors.find(({ gateway }) => gateway === "cashfree")?.notification_address ?? "";
}
const customer = { customer_phone: "919000090000" };
const statusOf = async (payment: CreatedPayment): Promise<unknown> =>
  (await merchant.records(payment.merchant_transaction_id))[0]?.transaction_status;

test("a merchant's own account at Cashfree is tried, takes payments, and believes only its own secret", async () => {
  const refused = await add("cfsk_ma_test_of_nobody");
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.json)).toContain("Cashfree does not accept these credentials");
  const added = await add(TEST_CASHFREE.clientSecret);
  expect(added).toMatchObject({
    status: 200,
    json: { account: { hint: "…uble", live: false, in_use: true } },
  });
  expect(JSON.stringify(added.json)).not.toContain(TEST_CASHFREE.clientSecret);

  await saveRules(merchant, [rule("cashfree", { target: { kind: "gateway", gateway: "cashfree" } })]);
  const payment = await merchant.payment({ customer_details: customer }, null);
  const link = [...double.links.values()].find(
    ({ link_notes: of }) => of.payment_id === payment.transaction_id,
  );
  const order = double.orders.get(double.pay(link?.link_id ?? ""));
  const event = { ...link, order };
  const address = await notificationAddress();
  const forged = double.notification("PAYMENT_LINK_EVENT", event, { secret: "cfsk_ma_test_of_nobody" });
  expect(await postNotification(address, forged)).toBe(401);
  expect(await statusOf(payment)).toBe("INITIATED");
  expect(await double.deliver(address, "PAYMENT_LINK_EVENT", event)).toBe(200);
  await eventually(
    () => statusOf(payment),
    (status) => status === "SUCCESS",
  );
});

test("a payment without a phone number goes to the next gateway, and its decision says why", async () => {
  await saveRules(merchant, [
    rule("failover", { target: { kind: "failover", gateways: ["cashfree", "simulator"] } }),
  ]);
  const email = { customer_email: "customer@example.com" };
  const payment = await merchant.payment({ customer_details: email }, null);
  const { rows } = await service.db.query<{ gateway: string; decision: string }>(
    "select gateway, routing_decision::text as decision from payments where id = $1",
    [payment.transaction_id],
  );
  expect(rows[0]?.gateway).toBe("simulator");
  expect(rows[0]?.decision).toContain("without the customer's phone number");
});

test.each([
  ["an open", false],
  ["a paid", true],
])(
  "a link that a stranger made under the id of %s payment does not prove that credentials are of the account in use",
  async (_what, isPaid) => {
    const vendor = await startTwoCashfreeAccounts();
    const { mine, strangers } = vendor;
    const its = await startTestService({ CASHFREE_API_BASE: vendor.url, SIMULATOR: "on" });
    try {
      const as = await addMerchant(its);
      const added = await as.ops("POST", "/v1/ops/gateways/add_account", {
        credentials: vendor.ownCredentials,
        replaces: null,
      });
      const { revision } = (added.json as { account: { revision: number } }).account;
      await saveRules(as, [rule("cashfree", { target: { kind: "gateway", gateway: "cashfree" } })]);
      await as.payment({ customer_details: customer }, null);
      const [link] = mine.links.values();
      if (link === undefined) throw new Error("no link");
      if (isPaid) mine.pay(link.link_id);
      strangers.links.set(link.link_id, { ...link, link_url: `${strangers.url}/links/another` });

      expect(await vendor.saveStrangersCredentials(as, revision)).toEqual([
        400,
        expect.stringContaining("they are of another account"),
      ]);
      await as.payment({ customer_details: customer }, null);
      expect([mine.links.size, strangers.links.size]).toEqual([2, 1]);
    } finally {
      await its.stop();
      await vendor.close();
    }
  },
);
