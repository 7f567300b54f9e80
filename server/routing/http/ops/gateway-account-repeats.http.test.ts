import { describe, expect, test } from "vitest";
import { eventually } from "@/tools/testing/routing/merchant-code";
import { A, type Account, B, stripeFields, useVendorAccounts } from "@/tools/testing/routing/vendor-accounts";

const { live, ops, add, vendor, revision, paidAt } = useVendorAccounts();

describe("a request that comes twice, late or half", () => {
  test("of two clicks at the same time one account is made, and a repeated request gets the same answer", async () => {
    const replies = await Promise.all([add(A, null), add(A, null), add(A, null)]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await vendor()).accounts).toHaveLength(1);
    const change = {
      account: 1,
      revision: await revision(),
      credentials: stripeFields({ ...A, webhookSecret: "whsec_2" }),
    };
    const changes = await Promise.all([ops("update_account", change), ops("update_account", change)]);
    const revisions = changes.map(({ json }) => (json as { account: Account }).account.revision);
    expect(revisions).toEqual([await revision(), await revision()]);
    expect((await add({ ...A, webhookSecret: "whsec_2" }, null)).status).toBe(200);
    expect((await vendor()).accounts).toMatchObject([{ account: 1, revision: await revision() }]);
  });

  test("a change that was based on an older state is refused", async () => {
    await add(A, null);
    expect((await add(B, null)).status).toBe(409);
    const before = await revision();
    await ops("update_account", {
      account: 1,
      revision: before,
      credentials: stripeFields({ ...A, webhookSecret: "whsec_2" }),
    });
    const late = {
      account: 1,
      revision: before,
      credentials: stripeFields({ ...A, webhookSecret: "whsec_3" }),
    };
    expect((await ops("update_account", late)).status).toBe(409);
    expect((await ops("use_account", { gateway: "stripe", account: null, replaces: 7 })).status).toBe(409);
    expect((await ops("use_account", { gateway: "stripe", account: 9, replaces: 1 })).status).toBe(404);
    expect((await ops("update_account", { ...late, account: 9 })).status).toBe(404);
  });

  test("a process that is killed meanwhile has saved nothing, or all of it", async () => {
    const stop = live.front.misbehave("GET", /checkout\/sessions$/, { kind: "hang" }, 1);
    const lost = add(A, null).catch(() => null);
    await eventually(
      () => Promise.resolve(live.front.requests.at(-1)?.headers.authorization),
      (sent) => sent === `Bearer ${A.secretKey}`,
    );
    await live.service.killAndRestart();
    expect(await lost).toBeNull();
    stop();
    expect((await vendor()).accounts).toEqual([]);
    expect((await add(A, null)).status).toBe(200);
    await live.service.killAndRestart();
    await paidAt(live.a);
    expect((await vendor()).accounts).toMatchObject([{ account: 1, in_use: true }]);
  });
});
