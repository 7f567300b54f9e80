import { describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { TEST_ADYEN } from "@/tools/testing/routing/adyen-double";
import type { CreatedPayment } from "@/tools/testing/routing/merchant-code";
import { pollOf } from "@/tools/testing/routing/polled";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";
import { sessionOf } from "@/tools/testing/routing/stripe-service";
import { A, B, stripeFields, useVendorAccounts } from "@/tools/testing/routing/vendor-accounts";
import { postNotification } from "@/tools/testing/routing/vendor-server";

const { live, ops, add, vendor, pays, becomes, refunded, company } = useVendorAccounts();

describe("notifications", () => {
  const notify = async (url: string, payment: CreatedPayment, at: StripeDouble, secret: string) => {
    const session = at.sessions.get(await sessionOf(live.service, payment.transaction_id));
    return postNotification(url, at.notification("checkout.session.completed", session ?? {}, { secret }));
  };
  const isLookedUp = async (payment: CreatedPayment): Promise<boolean> =>
    (await pollOf(live.service.db, payment.transaction_id))?.isAsked === true;

  test("come at the merchant's own address with the secret of its account, also of an earlier one", async () => {
    await add(A, null);
    const { notification_address: address } = await vendor();
    expect(address).toMatch(/\/gateways\/stripe\/notifications\/[0-9a-f]{32}$/);
    const underA = await live.merchant.payment({}, null);
    await add(B, 1);
    const underB = await live.merchant.payment({}, null);
    await pays(underA, live.a);
    await pays(underB, live.b);
    expect(await notify(address, underA, live.a, A.webhookSecret)).toBe(200);
    expect(await notify(address, underB, live.b, B.webhookSecret)).toBe(200);
    await Promise.all([becomes(underA, "SUCCESS"), becomes(underB, "SUCCESS")]);
  });

  test("with another merchant's secret are refused, at every address", async () => {
    await add(A, null);
    const mine = await live.merchant.payment({}, null);
    const stranger = await addMerchant(live.service);
    await ops("add_account", { credentials: stripeFields(B), replaces: null }, stranger);
    const { notification_address: address } = await vendor();
    const { notification_address: strangers } = await vendor(stranger);
    expect(await notify(address, mine, live.a, B.webhookSecret)).toBe(401);
    expect(await notify(address, mine, live.a, TEST_STRIPE.webhookSecret)).toBe(401);
    expect(
      await notify(`${live.service.baseUrl}/gateways/stripe/notifications`, mine, live.a, A.webhookSecret),
    ).toBe(401);
    expect(await notify(address.replace(/.{6}$/, "000000"), mine, live.a, A.webhookSecret)).toBe(404);
    // Rightly signed by the stranger, about a payment that is not the stranger's: heard, and nothing follows.
    expect(await notify(strangers, mine, live.a, B.webhookSecret)).toBe(200);
    expect(await isLookedUp(mine)).toBe(false);
  });

  test("of one Adyen account never make another merchant's payment paid", async () => {
    const fields = (hmacKey: string) => ({
      gateway: "adyen",
      api_key: TEST_ADYEN.apiKey,
      merchant_account: TEST_ADYEN.merchantAccount,
      hmac_key: hmacKey,
    });
    const thief = await addMerchant(live.service);
    const thiefs = "ab".repeat(32);
    for (const [as, key] of [
      [live.merchant, TEST_ADYEN.hmacKey],
      [thief, thiefs],
    ] as const) {
      const added = await ops("add_account", { credentials: fields(key), replaces: null }, as);
      expect([added.status, added.text]).toMatchObject([200, expect.anything()]);
    }
    await saveRules(live.merchant, [rule("adyen", { target: { kind: "gateway", gateway: "adyen" } })]);
    const payment = await live.merchant.payment({}, null);
    const link = await sessionOf(live.service, payment.transaction_id);
    const item = {
      eventCode: "AUTHORISATION",
      success: true,
      pspReference: "FORGED0000000001",
      merchantReference: `${live.merchantId}-${payment.transaction_id}`,
      amount: { value: 149_900, currency: "INR" },
    };
    const { notification_address: thiefsAddress } = await vendor(thief, "adyen");
    expect(await postNotification(thiefsAddress, live.adyen.notification(item, { hmacKey: thiefs }))).toBe(
      200,
    );
    const { notification_address: address } = await vendor(live.merchant, "adyen");
    expect(await postNotification(address, live.adyen.notification(item, { hmacKey: thiefs }))).toBe(401);
    // A lookup, as any customer can cause one.
    await fetch(`${String(payment.payment_link)}?returned=1`);
    expect((await live.merchant.records(payment.merchant_transaction_id))[0]?.transaction_status).toBe(
      "INITIATED",
    );

    live.adyen.notifies = address;
    live.adyen.pay(link);
    await becomes(payment, "SUCCESS");
  });
});

test("two merchant accounts of one company at Adyen, which have the same keys, are not one account", async () => {
  const adyenFields = (merchantAccount: string) => ({
    gateway: "adyen",
    api_key: company.apiKey,
    merchant_account: merchantAccount,
    hmac_key: company.hmacKey,
  });
  const first = company.merchantAccount;
  const second = "PaydeckSecond";
  try {
    await ops("add_account", { credentials: adyenFields(first), replaces: null });
    await saveRules(live.merchant, [rule("adyen", { target: { kind: "gateway", gateway: "adyen" } })]);
    const { notification_address: address, accounts } = await vendor(live.merchant, "adyen");
    live.adyen.notifies = address;
    const paid = await live.merchant.payment({}, null);
    live.adyen.pay(await sessionOf(live.service, paid.transaction_id));
    await becomes(paid, "SUCCESS");
    const open = await live.merchant.payment({}, null);

    company.merchantAccount = second;
    const changed = { account: 1, revision: accounts[0]?.revision, credentials: adyenFields(second) };
    expect((await ops("update_account", changed)).text).toContain("they are of another account");
    const stop = live.adyen.misbehave("POST", /paymentMethods$/, { kind: "hang" }, 1);
    const inAnOutage = await ops("update_account", { ...changed, save_anyway: "unreachable" });
    expect(inAnOutage.text).toContain("they are of another account");
    stop();
    const added = await ops("add_account", { credentials: adyenFields(second), replaces: 1 });
    expect([added.status, added.text]).toMatchObject([200, expect.anything()]);

    // The second one's secret fits, too: what is reported is still about the first.
    company.merchantAccount = first;
    live.adyen.pay(await sessionOf(live.service, open.transaction_id));
    await becomes(open, "SUCCESS");
    await refunded(paid, "10.00");
  } finally {
    company.merchantAccount = first;
    live.adyen.notifies = null;
  }
});
