import { describe, expect, test } from "vitest";
import { A, B, stripeFields, useVendorAccounts } from "@/tools/testing/routing/vendor-accounts";

const { live, ops, add, vendor, revision, paidAt } = useVendorAccounts();

describe("what is entered is tried first", () => {
  test("a wrong secret is refused with a sentence at its field, whatever is confirmed", async () => {
    const wrong = { ...A, secretKey: "sk_test_nobody_has_this" };
    const reply = await add(wrong, null, { save_anyway: "unreachable" });
    expect([reply.status, reply.json]).toMatchObject([
      400,
      {
        faults: [
          {
            field: "credentials.secret_key",
            text: "Stripe does not accept these credentials. Nothing was saved.",
          },
        ],
      },
    ]);
    expect((await vendor()).accounts).toEqual([]);
  });

  test("a vendor that cannot be reached is reported, and overridden only by an explicit choice", async () => {
    const stop = live.front.misbehave("GET", /checkout\/sessions$/, { kind: "hang" }, 100);
    const reply = await add(A, null);
    expect(reply.json).toMatchObject({ faults: [{ field: "save_anyway.unreachable" }] });
    expect((await vendor()).accounts).toEqual([]);
    expect((await add(A, null, { save_anyway: "unreachable" })).status).toBe(200);
    stop();
    expect((await vendor()).accounts).toMatchObject([{ account: 1, in_use: true }]);
  });

  test("the wrong one of the two choices is noticed by a payment of the account", async () => {
    await add(A, null);
    const paid = await paidAt(live.a);
    const before = await revision();
    const update = await ops("update_account", {
      account: 1,
      revision: before,
      credentials: stripeFields(B),
    });
    expect(update.text).toContain(
      `With these credentials Stripe does not know payment ${paid.transaction_id}`,
    );
    // This adds the account again, with another webhook secret.
    const again = await add({ ...A, webhookSecret: "whsec_other" }, 1);
    expect(again.text).toContain("they are of that same account");
    expect((await vendor()).accounts).toMatchObject([{ account: 1, revision: before }]);
  });

  test("the same is noticed by a payment that nobody has paid yet", async () => {
    await add(A, null);
    const open = await live.merchant.payment({}, null);
    const update = await ops("update_account", {
      account: 1,
      revision: await revision(),
      credentials: stripeFields(B),
    });
    expect(update.text).toContain(
      `With these credentials Stripe does not know payment ${open.transaction_id}`,
    );
  });

  test("without an answer about the payment nobody knows whether it is the same account", async () => {
    await add(A, null);
    await paidAt(live.a);
    const stop = live.front.misbehave("GET", /checkout\/sessions\/[^/]+$/, { kind: "hang" }, 100);
    const update = {
      account: 1,
      revision: await revision(),
      credentials: stripeFields({ ...A, webhookSecret: "whsec_2" }),
    };
    expect((await ops("update_account", update)).json).toMatchObject({
      faults: [{ field: "save_anyway.unreachable" }],
    });
    stop();
    expect((await ops("update_account", update)).status).toBe(200);
  });

  test("who decides against one doubt has not decided against another", async () => {
    await add(A, null);
    await paidAt(live.a);
    const update = { account: 1, revision: await revision(), credentials: stripeFields(B) };
    expect(await ops("update_account", { ...update, save_anyway: "unreachable" })).toMatchObject({
      status: 400,
      json: { faults: [{ field: "save_anyway.other_account" }] },
    });
    expect((await vendor()).accounts).toMatchObject([{ revision: update.revision }]);
    expect((await ops("update_account", { ...update, save_anyway: "other_account" })).status).toBe(200);
  });

  test("fields in another vendor's form are refused by name, and the values do not come back", async () => {
    const reply = await ops("add_account", {
      credentials: { gateway: "stripe", secret_key: "pk_live_publishable_key", webhook_secret: "hook" },
      replaces: null,
    });
    expect(reply.status).toBe(400);
    const { faults } = reply.json as { faults: { field: string }[] };
    expect(faults.map(({ field }) => field)).toEqual([
      "credentials.secret_key",
      "credentials.webhook_secret",
    ]);
    expect(reply.text).not.toContain("pk_live_publishable_key");
  });
});
