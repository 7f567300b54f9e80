import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { VendorCredentials } from "@/lib/contract/ops/gateway-accounts";
import { UnreadableSecretError } from "../../domain/keys/unreadable-secret";
import type { Gateway } from "../../gateway/port";
import { createSaltBox } from "../../store/keys/salt-box";
import { createMerchant } from "../manage-merchants";
import { depsOn } from "@/tools/testing/routing/deps";
import { GatewayDouble } from "@/tools/testing/routing/gateway-double";
import { newReference } from "@/tools/testing/routing/merchant-code";
import { startTestService, TEST_SALT_KEY, type TestService } from "@/tools/testing/routing/service";
import { saveAccountInUse } from "../../store/gateways/gateway-accounts";
import { inTransaction } from "@/server/platform/transaction";
import type { Deps } from "../deps";
import { Comparer } from "../reconcile/compare";
import { examineRecord } from "../reconcile/compare-records";
import { addAccount } from "./add-account";
import { deleteUnusedAccounts } from "./delete-unused-accounts";
import { gatewayOf, readGatewayState, usableGateway } from "./gateway-of";
import { listVendorAccounts } from "./list-accounts";
import { OwnGateways } from "./own-gateways";
import { openCredentials, sealCredentials } from "./sealed-credentials";
import { updateAccount } from "./update-account";
import { useAccount } from "./use-account";

let service: TestService;
let deps: Deps;
let close: () => Promise<void>;
let merchantId: number;
/** What was opened, with which key. */
let opened: string[];

beforeAll(async () => {
  service = await startTestService({}, undefined, { role: "service" });
  ({ deps, close } = depsOn(service));
});
afterAll(async () => {
  await close();
  await service.stop();
});
beforeEach(async () => {
  opened = [];
  deps = { ...deps, ownGateways: process(), gateways: new Map([["stripe", new GatewayDouble("stripe")]]) };
  const created = await createMerchant({ ...deps, defaultGateway: "simulator" }, newReference());
  if (!created.ok) throw new Error(created.error.kind);
  ({ merchantId } = created.value);
});

const process = (): OwnGateways =>
  new OwnGateways((credentials): Promise<Gateway> => {
    opened.push(credentials.gateway === "stripe" ? credentials.secret_key : "");
    return Promise.resolve(new GatewayDouble("own"));
  });
function bound(target: object, name: string | symbol): unknown {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? (value.bind(target) as unknown) : value;
}
const ASHA = { name: "asha", keyId: "k_1" };
const stripe = (key: string): VendorCredentials => ({
  gateway: "stripe",
  secret_key: `sk_test_key_of_${key}`,
  webhook_secret: "whsec_1",
});
const add = (key: string, replaces: number | null) =>
  addAccount(deps, merchantId, { credentials: stripe(key), replaces, savesDespite: null, author: ASHA });
/** Saves an account without using it. */
async function save(key: string, as = deps): Promise<{ account: number; revision: number }> {
  const saved = await addAccount(as, merchantId, {
    credentials: stripe(key),
    replaces: "unused",
    savesDespite: null,
    author: ASHA,
  });
  if (!saved.ok) throw new Error(saved.error.kind);
  return { account: saved.value.account, revision: saved.value.revision };
}
const revisionOf = async (account: number): Promise<number> =>
  (await listVendorAccounts(deps, merchantId))[0]?.accounts.find((each) => each.account === account)
    ?.revision ?? 0;
const change = async (key: string, account: number) =>
  updateAccount(deps, merchantId, {
    account,
    revision: await revisionOf(account),
    credentials: stripe(key),
    savesDespite: null,
    author: ASHA,
  });
const own = (account: number, as = deps) =>
  gatewayOf(as, { merchantId, gateway: "stripe", gatewayAccount: account });
const accounts = async (): Promise<[number, boolean][]> => {
  const [vendor] = await listVendorAccounts(deps, merchantId);
  return vendor?.accounts.map(({ account, retiredAt }) => [account, retiredAt === null]) ?? [];
};
async function pay(account: number): Promise<string> {
  const id = `TXN${newReference()}`;
  await service.db.query(
    `insert into payments (merchant_id, id, merchant_transaction_id, attempt, amount_paise, currency, status, checkout_token,
       customer_email, created_at, expires_at, gateway, gateway_account, routing_decision)
     values ($1, $2, $2, 1, 100, 'INR', 'INITIATED', $2, 'a@example.com', now(), now(), 'stripe', $3, '{}')`,
    [merchantId, id, account],
  );
  return id;
}

test("an adapter is opened once for each change of its credentials, and another process's change is seen at the next call", async () => {
  await add("first", null);
  await own(1);
  await own(1);
  expect(opened).toEqual(["sk_test_key_of_first"]);
  const there = { ...deps, ownGateways: process() };
  await own(1, there);
  await change("second", 1);
  await own(1);
  await own(1, there);
  expect(opened.slice(2)).toEqual(["sk_test_key_of_second", "sk_test_key_of_second"]);
});

test("one account at a time takes new payments; with none, the environment's does", async () => {
  const usable = async () => {
    const { own: inUse } = await readGatewayState(deps.reads, merchantId);
    return (await usableGateway(deps, merchantId, inUse, "stripe"))?.account;
  };
  expect(await usable()).toBeNull();
  await add("a", null);
  expect(await usable()).toBe(1);
  await add("b", 1);
  expect(await usable()).toBe(2);
  await useAccount(deps, merchantId, { gateway: "stripe", account: 1, replaces: 2, author: ASHA });
  expect([await usable(), await accounts()]).toEqual([
    1,
    [
      [1, true],
      [2, false],
    ],
  ]);
  await useAccount(deps, merchantId, { gateway: "stripe", account: null, replaces: 1, author: ASHA });
  expect(await usable()).toBeNull();
});

test("an account that was taken out of use is not put in use again by what was decided before", async () => {
  const saved = await save("new");
  const confirm = () =>
    useAccount(deps, merchantId, { gateway: "stripe", replaces: null, author: ASHA, ...saved });
  expect(await confirm()).toMatchObject({ ok: true });
  // The call is repeated, as after a lost response.
  expect(await confirm()).toMatchObject({ ok: true });
  await useAccount(deps, merchantId, { gateway: "stripe", account: null, replaces: 1, author: ASHA });
  expect(await confirm()).toEqual({ ok: false, error: { kind: "changed_meanwhile" } });
  expect(await accounts()).toEqual([[1, false]]);
  const decidedSince = { ...saved, revision: await revisionOf(1) };
  expect(
    await useAccount(deps, merchantId, {
      gateway: "stripe",
      replaces: null,
      author: ASHA,
      ...decidedSince,
    }),
  ).toMatchObject({ ok: true });
});

test("credentials that do not open are never replaced by the environment's account", async () => {
  await add("a", null);
  const lost = { ...deps, saltBox: createSaltBox(Buffer.alloc(32, "another")), ownGateways: process() };
  const { own: inUse } = await readGatewayState(lost.reads, merchantId);
  expect(await usableGateway(lost, merchantId, inUse, "stripe")).toBeUndefined();
  await expect(own(1, lost)).rejects.toThrow(UnreadableSecretError);
  // They can be entered again: the stored ones are of no use to anybody.
  const revision = await revisionOf(1);
  const again = { credentials: stripe("a"), account: 1, revision, savesDespite: null, author: ASHA };
  expect(await updateAccount(lost, merchantId, again)).toMatchObject({ ok: true });
  expect(await revisionOf(1)).not.toBe(revision);
});

describe("after a roll-back from a version that stores other credentials", () => {
  const storedByNewer = (content: object) =>
    service.db.query(
      "update gateway_accounts set sealed_credentials = $2, revision = revision + 1000 where merchant_id = $1 and account = 1",
      [
        merchantId,
        createSaltBox(Buffer.from(TEST_SALT_KEY, "base64")).seal(
          `gateway:${merchantId}:stripe:1`,
          JSON.stringify(content),
        ),
      ],
    );
  const usable = async () => {
    const { own: inUse } = await readGatewayState(deps.reads, merchantId);
    return usableGateway(deps, merchantId, inUse, "stripe");
  };

  test("an account with a field that this one does not know is polled and takes payments", async () => {
    await add("a", null);
    await storedByNewer({ ...stripe("newer"), added_later: "x" });
    await own(1);
    expect(opened).toEqual(["sk_test_key_of_newer"]);
    expect(await usable()).toMatchObject({ account: 1 });
  });

  test("an account that this one cannot read is skipped, and the merchant's other gateways take payments", async () => {
    await add("a", null);
    await storedByNewer({ gateway: "stripe", workload_identity: "x" });
    await expect(own(1)).rejects.toThrow(UnreadableSecretError);
    expect(await usable()).toBeUndefined();
  });
});

test("records of an account whose credentials do not open are left out of a comparison, and keep no others from it", async () => {
  await add("a", null);
  const id = await pay(1);
  await service.db.query("update payments set gateway_checkout_id = 'checkout' where id = $1", [id]);
  const lost = { ...deps, saltBox: createSaltBox(Buffer.alloc(32, "another")), ownGateways: process() };
  const key = { merchantId, record: "payment", paymentId: id, recordId: id } as const;
  expect(await examineRecord(new Comparer(lost), key)).toMatchObject({ kind: "unanswered" });
});

test("an account that was deleted a moment before it is chosen leaves the one in use as it is", async () => {
  await add("a", null);
  const gone = { merchantId, gateway: "stripe", account: 7 };
  await expect(
    inTransaction(deps.pool, (db) => saveAccountInUse(db, gone, { at: new Date(), author: ASHA })),
  ).rejects.toThrow("was deleted meanwhile");
  expect(await accounts()).toEqual([[1, true]]);
});

test("credentials are bound to their merchant, vendor and account", () => {
  const key = { merchantId: 7, gateway: "stripe", account: 1 };
  const sealed = sealCredentials(deps.saltBox, key, stripe("a"));
  expect(openCredentials(deps.saltBox, key, sealed)).toEqual(stripe("a"));
  for (const wrong of [{ merchantId: 8 }, { gateway: "paypal" }, { account: 2 }]) {
    expect(() => openCredentials(deps.saltBox, { ...key, ...wrong }, sealed)).toThrow(UnreadableSecretError);
  }
});

test("an account is deleted a day after its last use, and never while a payment names it", async () => {
  await add("a", null);
  await add("b", 1);
  await add("c", 2);
  const payment = await pay(1);
  const tomorrow = new Date(Date.now() + 25 * 60 * 60 * 1000);
  await deleteUnusedAccounts(deps);
  expect(await accounts()).toHaveLength(3);
  await deleteUnusedAccounts({ ...deps, clock: { now: () => tomorrow } });
  expect(await accounts()).toEqual([
    [3, true],
    [1, false],
  ]);
  await expect(
    service.db.query("delete from gateway_accounts where merchant_id = $1 and account = 1", [merchantId]),
  ).rejects.toThrow("payments_gateway_account");
  await service.db.query("delete from payments where id = $1", [payment]);
  await deleteUnusedAccounts({ ...deps, clock: { now: () => tomorrow } });
  expect(await accounts()).toEqual([[3, true]]);

  // A number that is given again is another account to every process.
  await useAccount(deps, merchantId, { gateway: "stripe", account: null, replaces: 3, author: ASHA });
  await own(3);
  await deleteUnusedAccounts({ ...deps, clock: { now: () => tomorrow } });
  expect(await accounts()).toEqual([]);
  expect(await own(3)).toBeUndefined();
  for (const [key, replaces] of [
    ["x", null],
    ["y", 1],
    ["z", 2],
  ] as const)
    await add(key, replaces);
  await own(3);
  expect(opened.at(-1)).toBe("sk_test_key_of_z");
});

test("an account whose credentials are entered again, used before or not, is kept for a day again", async () => {
  const now = Date.now();
  const at = (hours: number): Deps => ({
    ...deps,
    clock: { now: () => new Date(now + hours * 60 * 60 * 1000) },
  });
  const { account: earlier } = await save("earlier", at(0));
  await useAccount(at(0), merchantId, {
    gateway: "stripe",
    account: earlier,
    replaces: null,
    author: ASHA,
  });
  await useAccount(at(0), merchantId, { gateway: "stripe", account: null, replaces: earlier, author: ASHA });
  await save("never-used", at(0));
  const [usedBefore, neverUsed] = [await save("earlier", at(20)), await save("never-used", at(20))];
  await deleteUnusedAccounts(at(25));
  const use = (account: number, revision: number, replaces: number | null) =>
    useAccount(at(43), merchantId, { gateway: "stripe", account, revision, replaces, author: ASHA });
  expect(await use(usedBefore.account, usedBefore.revision, null)).toMatchObject({ ok: true });
  expect(await use(neverUsed.account, neverUsed.revision, usedBefore.account)).toMatchObject({ ok: true });
  await save("another", at(20));
  await deleteUnusedAccounts(at(44.1));
  expect(await accounts()).toEqual([
    [neverUsed.account, true],
    [usedBefore.account, false],
  ]);
});

test("a payment that comes after the comparison proves nothing about credentials of the account in use", async () => {
  await add("first", null);
  let looks = 0;
  // The look for a payment to compare with finds none, and then there is one.
  const ask = deps.pool.query.bind(deps.pool) as (...given: unknown[]) => Promise<unknown>;
  const query = async (...given: unknown[]): Promise<unknown> => {
    const response = await ask(...given);
    if (!JSON.stringify(given[0]).includes("gateway_checkout_id")) return response;
    looks += 1;
    if (looks > 1) return response;
    const id = await pay(1);
    await service.db.query("update payments set gateway_checkout_id = 'checkout' where id = $1", [id]);
    return response;
  };
  const pool = new Proxy(deps.pool, {
    get: (target, name): unknown => (name === "query" ? query : bound(target, name)),
  });
  const changed = await updateAccount({ ...deps, pool }, merchantId, {
    account: 1,
    revision: await revisionOf(1),
    credentials: stripe("of-a-stranger"),
    savesDespite: null,
    needsProofInUse: true,
    author: ASHA,
  });
  expect(looks).toBeGreaterThan(0);
  expect(changed).toEqual({ ok: false, error: { kind: "not_proven", doubt: null } });
});

test("a gateway that has nothing of its own to recognize a checkout by proves nothing, although it finds the checkout", async () => {
  const findsAll = Object.assign(new GatewayDouble("own"), {
    fetchPayment: () => Promise.resolve({ status: "OPEN" as const }),
  });
  const as = { ...deps, ownGateways: new OwnGateways(() => Promise.resolve(findsAll)) };
  await add("first", null);
  const id = await pay(1);
  await service.db.query("update payments set gateway_checkout_id = 'checkout' where id = $1", [id]);
  const update = async (needsProofInUse: boolean) =>
    updateAccount(as, merchantId, {
      account: 1,
      revision: await revisionOf(1),
      credentials: stripe("rolled"),
      savesDespite: null,
      needsProofInUse,
      author: ASHA,
    });
  expect(await update(true)).toEqual({ ok: false, error: { kind: "not_proven", doubt: null } });
  expect(await update(false)).toMatchObject({ ok: true });
});

test("no more than twenty accounts of a vendor are kept", async () => {
  for (let number = 1; number <= 20; number += 1) {
    expect(await add(`number-${number}`, number === 1 ? null : number - 1)).toMatchObject({ ok: true });
  }
  expect(await add("one-more", 20)).toEqual({ ok: false, error: { kind: "too_many_accounts" } });
  expect((await accounts())[0]).toEqual([20, true]);
});
