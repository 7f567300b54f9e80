import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { requestRefund } from "../refunds/commands/request-refund";
import { addAccount } from "./commands/add-account";
import { changeCredentials } from "./commands/change-account";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { ScriptedService } from "@/tools/testing/dashboard/scripted-service";

/** A merchant cannot have two accounts (decision 0300). */
let harness: Harness;
let second: SecondAccount;
let alias: ScriptedService;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
  alias = await new ScriptedService(harness.clock).start();
});
beforeEach(() => alias.reset());
afterAll(async () => {
  await alias.stop();
  await second.stop();
  await harness.stop();
});

const input = (slug: string, fields: Record<string, unknown> = {}) => ({
  name: `Account ${slug}`,
  slug,
  colour: "green",
  baseUrl: alias.baseUrl,
  apiKey: TEST_CREDENTIALS.apiKey,
  salt: TEST_CREDENTIALS.apiSalt,
  ...fields,
});

function listKeys(...apiKeys: string[]): void {
  alias.ops = { idempotency: true, operations: ["keys.list"] };
  const keys = apiKeys.map((api_key, index) => ({
    key_id: `key_${index}`,
    api_key,
    label: "Key",
    status: "ACTIVE",
    is_caller: false,
    created_at: "2026-11-21T09:00:00.000Z",
    created_by: null,
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    rate_per_second: null,
    rate_burst: null,
  }));
  alias.always("/v1/ops/keys/list", {
    kind: "answer",
    status: 200,
    body: JSON.stringify({ keys, next_cursor: null }),
    effect: false,
  });
}

test("a service that shows nothing of its merchant: the admin has to say that it is another one", async () => {
  alias.ops = null;
  const admin = await harness.ctxOf("admin");
  expect(await addAccount(admin, input("spec"), second.accounts)).toEqual({
    kind: "unverified",
    names: ["Main account", "Account second"],
  });
  const added = await addAccount(admin, input("spec", { isOtherMerchant: true }), second.accounts);
  expect(added).toEqual({ kind: "added", slug: "spec" });
  const entry = (await harness.audit()).find(({ action }) => action === "account_added");
  expect(entry?.detail.note).toBe("not compared: Main account, Account second");
  await harness.pool.query("delete from accounts where slug = 'spec'");
});

test("another key of an account's merchant, at another host name, is refused by the list of keys", async () => {
  listKeys("a-new-key", TEST_CREDENTIALS.apiKey);
  const admin = await harness.ctxOf("admin");
  for (const isOtherMerchant of [false, true]) {
    expect(await addAccount(admin, input("keys", { isOtherMerchant }), second.accounts)).toEqual({
      kind: "same_merchant",
      name: "Main account",
    });
  }
  listKeys("a-new-key", "another");
  expect(await addAccount(admin, input("keys"), second.accounts)).toEqual({ kind: "added", slug: "keys" });
  await harness.pool.query("delete from accounts where slug = 'keys'");
});

test("without a list of keys, a payment that both know by its id tells: same merchant, or not", async () => {
  alias.ops = null;
  const admin = await harness.ctxOf("admin");
  const finance = await second.ctxOf("finance");
  const payment = second.service.addPayment({ merchant_transaction_id: "ORD-ID" });
  await requestRefund(finance, refundInput(payment, { amount: "1.00" }));
  alias.addPayment({ merchant_transaction_id: "ORD-ID", transaction_id: payment.transaction_id });
  expect(await addAccount(admin, input("ids", { isOtherMerchant: true }), second.accounts)).toEqual({
    kind: "same_merchant",
    name: "Account second",
  });
  // An equal reference is no proof: another merchant may have it too.
  alias.reset();
  alias.ops = null;
  alias.addPayment({ merchant_transaction_id: "ORD-ID" });
  expect(await addAccount(admin, input("ids"), second.accounts)).toEqual({
    kind: "unverified",
    names: ["Main account"],
  });
});

test("of two admins who add one merchant at the same time, one is refused", async () => {
  listKeys("only-this-one");
  const admin = await harness.ctxOf("admin");
  const outcomes = await Promise.all(
    ["one", "two"].map((slug) => addAccount(admin, input(slug), second.accounts)),
  );
  const kinds = outcomes.map(({ kind }) => kind).sort();
  expect([
    ["added", "busy"],
    ["added", "in_use"],
  ]).toContainEqual(kinds);
  // Tried again, it is the same key.
  const again = await addAccount(admin, input("three"), second.accounts);
  expect(again).toEqual({ kind: "in_use" });
});

test("a key is not replaced by one of the merchant of another account", async () => {
  const admin = await harness.ctxOf("admin");
  const { rows } = await harness.pool.query<{ id: number }>(
    "select id from accounts where slug in ('one', 'two')",
  );
  listKeys(TEST_CREDENTIALS.apiKey);
  const wanted = { id: rows[0]?.id, apiKey: TEST_CREDENTIALS.apiKey, salt: TEST_CREDENTIALS.apiSalt };
  expect(await changeCredentials(admin, wanted, second.accounts)).toEqual({
    kind: "same_merchant",
    name: "Main account",
  });
});
