import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startTestService } from "@/tools/testing/routing/service";
import { startTwoCashfreeAccounts } from "@/tools/testing/routing/two-cashfree-accounts";

test("one person cannot have an open payment of an account out of use taken for paid by an account of their own", async () => {
  const vendor = await startTwoCashfreeAccounts();
  const { mine, strangers } = vendor;
  const its = await startTestService({
    CASHFREE_API_BASE: vendor.url,
    SIMULATOR: "on",
    GATEWAY_FIRST_LOOK_MS: "1000",
  });
  try {
    const as = await addMerchant(its);
    const added = await as.ops("POST", "/v1/ops/gateways/add_account", {
      credentials: vendor.ownCredentials,
      replaces: null,
    });
    expect(added.status).toBe(200);
    await saveRules(as, [rule("cashfree", { target: { kind: "gateway", gateway: "cashfree" } })]);
    const payment = await as.payment({ customer_details: { customer_phone: "919000090000" } }, null);
    const [link] = mine.links.values();
    if (link === undefined) throw new Error("no link");

    // Taking an account out of use needs nobody else.
    const stopped = await as.ops("POST", "/v1/ops/gateways/use_account", {
      gateway: "cashfree",
      account: null,
      replaces: 1,
    });
    expect(stopped.status).toBe(200);
    // The person who did that makes a link under the payment's id in an account of their own, and pays it.
    strangers.links.set(link.link_id, { ...link, link_url: `${strangers.url}/links/another` });
    strangers.pay(link.link_id);
    const { json } = await as.ops("POST", "/v1/ops/gateways/accounts", {});
    const { vendors } = json as { vendors: { gateway: string; accounts: { revision: number }[] }[] };
    const revision = vendors.find(({ gateway }) => gateway === "cashfree")?.accounts[0]?.revision;
    expect(await vendor.saveStrangersCredentials(as, revision)).toEqual([
      400,
      expect.stringContaining("they are of another account"),
    ]);
    const status = async () => (await as.records(payment.merchant_transaction_id))[0]?.transaction_status;
    // Long enough for the first look.
    await sleep(2_000);
    expect(await status()).toBe("INITIATED");

    // Paid in the account that it was opened in, it is.
    mine.pay(link.link_id);
    await eventually(status, (now) => now === "SUCCESS");
  } finally {
    await its.stop();
    await vendor.close();
  }
}, 60_000);
