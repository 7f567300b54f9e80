import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { splitAccount } from "../lib/accounts/split-account";
import { type ComposedRole, PERMISSIONS, type PresetRole, type Role, roleAllows } from "../lib/can";
import { E2E } from "../tools/testing/e2e-stack";
import { ACTIONS, type Asks, HANDLERS, PAGES } from "./support/access-table";
import {
  type Action,
  actionsOfBuild,
  addressOf,
  type DirectResponse,
  call,
  callAction,
  type Caller,
  pairOf,
  returned,
  Staff,
} from "./support/direct";
import { openPage, words } from "./support/page-over-http";
import { addAccount } from "./support/second-account";

/**
 * The role matrix of a second account: every action, page and handler of the build at the account's address, by people whose
 * roles differ between the accounts. The role of the address's account alone decides, and only its audit log records it.
 */
const SLUG = `matrix-${randomUUID().slice(0, 8)}`;
let staff: Staff;
let schema: string;
/** Admin of the first account without a role in the second. */
let stranger: Caller;
/** With a role in both; `role` is that in the second. */
let higherInFirst: Caller;
let higherInSecond: Caller;
let opsHere: Caller;
/** Admin of the first account; here with a role that has every second permission. */
let composedHere: Caller;
/** With a role in the second account alone. */
let guest: Caller;

beforeAll(async () => {
  staff = new Staff();
  await addAccount(SLUG, ["admin"]);
  const { rows } = await staff.db.query<{ id: number }>("select id from accounts where slug = $1", [SLUG]);
  schema = `account_${String(rows[0]?.id)}`;
  stranger = { ...(await staff.newcomer("admin")), role: null, label: "without a role" };
  higherInFirst = await member("admin", "support", "admin in the first, support here");
  higherInSecond = await member("support", "admin", "support in the first, admin here");
  opsHere = await member("finance", "ops", "finance in the first, ops here");
  composedHere = await member("admin", await composedRole(), "admin in the first, a composed role here");
  guest = await member("support", "finance", "finance here alone");
  await staff.db.query("update people set deactivated_at = now(), only_elsewhere = true where id = $1", [
    guest.userId,
  ]);
  // Its removal from the first account ended the session.
  guest = { ...guest, cookie: await staff.cookieFor(guest.userId) };
});
afterAll(async () => {
  await staff.db.query("update accounts set closed_at = now() where slug = $1", [SLUG]);
  await staff.db.end();
});

/** A composed role of the second account. */
async function composedRole(): Promise<ComposedRole> {
  const permissions = PERMISSIONS.filter((_, index) => index % 2 === 0);
  const role = {
    id: randomUUID(),
    name: "Every second",
    permissions,
    refundLimits: null,
    approveLimits: null,
  };
  await staff.db.query(
    `insert into ${schema}.roles (id, name, permissions, created_at, changed_at) values ($1, $2, $3, now(), now())`,
    [role.id, role.name, permissions],
  );
  return role;
}

async function member(first: PresetRole, second: Role, label: string): Promise<Caller> {
  const caller = await staff.newcomer(first);
  await staff.db.query(
    `insert into ${schema}.people (id, email, name, role, created_at, activated_at)
     select id, email, name, $2, created_at, activated_at from people where id = $1`,
    [caller.userId, typeof second === "string" ? second : second.id],
  );
  return { ...caller, role: second, label };
}

const members = (): Caller[] => [higherInFirst, higherInSecond, opsHere, composedHere, guest];

/** A member who may and one who may not, beside one another: each counts its own refusals. */
async function eachOfPair(
  may: (caller: Caller) => boolean,
  work: (caller: Caller) => Promise<void>,
): Promise<void> {
  await Promise.all(pairOf(members(), may).map(work));
}

function mayUse({ role }: Caller, asks: Asks): boolean {
  return asks === "open" || (role !== null && (asks === "self" || roleAllows(role, asks)));
}

/** Refusals in the first account's audit log, and in the second's. */
async function refusals({ userId }: Caller): Promise<[number, number]> {
  const counts = [];
  for (const table of ["audit_log", `${schema}.audit_log`]) {
    const { rows } = await staff.db.query<{ n: number }>(
      `select count(*)::int as n from ${table} where actor_id = $1 and action = 'forbidden'`,
      [userId],
    );
    counts.push(rows[0]?.n ?? 0);
  }
  return counts as [number, number];
}

async function audited(
  caller: Caller,
  work: () => Promise<DirectResponse>,
): Promise<{ response: DirectResponse; here: number; inFirst: number }> {
  const before = await refusals(caller);
  const response = await work();
  const after = await refusals(caller);
  return { response, inFirst: after[0] - before[0], here: after[1] - before[1] };
}

const at = (path: string): string => `/a/${SLUG}${path === "/" ? "" : path}`;

/** What a person has once, for all accounts: it names none. */
const OWN = new Set(["manage_account", "open"]);
/** What only the first account has: its admins manage accounts, and what people sign in with. */
const OF_FIRST = new Set([
  "addAccountAction",
  "changeAccountAction",
  "replaceAccountKeyAction",
  "closeAccountAction",
  "appointAdminAction",
  "inviteAction",
  "personAction",
]);

function callHere(action: Action, caller: Caller): Promise<DirectResponse> {
  const row = ACTIONS[action.name];
  const given = row?.form === undefined ? { input: {} } : { form: row.form };
  return callAction({ ...action, page: at(action.page) }, caller.cookie, given);
}

test("every server action at the account's address: the role there decides, whatever the one in the first account is", async () => {
  for (const action of actionsOfBuild()) {
    const row = ACTIONS[action.name];
    if (row === undefined || OWN.has(row.asks) || splitAccount(at(action.page)).slug === null) continue;
    const unknown = await audited(stranger, () => callHere(action, stranger));
    const what = `${action.name} as ${stranger.label}`;
    expect(unknown.response.status, `${what}: ${unknown.response.text.slice(0, 200)}`).toBe(404);
    expect([unknown.here, unknown.inFirst], what).toEqual([0, 0]);
    const may = (caller: Caller): boolean => mayUse(caller, row.asks) && mayUse(caller, row.also ?? "open");
    await eachOfPair(may, async (caller) => {
      const who = `${action.name} as ${caller.label}`;
      const { response, here, inFirst } = await audited(caller, () => callHere(action, caller));
      expect(response.status, `${who}: ${response.text.slice(0, 200)}`).toBe(200);
      expect(inFirst, `${who}: nothing in the first account's audit log`).toBe(0);
      const isRefused = returned(response).includes('"kind":"forbidden"');
      if (OF_FIRST.has(action.name)) expect(isRefused, who).toBe(true);
      else if (may(caller)) {
        expect(isRefused, who).toBe(false);
        expect(here, who).toBe(0);
      } else {
        expect(isRefused, `${who}: ${response.text}`).toBe(true);
        expect(here, `${who}: audited here`).toBeGreaterThanOrEqual(1);
      }
    });
  }
});

test("every page at the account's address: not there without a role, and refused by the role there", async () => {
  for (const [route, asks] of Object.entries(PAGES)) {
    const path = at(addressOf(route));
    if (route === "/" || asks === "open" || splitAccount(path).slug === null) {
      if (route === "/" || route === "/[...missing]") continue;
      // Of no account: behind a prefix it exists nowhere.
      const { status } = await call(path, { headers: { cookie: higherInSecond.cookie } });
      expect([path, status]).toEqual([path, 404]);
      continue;
    }
    const unknown = await audited(stranger, () => call(path, { headers: { cookie: stranger.cookie } }));
    expect([path, unknown.response.status, unknown.here, unknown.inFirst]).toEqual([path, 404, 0, 0]);
    await eachOfPair(
      (caller) => mayUse(caller, asks),
      async (caller) => {
        const who = `${route} as ${caller.label}`;
        const { response, here, inFirst } = await audited(caller, () =>
          call(path, { headers: { cookie: caller.cookie } }),
        );
        expect(response.status, who).toBeLessThan(500);
        expect(inFirst, who).toBe(0);
        if (mayUse(caller, asks)) expect(here, `${who}: refusals`).toBe(0);
        else expect(here, `${who}: refusals`).toBeGreaterThanOrEqual(1);
      },
    );
  }
});

test("every handler at the account's address: 404 without a role, refused by the role there", async () => {
  for (const [route, { asks, also = "open", method, query = "" }] of Object.entries(HANDLERS)) {
    const path = at(`${addressOf(route)}${query}`);
    if (asks === "open" || splitAccount(at(addressOf(route))).slug === null) continue;
    const send = (caller: Caller): Promise<DirectResponse> =>
      call(path, {
        headers: { cookie: caller.cookie, origin: E2E.dashboardUrl },
        ...(method === undefined ? {} : { method, body: "x" }),
      });
    const unknown = await audited(stranger, () => send(stranger));
    expect([route, unknown.response.status, unknown.here, unknown.inFirst]).toEqual([route, 404, 0, 0]);
    const may = (caller: Caller): boolean => mayUse(caller, asks) && mayUse(caller, also);
    await eachOfPair(may, async (caller) => {
      const who = `${route} as ${caller.label}`;
      const { response, here, inFirst } = await audited(caller, () => send(caller));
      expect(response.status, who).toBeLessThan(500);
      expect(inFirst, who).toBe(0);
      if (may(caller)) {
        expect(response.status, who).not.toBe(403);
        expect(here, who).toBe(0);
      } else {
        // An export that is opened as a page leads back to the list, of this account.
        const isSentBack = response.status === 303 && response.location?.includes(at("/")) === true;
        expect(response.status === 403 || isSentBack, `${who}: ${response.status} ${response.location}`).toBe(
          true,
        );
        expect(here, who).toBe(1);
      }
    });
  }
});

test("the first account is not there for somebody with a role in the second alone: no action, page or handler", async () => {
  for (const action of actionsOfBuild()) {
    const row = ACTIONS[action.name];
    if (row === undefined || OWN.has(row.asks) || action.page.startsWith("/all-accounts")) continue;
    const given = row.form === undefined ? { input: {} } : { form: row.form };
    const { response, inFirst } = await audited(guest, () => callAction(action, guest.cookie, given));
    expect([action.name, response.status, inFirst]).toEqual([action.name, 404, 0]);
  }
  for (const [route, asks] of Object.entries(PAGES)) {
    if (route === "/" || asks === "open" || route.startsWith("/all-accounts")) continue;
    const { status } = await call(addressOf(route), { headers: { cookie: guest.cookie } });
    expect([route, status]).toEqual([route, 404]);
  }
  for (const [route, { asks, method, query = "" }] of Object.entries(HANDLERS)) {
    if (asks === "open" || route.startsWith("/api/all-accounts")) continue;
    const { status } = await call(`${addressOf(route)}${query}`, {
      headers: { cookie: guest.cookie, origin: E2E.dashboardUrl },
      ...(method === undefined ? {} : { method, body: "x" }),
    });
    expect([route, status]).toEqual([route, 404]);
  }
});

test("each figure of all accounts is under the role in its account, and leads into that account", async () => {
  const page = await openPage("/all-accounts", { cookie: higherInSecond.cookie });
  const [here, there] = ["Main account", `Account ${SLUG}`].map((name) => page.getByRole("region", { name }));
  const gaps = (region: HTMLElement | undefined): number =>
    words(region ?? null).split("Your role there does not allow it").length - 1;
  expect([gaps(here), gaps(there)]).toEqual([2, 0]);
  const linksOf = (region: HTMLElement | undefined): string[] =>
    [...(region?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href") ?? "");
  expect(linksOf(there)).toContain(at("/refunds?status=UNKNOWN"));
  expect(linksOf(there).filter((href) => !href.startsWith(at("/") + "/"))).toEqual([]);
  expect(linksOf(here).filter((href) => href.startsWith("/a/"))).toEqual([]);

  // Nothing of an account that was closed between two requests.
  const name = `Account ${SLUG}`;
  await staff.db.query("update accounts set closed_at = now(), version = version + 1 where slug = $1", [
    SLUG,
  ]);
  for (const path of ["/all-accounts", "/all-accounts/queues?queue=unknown"]) {
    const { text } = await openPage(path, { cookie: higherInSecond.cookie });
    expect(text, path).not.toContain(name);
  }
});
