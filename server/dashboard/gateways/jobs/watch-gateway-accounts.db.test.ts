import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { watchEvents } from "../../notifications/jobs/watch-events";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import type { Harness } from "@/tools/testing/dashboard/harness";
import {
  AT,
  type GatewayAccount,
  OWN_KEY,
  SHOP_KEY,
  withGatewayAccounts,
} from "@/tools/testing/dashboard/gateway-accounts";
import { chooseGatewayAccount } from "../commands/choose-gateway-account";
import { confirmAccountRequest } from "../commands/decide-account-request";
import { saveCredentials } from "../commands/save-credentials";
import { listAccountRequests } from "../queries/list-account-requests";
import { watchGatewayAccounts } from "./watch-gateway-accounts";

const setup = withGatewayAccounts();
const { account, theirs, response, serviceHas, serviceHasKeys } = setup;
let harness: Harness;
let admin: Ctx;
beforeEach(() => {
  ({ harness, admin } = setup.current());
});

const watch = () => watchGatewayAccounts(harness.services);
/** What the watch remembers from now on. */
async function firstLook(...accounts: GatewayAccount[]): Promise<void> {
  serviceHas(accounts);
  await watch();
}
async function details(): Promise<Record<string, unknown>[]> {
  const { rows } = await harness.pool.query<{ detail: Record<string, unknown> }>(
    "select detail from notification_events where event = 'gateway_account_changed' order by at, detail->>'gateway'",
  );
  return rows.map(({ detail }) => detail);
}

/** Saved by the dashboard's own key, and waiting for a second person. */
const saved = (): GatewayAccount =>
  theirs({ in_use: false, used_at: null, used_key: null, changed_key: "k_own", retired_at: AT });

describe("a change at the service", () => {
  it("is not reported of accounts that were there before the first look", async () => {
    serviceHas([account()], 2);
    await watch();
    await watch();
    expect(await details()).toEqual([]);
  });

  it("by a direct call is reported once, by two processes too, as not made here and with the key that signed", async () => {
    await firstLook(account());
    serviceHas([theirs(), account({ in_use: false, retired_at: AT })], 4);
    serviceHasKeys(3);
    await Promise.all([watch(), watchGatewayAccounts(harness.connect()), watch()]);
    await watch();
    expect(await details()).toEqual([
      {
        gateway: "stripe",
        account: 2,
        hint: "…6666",
        change: "added",
        by: null,
        key: { label: "Web shop", start: "key_Web_shop" },
      },
    ]);
  });

  it("in this dashboard names the person, and the same change again in their name does not", async () => {
    await firstLook(account({ in_use: false, retired_at: AT, used_at: null }));
    harness.clock.advance(60_000);
    serviceHas([account({ in_use: false, retired_at: AT, used_at: null })]);
    await chooseGatewayAccount(await harness.ctxOf("admin"), {
      gateway: "stripe",
      account: 1,
      replaces: null,
    });
    const [request] = (await listAccountRequests(admin)).requests;
    response("/v1/ops/gateways/use_account", { account: account() });
    await confirmAccountRequest(admin, { requestId: request?.id });
    serviceHas([account({ used_at: harness.clock.now().toISOString() })]);
    serviceHasKeys(2);
    await watch();
    const { rows } = await harness.pool.query<{ name: string }>("select name from people where id = $1", [
      admin.actor.userId,
    ]);
    expect(await details()).toMatchObject([{ change: "used", by: rows[0]?.name, key: null }]);
    harness.clock.advance(1_000);
    serviceHas([account({ used_at: "2026-11-22T09:00:00.000Z", used_key: "k_shop" })]);
    await watch();
    expect((await details()).at(-1)).toMatchObject({ change: "used", by: null, key: { label: "Web shop" } });
  });

  it("that takes an account out of use says that payments go to the operator's account, where there is one", async () => {
    await firstLook(account());
    const stopped = account({ in_use: false, retired_at: "2026-11-21T10:00:00.000Z", retired_key: "k_shop" });
    serviceHas([stopped]);
    serviceHasKeys();
    await watch();
    expect(await details()).toMatchObject([{ change: "retired", toService: true }]);
    serviceHas([account({ used_at: "2026-11-21T11:00:00.000Z" })]);
    serviceHasKeys();
    await watch();
    response("/v1/ops/gateways/accounts", {
      vendors: [
        {
          gateway: "stripe",
          environment: false,
          notification_address: "https://pay.example/n",
          accounts: [{ ...stopped, retired_at: "2026-11-21T12:00:00.000Z" }],
        },
      ],
    });
    serviceHasKeys();
    await watch();
    const moved = (await details()).map(({ change, toService }) => [change, toService]);
    expect(moved).toEqual([
      ["retired", true],
      ["used", undefined],
      ["retired", undefined],
    ]);
  });

  it("that could not be read leaves what was seen, and is reported by the next look", async () => {
    await firstLook(account());
    harness.service.next("/v1/ops/gateways/accounts", { kind: "drop", when: "after" });
    await watch();
    expect(await details()).toEqual([]);
    serviceHas([theirs()]);
    serviceHasKeys();
    await watch();
    expect(await details()).toHaveLength(1);
  });

  it("is reported after five minutes although the keys cannot be read", async () => {
    await firstLook(account());
    serviceHas([theirs()], 2);
    for (let look = 0; look < 2; look += 1)
      harness.service.next("/v1/ops/keys/list", { kind: "drop", when: "before" });
    harness.clock.advance(4 * 60_000);
    await watch();
    expect(await details()).toEqual([]);
    harness.clock.advance(60_000);
    await watch();
    expect(await details()).toMatchObject([{ change: "added", by: null, key: null }]);
  });

  it("by a colleague names them by the next look, where the keys could not be read", async () => {
    await firstLook(account());
    await entered();
    serviceHas([saved(), account({ in_use: false, retired_at: AT, retired_key: "k_shop" })], 2);
    harness.service.next("/v1/ops/keys/list", { kind: "drop", when: "before" });
    await watch();
    expect(await details()).toEqual([]);
    serviceHasKeys();
    await watch();
    // That somebody else has stopped the other one is all that is news.
    expect(await details()).toMatchObject([{ account: 1, change: "retired", key: { label: "Web shop" } }]);
  });

  it("by a colleague is not reported as a stranger's where the own key is older than 200 others", async () => {
    await firstLook(account());
    await entered();
    serviceHas([saved(), account()]);
    response("/v1/ops/keys/list", { keys: [SHOP_KEY], next_cursor: "k_shop" });
    serviceHasKeys();
    await watch();
    expect(await details()).toEqual([]);
    expect(harness.service.calls.at(-1)?.body).toContain('"cursor":"k_shop"');
  });

  it("names no account by a text that an e-mail would show as an address", async () => {
    await firstLook();
    serviceHas([account({ hint: "http://evil.example" })]);
    serviceHasKeys();
    await watch();
    expect(await details()).toMatchObject([{ hint: null, account: 1 }]);
  });
});

/** A colleague enters account 2 in the dashboard, which waits for a second person. */
async function entered(): Promise<void> {
  response("/v1/ops/gateways/save_account", {
    account: theirs({ in_use: false, changed_key: "k_own", retired_at: AT }),
  });
  const outcome = await saveCredentials(admin, {
    kind: "add",
    credentials: { gateway: "stripe", secret_key: "sk_test_1", webhook_secret: "whsec_1" },
    replaces: 1,
    saveAnyway: null,
  });
  expect(outcome).toMatchObject({ kind: "done", value: { isWaiting: true } });
}

describe("beside a colleague's account, which waits for a second person", () => {
  it("putting it in use with another key is reported as not done in Paydeck", async () => {
    await firstLook(account());
    await entered();
    // Somebody with the key of the shop puts it in use before the next look.
    serviceHas([
      theirs({ changed_key: "k_own", used_by: "stranger", used_key: "k_shop" }),
      account({ in_use: false, retired_at: AT, retired_by: "stranger", retired_key: "k_shop" }),
    ]);
    serviceHasKeys();
    await watch();
    expect(await details()).toMatchObject([
      { account: 2, change: "added", by: null, key: { label: "Web shop" } },
    ]);
  });

  it("another one in the colleague's name is reported, although the own key is not found", async () => {
    await firstLook(account());
    await entered();
    serviceHas([theirs({ account: 3 }), account({ in_use: false, retired_at: AT })]);
    response("/v1/ops/keys/list", { keys: [SHOP_KEY], next_cursor: null });
    await watch();
    expect(await details()).toMatchObject([{ account: 3, by: null, key: { label: "Web shop" } }]);
  });

  it("the second person who confirms it before the next look is named", async () => {
    await firstLook(account());
    await entered();
    const second = await harness.ctxOf("admin");
    const [request] = (await listAccountRequests(second)).requests;
    response("/v1/ops/gateways/use_account", { account: theirs() });
    expect(await confirmAccountRequest(second, { requestId: request?.id })).toEqual({ kind: "done" });
    serviceHas([
      theirs({ changed_key: "k_own", used_by: second.actor.email, used_key: "k_own" }),
      account({ in_use: false, retired_at: AT }),
    ]);
    serviceHasKeys();
    await watch();
    expect(await details()).toMatchObject([
      { account: 2, change: "added", by: second.actor.name, key: null },
    ]);
  });

  it("other credentials, given with another key before it is seen in use, are reported", async () => {
    await firstLook(account());
    await entered();
    const changed = { changed_at: "2026-11-21T09:00:10.000Z", changed_by: "stranger", changed_key: "k_shop" };
    serviceHas([
      theirs({ ...changed, used_by: admin.actor.email, used_key: "k_own" }),
      account({ in_use: false, retired_at: AT }),
    ]);
    serviceHasKeys();
    await watch();
    expect(await details()).toContainEqual(
      expect.objectContaining({
        account: 2,
        change: "credentials",
        by: null,
        key: { label: "Web shop", start: "key_Web_shop" },
      }),
    );
  });
});

describe("a key's label", () => {
  it("gets into no notification as an address", async () => {
    await firstLook(account());
    serviceHas([theirs()]);
    const shop = { ...SHOP_KEY, label: "https://paydeck-help.example/revoke@once" };
    response("/v1/ops/keys/list", { keys: [OWN_KEY, shop], next_cursor: null });
    await watch();
    expect(await details()).toMatchObject([{ key: { label: "https paydeck-help example revoke once" } }]);
  });
});

describe("the notification", () => {
  it("comes with the watch for events, to admins whatever they chose, and to those who may manage gateways", async () => {
    const role = await harness.ctxOf(composed(["manage_gateways"]));
    await harness.ctxOf("finance");
    const off = "insert into notification_choices values ($1, 'gateway_account_changed', 'dashboard', false)";
    await harness.pool.query(off, [admin.actor.userId]);
    serviceHas([account()]);
    await watchEvents(harness.services);
    serviceHas([theirs()]);
    serviceHasKeys();
    await watchEvents(harness.services);
    await expandAll(harness);
    const people = (await notifiedPeople(harness)).map(({ personId }) => personId);
    expect(people.sort()).toEqual([admin.actor.userId, role.actor.userId].sort());
  });
});
