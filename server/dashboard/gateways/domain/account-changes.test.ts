import { expect, test } from "vitest";
import { type ChangedAccount, changedAccounts, currentAccounts } from "./account-changes";
import { type AccountRecord, whoMadeIt } from "./made-here";

const T1 = "2026-11-21T09:00:00.000Z";
const T2 = "2026-11-21T10:00:00.000Z";
type Vendors = Parameters<typeof currentAccounts>[0];
type Account = Vendors["vendors"][number]["accounts"][number];

const account = (fields: Partial<Account> = {}): Account => ({
  account: 1,
  revision: 4,
  hint: "…0001",
  live: true,
  in_use: true,
  created_at: T1,
  created_by: "asha@example.com",
  changed_at: T1,
  changed_by: "asha@example.com",
  changed_key: "k_own",
  used_at: T1,
  used_by: "asha@example.com",
  used_key: "k_own",
  retired_at: null,
  retired_by: null,
  retired_key: null,
  last_payment_at: null,
  ...fields,
});
const retired = (fields: Partial<Account> = {}): Account =>
  account({ in_use: false, retired_at: T2, retired_by: "ravi", retired_key: "k_shop", ...fields });
const at = (...accounts: Account[]): ReturnType<typeof currentAccounts> =>
  currentAccounts({
    vendors: [{ gateway: "stripe", environment: false, notification_address: "https://x.example", accounts }],
  });
const changes = (before: Account[], now: Account[]): string[] =>
  changedAccounts(
    at(...before).map(({ seen }) => seen),
    at(...now),
  ).map(({ change, seen, author, keyId }) => [change, seen.account, author, keyId].join(" "));

test.each<[string, Account[], Account[], string[]]>([
  ["nothing", [account()], [account({ last_payment_at: T2 })], []],
  ["a first account", [], [account()], ["added 1 asha@example.com k_own"]],
  ["one that is not in use", [], [retired({ used_at: null })], ["saved 1 asha@example.com k_own"]],
  [
    "another account, which takes over",
    [account()],
    [
      account({
        account: 2,
        created_at: T2,
        created_by: "ravi",
        changed_key: "k_shop",
        used_by: "ravi",
        used_key: "k_shop",
      }),
      retired(),
    ],
    ["added 2 ravi k_shop"],
  ],
  [
    "another account, which somebody else put in use",
    [account()],
    [account({ account: 2, created_at: T2, used_by: "ravi", used_key: "k_shop" }), retired()],
    ["added 2 ravi k_shop"],
  ],
  [
    "another account, whose credentials somebody else has replaced",
    [account()],
    [account({ account: 2, changed_at: T2, changed_by: "ravi", changed_key: "k_shop" }), retired()],
    ["added 2 asha@example.com k_own", "credentials 2 ravi k_shop"],
  ],
  ["one taken out of use", [account()], [retired()], ["retired 1 ravi k_shop"]],
  [
    "one put in use",
    [retired()],
    [account({ used_at: T2, used_by: "ravi", used_key: "k_shop" })],
    ["used 1 ravi k_shop"],
  ],
  [
    "one put in use for a moment between two looks",
    [retired()],
    [retired({ used_by: "ravi", used_key: "k_shop", retired_at: "2026-11-21T11:00:00.000Z" })],
    ["used 1 ravi k_shop", "retired 1 ravi k_shop"],
  ],
  [
    "one put in use between two looks, after which the one before is put in use again",
    [account(), retired({ account: 2 })],
    [
      account({ used_at: "2026-11-21T11:00:59.000Z", used_key: "k_shop" }),
      retired({
        account: 2,
        used_at: "2026-11-21T11:00:01.000Z",
        used_by: "ravi",
        used_key: "k_shop",
        retired_at: "2026-11-21T11:00:59.000Z",
      }),
    ],
    ["used 1 asha@example.com k_shop", "used 2 ravi k_shop"],
  ],
  [
    "one added, put in use and taken out of it between two looks",
    [],
    [retired({ used_by: "ravi", used_key: "k_shop" })],
    ["saved 1 asha@example.com k_own", "used 1 ravi k_shop"],
  ],
  [
    "new credentials",
    [account()],
    [account({ revision: 5, changed_at: T2, changed_by: "ravi", changed_key: "k_shop" })],
    ["credentials 1 ravi k_shop"],
  ],
  [
    "another revision, since it is out of use",
    [account()],
    [retired({ revision: 5 })],
    ["retired 1 ravi k_shop"],
  ],
  [
    "new credentials of one that is out of use since",
    [account()],
    [retired({ revision: 6, changed_at: T2 })],
    ["retired 1 ravi k_shop", "credentials 1 asha@example.com k_own"],
  ],
  [
    "a number that is given again",
    [retired()],
    [account({ created_at: T2, revision: 9 })],
    ["added 1 asha@example.com k_own"],
  ],
  [
    "an account at an older service, which does not record who put it in use",
    [],
    [account({ used_at: undefined, used_by: undefined, used_key: undefined, changed_key: "k_shop" })],
    ["added 1 asha@example.com k_shop"],
  ],
  [
    "an older service, which records neither",
    [account({ used_at: undefined })],
    [retired({ used_at: undefined, retired_by: undefined, retired_key: undefined })],
    ["retired 1  "],
  ],
])("of %s", (_what, before, now, expected) => {
  expect(changes(before, now)).toEqual(expected);
});

const changed = (fields: Partial<ChangedAccount> = {}): ChangedAccount => ({
  change: "used",
  seen: {
    gateway: "stripe",
    account: 1,
    createdAt: new Date(T1),
    revision: 4,
    changedAt: new Date(T1),
    isInUse: true,
    since: new Date(T2),
  },
  hint: "…0001",
  author: "asha@example.com",
  keyId: "k_own",
  isOver: false,
  toService: false,
  ...fields,
});
const record = (stage: string, fields: Partial<AccountRecord> = {}): AccountRecord => ({
  action: `gateway_account_use_${stage}`,
  requestId: "r1",
  actorEmail: "asha@example.com",
  gateway: "stripe",
  detail: { gatewayAccount: 1, replaces: 2 },
  ...fields,
});

test.each<[string, ChangedAccount, AccountRecord[], string | null]>([
  ["that was done", changed(), [record("done"), record("requested")], "asha@example.com"],
  ["whose answer was lost", changed(), [record("unknown"), record("requested")], "asha@example.com"],
  ["whose answer comes right now", changed(), [record("requested")], "asha@example.com"],
  ["that was refused", changed(), [record("refused"), record("requested")], null],
  ["of nobody", changed(), [], null],
  ["of another account", changed(), [record("requested", { detail: { gatewayAccount: 3 } })], null],
  ["of another vendor", changed(), [record("requested", { gateway: "adyen" })], null],
  ["of another person", changed({ author: "ravi@example.com" }), [record("requested")], null],
  [
    "in a colleague's name, signed with another key",
    changed({ keyId: "k_shop" }),
    [record("requested")],
    null,
  ],
  [
    "at a service that records no author",
    changed({ author: null, keyId: null }),
    [record("requested")],
    "asha@example.com",
  ],
  [
    "that takes an account out of use",
    changed({ change: "retired" }),
    [record("requested", { detail: { gatewayAccount: null, replaces: 1 } })],
    "asha@example.com",
  ],
  ["of another kind", changed({ change: "credentials" }), [record("requested")], null],
  ["that puts a new account in use", changed({ change: "added" }), [record("requested")], "asha@example.com"],
  [
    "that puts another account in use than the new one",
    changed({ change: "added" }),
    [record("requested", { detail: { gatewayAccount: 3, replaces: 1 } })],
    null,
  ],
])("a request %s makes a change of this dashboard, or does not", (_what, change, records, expected) => {
  expect(whoMadeIt(change, records, "k_own")).toBe(expected);
});

test("nobody made what a key has signed as long as the own key is not known", () => {
  expect(whoMadeIt(changed({ keyId: "k_shop" }), [record("requested")], null)).toBeNull();
});
