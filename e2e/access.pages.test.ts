import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ALWAYS_ALLOWED, type Permission, PERMISSIONS, roleAllows, type Role } from "../lib/can";
import { E2E } from "../tools/testing/e2e-stack";
import { type ActionRow, ACTIONS, type Asks, HANDLERS, PAGES } from "./support/access-table";
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
  routesOfBuild,
  Staff,
} from "./support/direct";

/** Every address and server action of the build, called directly by every kind of caller (failures 33 to 35). */
let staff: Staff;
let signedIn: Caller[];
let outsiders: Caller[];

beforeAll(async () => {
  staff = new Staff();
  [signedIn, outsiders] = await Promise.all([staff.ofEachRole(), staff.outsiders()]);
});
afterAll(() => staff.db.end());

function mayUse(role: Role | null, asks: Asks, also?: Asks, or: readonly Permission[] = []): boolean {
  if (also !== undefined && !mayUse(role, also)) return false;
  if (or.some((one) => mayUse(role, one))) return true;
  return asks === "open" || (role !== null && (asks === "self" || roleAllows(role, asks)));
}

/** Runs one call and counts the refusals that it added to the audit log for its caller. */
async function audited(
  caller: Caller,
  work: () => Promise<DirectResponse>,
): Promise<{ response: DirectResponse; refusals: number }> {
  const before = await staff.refusalsOf(caller);
  const response = await work();
  return { response, refusals: (await staff.refusalsOf(caller)) - before };
}

/**
 * Calls an action: allowed roles get to its input, and others are refused and audited. `refusal`: what they got; null for
 * allowed ones. `refusals`: those in the audit log.
 */
async function expectItsRoles(
  action: Action,
  { asks, also, form }: ActionRow,
  caller: Caller,
): Promise<{ refusal: string | null; refusals: number }> {
  const what = `${action.name} as ${caller.label}`;
  const given = form === undefined ? { input: {} } : { form };
  const { response, refusals } = await audited(caller, () => callAction(action, caller.cookie, given));
  expect(response.status, `${what}: ${response.text}`).toBe(200);
  const isRefused = returned(response).includes('"kind":"forbidden"');
  if (mayUse(caller.role, asks, also)) {
    expect(isRefused, what).toBe(false);
    return { refusal: null, refusals };
  }
  expect(isRefused, `${what}: ${response.text}`).toBe(true);
  // If the page is rendered again with the response, that is refused too.
  expect(refusals, `${what}: audited`).toBeGreaterThanOrEqual(1);
  return { refusal: returned(response), refusals };
}

/** Two refusals of the same thing to two people must be identical. */
function expectAlike(refusals: { who: string; text: string }[], what: string): void {
  const [first] = refusals;
  for (const { who, text } of refusals) expect(text, `${what} as ${who}`).toBe(first?.text);
}

test("every action, page and handler of the build has somebody who said who may use it", () => {
  const { pages, handlers } = routesOfBuild();
  expect(
    actionsOfBuild()
      .map(({ name }) => name)
      .sort(),
  ).toEqual(Object.keys(ACTIONS).sort());
  expect(pages).toEqual(Object.keys(PAGES).sort());
  expect(handlers).toEqual(Object.keys(HANDLERS).sort());
});

/**
 * Composed roles for something that needs these permissions: one with exactly them, and for each of them one with all
 * permissions but it. That no smaller role is allowed follows from these: a permission only ever adds to a role. `or`: each of these
 * is enough instead, so it has a role of its own, and the one without a permission has none of them.
 */
function rolesFor(needed: readonly Permission[], or: readonly Permission[] = []): Promise<Caller[]> {
  const withheld = needed.filter((permission) => permission !== ALWAYS_ALLOWED);
  const others = withheld.map((permission) =>
    PERMISSIONS.filter((other) => other !== permission && !or.includes(other)),
  );
  const alone = or.map((permission) => [permission]);
  return Promise.all([needed, ...alone, ...others].map((permissions) => composed(permissions)));
}

/** Callers by their permissions, each made when it is first needed. */
const callers = new Map<string, Promise<Caller>>();

function composed(permissions: readonly Permission[]): Promise<Caller> {
  const key = permissions.join(" ");
  const caller = callers.get(key) ?? staff.ofComposed(permissions);
  callers.set(key, caller);
  return caller;
}

/** Calls of different people run beside one another: each counts its own refusals. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const lane = async (): Promise<void> => {
    for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) await work(one);
  };
  await Promise.all(Array.from({ length: 4 }, lane));
}

function neededFor(asks: Asks, also?: Asks): Permission[] {
  return [asks, also].filter(
    (one): one is Permission => one !== undefined && one !== "self" && one !== "open",
  );
}

let turn = 0;

/** Somebody without a session, and one of those whose session is worthless. */
function twoOutsiders(): Caller[] {
  turn += 1;
  const [signedOut, ...others] = outsiders;
  return [signedOut, others[turn % others.length]].filter((caller) => caller !== undefined);
}

test("every server action, called directly: roles with its permissions alone get to its input, those that lack one get one and the same refusal, audited", async () => {
  for (const action of actionsOfBuild()) {
    const row = ACTIONS[action.name];
    if (row === undefined || row.asks === "open") continue;
    const presets = pairOf(signedIn, ({ role }) => mayUse(role, row.asks, row.also));
    const refused: { who: string; text: string }[] = [];
    await each([...presets, ...(await rolesFor(neededFor(row.asks, row.also)))], async (caller) => {
      const { refusal, refusals } = await expectItsRoles(action, row, caller);
      if (refusal !== null) refused.push({ who: caller.label, text: refusal });
      // A composed role may lack what the page needs, which is rendered again with the response.
      else if (presets.includes(caller)) expect(refusals, `${action.name} as ${caller.label}`).toBe(0);
    });
    expectAlike(refused, action.name);
  }
});

test("every page: a composed role with its permission alone may open it, one with all others may not", async () => {
  for (const [route, asks] of Object.entries(PAGES)) {
    if (asks === "open") continue;
    await each(await rolesFor(neededFor(asks)), (caller) => expectPage(route, asks, caller));
  }
});

test("the pages of every role work with each permission alone", async () => {
  const single = await Promise.all(PERMISSIONS.map((permission) => composed([permission])));
  for (const [route, asks] of Object.entries(PAGES)) {
    if (asks !== "self" && asks !== ALWAYS_ALLOWED) continue;
    await each(single, (caller) => expectPage(route, asks, caller));
  }
});

async function expectPage(route: string, asks: Asks, caller: Caller): Promise<void> {
  const what = `${route} as ${caller.label}`;
  const { response, refusals } = await audited(caller, () =>
    call(addressOf(route), { headers: { cookie: caller.cookie } }),
  );
  // Softly: one run shows every page that a role breaks.
  expect.soft(response.status, what).toBeLessThan(500);
  if (mayUse(caller.role, asks)) expect.soft(refusals, `${what}: refusals`).toBe(0);
  else expect.soft(refusals, `${what}: refusals`).toBeGreaterThanOrEqual(1);
}

test("every route handler: a composed role with its permissions alone may use it, one that lacks one of them may not", async () => {
  for (const [route, { asks, or, also, method, query = "" }] of Object.entries(HANDLERS)) {
    if (asks === "open") continue;
    await each(await rolesFor(neededFor(asks, also), or), async (caller) => {
      const what = `${route} as ${caller.label}`;
      const headers = { cookie: caller.cookie, origin: E2E.dashboardUrl };
      const { response, refusals } = await audited(caller, () =>
        call(`${addressOf(route)}${query}`, {
          headers,
          ...(method === undefined ? {} : { method, body: "x" }),
        }),
      );
      expect.soft(response.status, `${what}: ${response.text}`).toBeLessThan(500);
      if (mayUse(caller.role, asks, also, or)) return expect.soft(refusals, what).toBe(0);
      const isSentAway = response.status === 303 || response.status === 307;
      expect
        .soft(response.status === 403 || isSentAway, `${what}: ${response.status} ${response.text}`)
        .toBe(true);
      expect.soft(refusals, what).toBeGreaterThanOrEqual(1);
    });
  }
});

/** Actions whose response has no kind: what they return to a caller who is not signed in. */
const WITHOUT_KIND: Readonly<Record<string, RegExp>> = {
  seeNoticesAction: /^"\$undefined"$/,
};

test("every server action, called by somebody who is not signed in or no longer is, says so and does nothing else", async () => {
  for (const action of actionsOfBuild()) {
    const row = ACTIONS[action.name];
    if (row === undefined || row.asks === "open") continue;
    const given = row.form === undefined ? { input: {} } : { form: row.form };
    const responses: { who: string; text: string }[] = [];
    for (const caller of twoOutsiders()) {
      const { response, refusals } = await audited(caller, () => callAction(action, caller.cookie, given));
      expect(response.status, `${action.name} as ${caller.label}: ${response.text}`).toBe(200);
      expect(refusals, `${action.name} as ${caller.label}`).toBe(0);
      responses.push({ who: caller.label, text: returned(response) });
    }
    expect(responses[0]?.text, action.name).toMatch(WITHOUT_KIND[action.name] ?? /"kind":"signed_out"/);
    expectAlike(responses, action.name);
  }
});

test("every page: what a role may not see is refused and audited, outsiders are sent to sign in, and each answer has the headers and a nonce of its own", async () => {
  const nonces = new Set<string>();
  let responses = 0;
  for (const [route, asks] of Object.entries(PAGES)) {
    for (const caller of [...pairOf(signedIn, ({ role }) => mayUse(role, asks)), ...twoOutsiders()]) {
      const what = `${route} as ${caller.label}`;
      const { response, refusals } = await audited(caller, () =>
        call(addressOf(route), { headers: { cookie: caller.cookie } }),
      );
      expect(response.status, what).toBeLessThan(500);
      if (caller.role === null && asks !== "open") {
        expect(response.status, what).toBeGreaterThanOrEqual(300);
        expect(response.location, what).toMatch(/^(http:\/\/127\.0\.0\.1:[0-9]+)?\/login/);
        continue;
      }
      if (mayUse(caller.role, asks)) expect(refusals, `${what}: refusals`).toBe(0);
      else expect(refusals, `${what}: refusals`).toBeGreaterThanOrEqual(1);
      if (response.status >= 300 && response.status < 400) continue;
      nonces.add(expectSafe(response, what));
      responses += 1;
    }
  }
  expect(nonces.size).toBe(responses);
});

/** The policy allows no script without its nonce, and every script of the page has it. Returns the nonce. */
function expectSafe({ headers, text }: DirectResponse, what: string): string {
  const policy = headers.get("content-security-policy") ?? "";
  const [, scripts = ""] = /script-src ([^;]*)/.exec(policy) ?? [];
  expect(scripts, what).not.toMatch(/unsafe-inline|unsafe-eval|https?:|\*|data:/);
  const [, nonce = ""] = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(scripts) ?? [];
  expect(nonce, what).not.toBe("");
  const scriptTags = text.match(/<script\b[^>]*>/g) ?? [];
  expect(
    scriptTags.filter((tag) => !tag.includes(`nonce="${nonce}"`)),
    what,
  ).toEqual([]);
  expect(text, what).not.toMatch(/<[^>]+\son[a-z]+=["']|href=["']?javascript:/i);
  for (const directive of [
    "default-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]) {
    expect(policy, what).toContain(directive);
  }
  expect(headers.get("x-content-type-options"), what).toBe("nosniff");
  expect(headers.get("x-frame-options"), what).toBe("DENY");
  expect(headers.get("referrer-policy"), what).toBe("same-origin");
  expect(headers.get("x-powered-by"), what).toBeNull();
  return nonce;
}

test("every kind of outsider is one to a page, an action and a handler", async () => {
  const [action] = actionsOfBuild().filter(({ name }) => name === "cancelPaymentAction");
  if (action === undefined) throw new Error("there is no such action");
  for (const caller of outsiders) {
    const page = await call("/payments", { headers: { cookie: caller.cookie } });
    expect([caller.label, page.location?.includes("/login")]).toEqual([caller.label, true]);
    const response = await callAction(action, caller.cookie, { input: {} });
    expect(returned(response), caller.label).toMatch(/"kind":"signed_out"/);
    const handler = await call("/api/payments/x", { headers: { cookie: caller.cookie } });
    expect([caller.label, handler.status]).toEqual([caller.label, 401]);
  }
});

test("an unknown address under /api is refused in words, for everybody and every method", async () => {
  for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
    const response = await call("/api/none/such", { method, headers: { origin: E2E.dashboardUrl } });
    expect([method, response.status, response.text]).toEqual([method, 404, '{"kind":"not_found"}']);
    expect(response.headers.get("cache-control"), method).toBe("no-store");
  }
});

test("every route handler: 403 and one audit row for a role that may not, 401 for outsiders, nothing that a cache may keep", async () => {
  for (const [route, { asks, or, also, method, query = "" }] of Object.entries(HANDLERS)) {
    if (asks === "open") continue;
    for (const caller of [
      ...pairOf(signedIn, ({ role }) => mayUse(role, asks, also, or)),
      ...twoOutsiders(),
    ]) {
      const what = `${route} as ${caller.label}`;
      const headers = { cookie: caller.cookie, origin: E2E.dashboardUrl };
      const { response, refusals } = await audited(caller, () =>
        call(`${addressOf(route)}${query}`, {
          headers,
          ...(method === undefined ? {} : { method, body: "x" }),
        }),
      );
      expect(response.status, `${what}: ${response.text}`).toBeLessThan(500);
      const isSentAway = response.status === 303 || response.status === 307;
      if (caller.role === null) {
        expect(response.status === 401 || (isSentAway && response.location?.includes("/login")), what).toBe(
          true,
        );
        expect(refusals, what).toBe(0);
      } else if (mayUse(caller.role, asks, also, or)) {
        expect(response.status, `${what}: ${response.text}`).not.toBe(403);
        expect(refusals, what).toBe(0);
      } else {
        expect(response.status === 403 || isSentAway, `${what}: ${response.status} ${response.text}`).toBe(
          true,
        );
        expect(refusals, what).toBe(1);
      }
      if (!isSentAway && route.startsWith("/api/")) {
        expect(response.headers.get("cache-control") ?? "", what).toMatch(/no-store|private/);
        expect(response.headers.get("content-security-policy"), what).toContain("default-src 'none'");
        expect(response.headers.get("x-content-type-options"), what).toBe("nosniff");
      }
    }
  }
});

test("a cross-site call, one without Origin, and one that dresses up as another host change nothing (failure 34)", async () => {
  const [admin] = signedIn.filter(({ role }) => role === "admin");
  const action = actionsOfBuild().find(({ name }) => name === "inviteAction");
  if (admin === undefined || action === undefined) throw new Error("nobody to call, or nothing");
  const email = `never.${admin.userId}@example.com`;
  const given = { form: { name: "Never", email, role: "admin" } };
  const evil = "http://evil.example";
  const dresses: Record<string, string>[] = [
    { origin: evil },
    { origin: "null" },
    { origin: evil, "x-forwarded-host": "evil.example" },
    { origin: evil, "x-forwarded-host": "evil.example", "x-forwarded-proto": "https" },
    { origin: evil, forwarded: "host=evil.example" },
    { origin: evil, "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { origin: `${E2E.dashboardUrl}.evil.example` },
    { origin: E2E.dashboardUrl.replace("127.0.0.1", "127.0.0.1@evil.example") },
    { origin: evil, "sec-fetch-site": "same-origin" },
  ];
  for (const dress of dresses) {
    const response = await callAction(action, admin.cookie, given, dress);
    expect(response.status, JSON.stringify(dress)).toBe(403);
  }
  const invited = async (): Promise<number | null> =>
    (await staff.db.query("select 1 from people where email = $1", [email])).rowCount;
  expect(await invited()).toBe(0);
  // The same call without forged headers succeeds: those above were refused for their headers.
  await callAction(action, admin.cookie, given);
  expect(await invited()).toBe(1);
});

test("no header talks the front out of sending outsiders to sign in, or shows a page to them", async () => {
  const dresses: Record<string, string>[] = [
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-middleware-subrequest-id": "1", "x-middleware-next": "1" },
    { "x-middleware-rewrite": "/payments" },
    { "x-original-url": "/login", "x-rewrite-url": "/login" },
    { "x-invoke-path": "/payments", "x-matched-path": "/payments", "x-now-route-matches": "1" },
    { "x-paydeck-path": "/login" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1" },
    { "x-nextjs-data": "1" },
    { "x-prerender-revalidate": "1", purpose: "prefetch" },
    { cookie: "next-auth.session-token=; __Secure-next-auth.session-token=x" },
    { authorization: "Bearer admin", "x-user-id": "admin", "x-forwarded-user": "admin" },
  ];
  for (const dress of dresses) {
    for (const path of ["/people", "/keys", "/payments"]) {
      const response = await call(path, { headers: dress });
      const what = `${path} ${JSON.stringify(dress)}`;
      expect(response.status, what).toBeLessThan(500);
      expect(response.text, what).not.toMatch(/@example\.com|sandbox_key/);
      if (response.status === 200) expect(response.text, what).toMatch(/NEXT_REDIRECT|\/login/);
    }
    const api = await call("/api/payments/x", { headers: dress });
    // Next.js redirects requests for a page's data to the same address with a marker.
    const isMarked = api.status === 307 && /^\/api\/payments\/x\?_rsc/.test(api.location ?? "");
    expect(api.status === 401 || isMarked, `${JSON.stringify(dress)}: ${api.status} ${api.location}`).toBe(
      true,
    );
  }
});

test("an upgrade to a web socket goes through the front like any request, and is answered", async () => {
  for (const method of ["GET", "TRACE"]) {
    const socket = connect(E2E.dashboardPort, "127.0.0.1");
    // Not ended: a client that ends its side may be gone before a busy server has answered.
    socket.write(
      `${method} /people HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
    );
    const [response] = (await once(socket, "data")) as [Buffer];
    socket.destroy();
    expect(response.toString("latin1"), method).toMatch(/^HTTP\/1\.1 [34]/);
  }
});

test("the headers of a page never say another host than ours back", async () => {
  for (const path of ["/payments", "/", "/login"]) {
    const response = await call(path, {
      headers: { "x-forwarded-host": "evil.example", "x-forwarded-proto": "https", "x-forwarded-port": "1" },
    });
    expect(`${response.location ?? ""}${response.text}`, path).not.toContain("evil.example");
  }
});

test("the image optimiser is off, and no source map, environment or build file is served", async () => {
  for (const path of [
    "/_next/image?url=%2Ficon.svg&w=64&q=75",
    "/_next/image?url=http%3A%2F%2F169.254.169.254%2F&w=64&q=75",
    "/.env",
    "/package.json",
    "/.next/BUILD_ID",
    "/_next/server/server-reference-manifest.json",
    "/_next/static/../server/server-reference-manifest.json",
    "/..%2f..%2f..%2fetc%2fpasswd",
  ]) {
    const response = await call(path, { headers: { cookie: signedIn[0]?.cookie ?? "" } });
    expect(response.status, path).toBeGreaterThanOrEqual(300);
    expect(response.status, path).toBeLessThan(500);
  }
});
