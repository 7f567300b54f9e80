import { describe, expect, test } from "vitest";
import { addMerchant } from "@/tools/testing/routing/add-merchant";
import { MerchantCode, type Reply } from "@/tools/testing/routing/merchant-code";
import { startTestService } from "@/tools/testing/routing/service";
import { TEST_ADYEN } from "@/tools/testing/routing/adyen-double";
import { rule, saveRules } from "@/tools/testing/routing/rules";
import { startStripeDouble } from "@/tools/testing/routing/stripe-double";
import { A, type Account, B, stripeFields, useVendorAccounts } from "@/tools/testing/routing/vendor-accounts";
import { startVendorFront } from "@/tools/testing/routing/vendor-front";

const { live, ops, add, vendor, revision, paidAt, refunded } = useVendorAccounts();

describe("who changed an account (decision 0315)", () => {
  type Traced = Record<`${"changed" | "used" | "retired"}_${"by" | "key"}`, string | null> & {
    used_at: string | null;
  };
  const traced = async (): Promise<Traced[]> => (await vendor()).accounts as unknown as Traced[];

  test("is recorded for each change, with the key that signed it, which no name can hide", async () => {
    const { key, salt } = (await live.merchant.ops("POST", "/v1/ops/keys/create", { label: "Reports" }))
      .json as {
      key: { key_id: string; api_key: string };
      salt: string;
    };
    const reports = new MerchantCode(live.merchant.baseUrl, key.api_key, salt);
    const { keys } = (await live.merchant.ops("POST", "/v1/ops/keys/list", {})).json as {
      keys: { key_id: string; is_caller: boolean }[];
    };
    const own = keys.find((each) => each.is_caller)?.key_id;
    await add(A, null, { created_by: "asha@example.com" });
    expect(await traced()).toMatchObject([
      { changed_by: "asha@example.com", changed_key: own, used_by: "asha@example.com", used_key: own },
    ]);

    const stopping = { gateway: "stripe", account: null, replaces: 1, created_by: "asha@example.com" };
    const stopped = await ops("use_account", stopping, reports);
    expect(stopped.json).toEqual({ account: null });
    expect(await traced()).toMatchObject([
      { retired_by: "asha@example.com", retired_key: key.key_id, used_key: own },
    ]);

    const used = await ops("use_account", { gateway: "stripe", account: 1, replaces: null }, reports);
    const expected = {
      changed_key: own,
      used_by: expect.stringMatching(/^API key .+…$/) as string,
      used_key: key.key_id,
      retired_at: null,
      retired_by: null,
      retired_key: null,
    };
    expect(used.json).toMatchObject({ account: expected });
    expect(await traced()).toMatchObject([expected]);

    await add(B, 1);
    expect(await traced()).toMatchObject([
      { account: 2, used_key: own },
      { account: 1, retired_key: own },
    ]);
  });
});

describe("an account that waits for a decision (decision 0315)", () => {
  const save = (of: typeof A, more: object = {}): Promise<Reply> =>
    ops("save_account", { credentials: stripeFields(of), ...more });
  const use = (fields: object): Promise<Reply> => ops("use_account", { gateway: "stripe", ...fields });

  test("is tried and saved, takes no payment until it is put in use, and is saved once", async () => {
    await add(A, null);
    const saved = await save(B, { created_by: "asha@example.com" });
    expect([saved.status, saved.json]).toMatchObject([
      200,
      { account: { account: 2, in_use: false, used_at: null, retired_by: "asha@example.com" } },
    ]);
    expect((await save(B)).json).toMatchObject({ account: { account: 2 } });
    const payment = await paidAt(live.a);
    const wrong = await save({ ...B, secretKey: "sk_test_nobody_has_this" });
    expect([wrong.status, wrong.text.includes("Stripe does not accept these credentials.")]).toEqual([
      400,
      true,
    ]);
    expect((await vendor()).accounts).toHaveLength(2);

    const { revision: saw } = (saved.json as { account: Account }).account;
    expect((await use({ account: 2, replaces: 1, revision: saw })).status).toBe(200);
    await paidAt(live.b);
    await refunded(payment, "10.00");
  });

  test("is put in use only with the credentials that were decided about, and while the vendor accepts them", async () => {
    const own = { secretKey: "sk_test_account_c_0001", webhookSecret: "whsec_account_c" };
    const keys = { now: own.secretKey };
    const double = await startStripeDouble(own);
    const moved = await startVendorFront([
      { keys: () => [keys.now], double },
      { keys: () => [A.secretKey], double: live.a },
    ]);
    const its = await startTestService({ STRIPE_API_BASE: moved.url, SIMULATOR: "on" });
    try {
      const as = await addMerchant(its);
      const saved = await ops("save_account", { credentials: stripeFields(own) }, as);
      const { revision: saw } = (saved.json as { account: Account }).account;
      const choice = { gateway: "stripe", account: 1, replaces: null };
      const stale = await ops("use_account", { ...choice, revision: saw + 1 }, as);
      expect(stale.status).toBe(409);
      keys.now = "sk_test_rolled_at_the_vendor";
      const refused = await ops("use_account", { ...choice, revision: saw }, as);
      expect([refused.status, refused.json]).toEqual([
        400,
        {
          detail: "revision: Stripe does not accept these credentials.",
          faults: [{ field: "revision", text: "Stripe does not accept these credentials." }],
        },
      ]);
      expect((await vendor(as)).accounts).toMatchObject([{ in_use: false }]);
      keys.now = own.secretKey;
      expect((await ops("use_account", { ...choice, revision: saw }, as)).status).toBe(200);
    } finally {
      await its.stop();
      await Promise.all([moved.close(), double.close()]);
    }
  });

  test("new credentials of an account in use, or with payments, need one that proves it is the same account", async () => {
    await add(A, null);
    const update = async (of: typeof A, more: object = {}): Promise<Reply> =>
      ops("update_account", {
        account: 1,
        revision: await revision(),
        credentials: stripeFields(of),
        proof_in_use: true,
        ...more,
      });
    const unproven = await update(B);
    expect([unproven.status, unproven.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "credentials.secret_key",
            text: expect.stringContaining("no payment that could prove") as string,
          },
        ],
      },
    ]);
    await paidAt(live.a);
    const other = await update(B, { save_anyway: "other_account" });
    expect([other.status, other.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "credentials.secret_key",
            text: expect.stringContaining("they are of another account") as string,
          },
        ],
      },
    ]);
    expect((await update({ ...A, webhookSecret: "whsec_rolled" })).status).toBe(200);
    await ops("use_account", { gateway: "stripe", account: null, replaces: 1 });
    expect((await update(B, { save_anyway: "other_account" })).status).toBe(400);
    expect((await update(A)).status).toBe(200);
  });

  test("those of an account out of use without payments need none", async () => {
    await ops("save_account", { credentials: stripeFields(A) });
    const update = await ops("update_account", {
      account: 1,
      revision: await revision(),
      credentials: stripeFields(B),
      proof_in_use: true,
    });
    expect(update.status).toBe(200);
  });

  const adyen = (more: object = {}): object => ({
    gateway: "adyen",
    api_key: TEST_ADYEN.apiKey,
    merchant_account: TEST_ADYEN.merchantAccount,
    hmac_key: TEST_ADYEN.hmacKey,
    ...more,
  });
  const own = { hmac_key: "ab".repeat(32) };
  const firstAdyen = async () =>
    (await vendor(live.merchant, "adyen")).accounts.find(({ account }) => account === 1);
  const updateFirst = async (more: object): Promise<Reply> =>
    ops("update_account", {
      account: 1,
      revision: (await firstAdyen())?.revision,
      credentials: adyen(more),
      proof_in_use: true,
    });
  const otherKey = {
    faults: [
      {
        field: "credentials.hmac_key",
        text: expect.stringContaining("decides which of its payments are paid") as string,
      },
    ],
  };
  async function payAtAdyen(): Promise<void> {
    await ops("add_account", { credentials: adyen(), replaces: null });
    await saveRules(live.merchant, [rule("adyen", { target: { kind: "gateway", gateway: "adyen" } })]);
    await live.merchant.payment({}, null);
  }

  test("nor can they bring another key for what Adyen reports, which no payment proves", async () => {
    await payAtAdyen();
    const before = await firstAdyen();
    const refused = await updateFirst(own);
    expect([refused.status, refused.json]).toMatchObject([400, otherKey]);
    expect(await firstAdyen()).toEqual(before);
    // A key in lower case is no other one.
    expect((await updateFirst({ hmac_key: TEST_ADYEN.hmacKey.toLowerCase() })).status).toBe(200);
    // A second person consents to save it as another account, which is put in use afterwards.
    const saved = await ops("save_account", { credentials: adyen(own), save_anyway: "same_account" });
    expect([saved.status, saved.json]).toMatchObject([200, { account: { account: 2, in_use: false } }]);
  });

  test("nor once Adyen's account was taken out of use, until an account with that key is in use", async () => {
    await payAtAdyen();
    await ops("use_account", { gateway: "adyen", account: null, replaces: 1 });
    const before = await firstAdyen();
    const refused = await updateFirst(own);
    expect([refused.status, refused.json]).toMatchObject([400, otherKey]);
    const saved = await ops("save_account", { credentials: adyen(own), save_anyway: "same_account" });
    expect((await updateFirst(own)).status).toBe(400);
    expect(await firstAdyen()).toEqual(before);
    const { account, revision: saw } = (saved.json as { account: Account }).account;
    const used = await ops("use_account", { gateway: "adyen", account, replaces: null, revision: saw });
    expect(used.status).toBe(200);
    expect((await updateFirst({ hmac_key: "cd".repeat(32) })).status).toBe(400);
    expect((await updateFirst(own)).status).toBe(200);
  });
});
