import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { Ctx } from "../../context";
import { changeRole } from "../../people/commands/change-role";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { TEST_CREDENTIALS } from "@/tools/testing/dashboard/scripted-ledger";
import { addSecondAccount, type SecondAccount } from "@/tools/testing/dashboard/second-account";
import { listAccountChoices, listAccountRows } from "../queries/list-accounts";
import { findMemberRole } from "../store/members";
import { addAccount } from "./add-account";
import { addMember } from "./add-member";
import { appointAdmin } from "./appoint-admin";
import { inviteToAccount } from "./invite-to-account";
import { changeAppearance, changeCredentials, setAccountClosed } from "./change-account";

let harness: Harness;
let second: SecondAccount;
let admin: Ctx;

beforeAll(async () => {
  harness = await startHarness();
  second = await addSecondAccount(harness);
}, 60_000);
beforeEach(async () => {
  admin = await harness.ctxOf("admin");
});
afterAll(async () => {
  await second.stop();
  await harness.stop();
});

const input = (slug: string, fields: Record<string, string> = {}) => ({
  name: `Account ${slug}`,
  slug,
  colour: "green",
  baseUrl: second.service.baseUrl,
  apiKey: TEST_CREDENTIALS.apiKey,
  salt: TEST_CREDENTIALS.apiSalt,
  ...fields,
});

it.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "2"],
  ["a list", [2]],
  ["a form", new FormData()],
  ["an id that is no text", { id: { toString: null } }],
  ["an object without a prototype", Object.assign(Object.create(null) as object, { id: Symbol("2") })],
])("an action that is called with %s is answered, and changes nothing", async (_what, given) => {
  expect(await changeAppearance(admin, given)).toEqual({ kind: "not_found" });
  expect(await setAccountClosed(admin, given)).toEqual({ kind: "not_found" });
  expect(await appointAdmin(admin, given)).toEqual({ kind: "not_found" });
  expect((await changeCredentials(admin, given, second.accounts)).kind).toBe("invalid");
  expect((await addAccount(admin, given, second.accounts)).kind).toBe("invalid");
  expect((await inviteToAccount(admin, given, second.accounts)).kind).toBe("invalid");
  expect((await addMember(await second.ctxOf("admin"), given, harness.pool)).kind).toBe("invalid");
});

it("is closed and reopened by nothing but yes or no", async () => {
  for (const isClosed of ["yes", 1, null, undefined])
    expect(await setAccountClosed(admin, { id: 2, isClosed })).toEqual({ kind: "not_found" });
});

describe("adding an account", () => {
  it.each([
    ["name", ""],
    ["slug", "Shop"],
    ["slug", "-shop"],
    ["slug", "a".repeat(41)],
    ["colour", "pink"],
    ["baseUrl", ""],
    ["baseUrl", "payments"],
    ["baseUrl", "ftp://payments.example.com"],
    ["baseUrl", "https://name:password@payments.example.com"],
    ["baseUrl", "https://payments.example.com/?key=1"],
    ["apiKey", "a b"],
    ["apiKey", ""],
    ["salt", "a|b"],
    ["salt", ""],
  ])("refuses the %s “%s” at its field", async (field, value) => {
    expect(await addAccount(admin, input("refused", { [field]: value }), second.accounts)).toEqual({
      kind: "invalid",
      fields: [field],
    });
  });

  it("refuses credentials that the service refuses, and saves nothing when the service does not answer", async () => {
    const before = await second.accounts.list();
    expect(await addAccount(admin, input("wrong", { apiKey: "not-the-key" }), second.accounts)).toEqual({
      kind: "key_refused",
    });
    const nobody = input("nobody", { baseUrl: "http://127.0.0.1:9" });
    expect(await addAccount(admin, nobody, second.accounts)).toEqual({ kind: "no_response" });
    expect(await second.accounts.list()).toEqual(before);
  });

  it("refuses a key that another account uses, also the first one", async () => {
    expect(await addAccount(admin, input("again"), second.accounts)).toEqual({ kind: "in_use" });
    const own = input("own", { baseUrl: harness.service.baseUrl });
    expect(await addAccount(admin, own, second.accounts)).toEqual({ kind: "in_use" });
  });

  it("refuses a slug that is or was used, also that of the first account", async () => {
    for (const slug of ["second", "main"])
      expect(await addAccount(admin, input(slug), second.accounts)).toEqual({ kind: "slug_taken" });
  });

  it("is for admins of the first account alone", async () => {
    for (const role of ROLES.filter((each) => each !== "admin")) {
      const ctx = await harness.ctxOf(role);
      expect(await addAccount(ctx, input("theirs"), second.accounts)).toEqual({ kind: "forbidden" });
    }
    const there = await second.ctxOf("admin");
    const accounts = second.accounts;
    expect(await addAccount(there, input("theirs"), accounts)).toEqual({ kind: "forbidden" });
    expect(await changeAppearance(there, { id: 2, name: "Mine", colour: "red" })).toEqual({
      kind: "forbidden",
    });
    expect(await setAccountClosed(there, { id: 1, isClosed: true })).toEqual({ kind: "forbidden" });
    await expect(listAccountRows(there, accounts)).rejects.toThrow("forbidden");
  });
});

describe("an account", () => {
  it("is not added by somebody who was an admin when their request began", async () => {
    const was = await harness.ctxOf("admin");
    await changeRole(admin, { personId: was.actor.userId, role: "ops" });
    const wanted = { ...input("late", { baseUrl: `${second.service.baseUrl}/` }), isOtherMerchant: true };
    const accounts = { ...second.accounts, list: () => Promise.resolve([]) };
    expect(await addAccount(was, wanted, accounts)).toEqual({ kind: "forbidden" });
    expect(await second.accounts.find("late")).toBeNull();
  });

  it("has its admin, what recurs in it, and an audit entry that names no secret", async () => {
    const service = second.service;
    const outcome = await addAccount(
      admin,
      { ...input("third", { baseUrl: `${service.baseUrl}/` }), isOtherMerchant: true },
      // This is another installation, in which nobody uses the key yet.
      { ...second.accounts, list: () => Promise.resolve([]) },
    );
    expect(outcome).toEqual({ kind: "added", slug: "third" });
    const services = await second.accounts.find("third");
    if (services === null) throw new Error("not found");
    expect(await findMemberRole(services.pool, admin.actor.userId)).toBe("admin");
    const { rows } = await services.pool.query("select task from schedules where due_at <= now()");
    expect(rows).toHaveLength(3);
    const audit = JSON.stringify(await harness.audit());
    expect(audit).toContain("account_added");
    for (const secret of Object.values(TEST_CREDENTIALS)) expect(audit).not.toContain(secret);
  });

  it("gets other credentials only when its service accepts them", async () => {
    const { accounts } = second;
    const wrong = { id: 2, apiKey: "not-the-key", salt: TEST_CREDENTIALS.apiSalt };
    expect(await changeCredentials(admin, wrong, accounts)).toEqual({ kind: "key_refused" });
    const right = { id: 2, apiKey: TEST_CREDENTIALS.apiKey, salt: TEST_CREDENTIALS.apiSalt };
    const others = { ...accounts, list: async () => (await accounts.list()).filter(({ id }) => id === 2) };
    expect(await changeCredentials(admin, right, others)).toEqual({ kind: "saved" });
    expect(await changeCredentials(admin, { ...right, id: 1 }, accounts)).toEqual({ kind: "not_found" });
  });

  it("is not found while it is closed, except by its jobs", async () => {
    const { accounts } = second;
    expect(await setAccountClosed(admin, { id: 2, isClosed: true })).toEqual({ kind: "saved" });
    expect(await accounts.find("second")).toBeNull();
    expect(await accounts.findById(2)).not.toBeNull();
    expect(await setAccountClosed(admin, { id: 2, isClosed: false })).toEqual({ kind: "saved" });
    expect(await accounts.find("second")).not.toBeNull();
    expect(await setAccountClosed(admin, { id: 1, isClosed: true })).toEqual({ kind: "not_found" });
  });
});

describe("a person", () => {
  it("is added by the e-mail of somebody who can sign in, once, by an admin of the account", async () => {
    const there = await second.ctxOf("admin");
    const home = harness.services.pool;
    const { actor } = await harness.ctxOf("support");
    const wanted = { email: ` ${actor.email.toUpperCase()} `, role: "ops" };
    expect(await addMember(there, wanted, home)).toEqual({ kind: "added" });
    expect(await addMember(there, wanted, home)).toEqual({ kind: "already_member" });
    expect(await findMemberRole(there.pool, actor.userId)).toBe("ops");
    expect(await addMember(there, { ...wanted, email: "nobody@example.com" }, home)).toEqual({
      kind: "nobody",
    });
    expect(await addMember(there, { ...wanted, role: "owner" }, home)).toEqual({ kind: "invalid" });
    expect(await addMember(admin, wanted, home)).toEqual({ kind: "forbidden" });
    const finance = await second.ctxOf("finance");
    expect(await addMember(finance, wanted, home)).toEqual({ kind: "forbidden" });

    const { actor: gone } = await harness.ctxOf("ops");
    await home.query("update people set deactivated_at = now() where id = $1", [gone.userId]);
    expect(await addMember(there, { email: gone.email, role: "ops" }, home)).toEqual({ kind: "nobody" });
  });

  it("may switch to the accounts in which they have a role, and sees no other", async () => {
    const { actor } = await harness.ctxOf("support");
    const ctx = { ...admin, actor };
    const choices = () => listAccountChoices(ctx, harness.services, second.accounts);
    expect((await choices()).map(({ slug }) => slug)).toEqual([null]);
    await second.ctxOf("ops", actor);
    expect((await choices()).map(({ slug }) => slug)).toEqual([null, "second"]);
  });
});
