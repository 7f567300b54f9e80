import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { within } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { actionNamed, call, callAction, Staff } from "./support/direct";
import { startDashboardOn } from "./support/faulty-wire";
import {
  cookieOf,
  openAs,
  openPage,
  type PageOverHttp,
  submitForm,
  type Submitted,
  words,
} from "./support/page-over-http";
import { addAccount, closeAccount } from "./support/second-account";

const EMAIL = "support@example.com";

/** Sends the form of the sign-in page as it works without any script, again where too many come at once. */
async function enter(page: PageOverHttp, email: string, password: string, cookie = ""): Promise<Submitted> {
  const form = formWith(page, "Password");
  const sent = await submitForm(page, form, { email, password }, { cookie });
  if (!/Too many sign-ins at once.* in 1 s\./.test(sent.page.html)) return sent;
  await sleep(1_500);
  return submitForm(page, form, { email, password }, { cookie });
}

function formWith(page: PageOverHttp, label: string): HTMLFormElement {
  const form = page.getByLabelText(label).closest("form");
  if (form === null) throw new Error("the page has no form");
  return form;
}

/** Opens an address without a session, signs in on the page that it leads to, and says where that led. */
async function signInFrom(address: string, email = EMAIL, password: string = E2E.password): Promise<string> {
  const page = await openPage(address);
  expect(page.status, address).toBe(200);
  expect(page.path, address).toMatch(/^\/login/);
  const { location, cookie } = await enter(page, email, password);
  expect(cookie).toContain("session-token");
  return (await openPage(location ?? "", { cookie })).path;
}

const alertOf = (page: PageOverHttp): string => words(page.getByRole("alert"));

test("no page opens without signing in, and signing in leads to the page that was asked for, with its filter", async () => {
  for (const address of [
    "/payments?reference=ORDER%201",
    `/payments?reference=${encodeURIComponent("日本")}`,
    "/bulk/00000000-0000-4000-8000-000000000000?rows=failed&after=50",
    "/bulk/new?kind=lookup",
    "/audit?action=bulk_started&cursor=77",
    "/webhooks/deliveries?status=FAILED",
  ]) {
    const location = new URL(await signInFrom(address, "admin@example.com"), E2E.dashboardUrl);
    const wanted = new URL(address, E2E.dashboardUrl);
    expect(location.pathname).toBe(wanted.pathname);
    expect([...location.searchParams]).toEqual([...wanted.searchParams]);
  }
});

test("a session that has ended leads to the sign-in page by a real redirect", async () => {
  const response = await call("/refunds", { headers: { cookie: "next-auth.session-token=ended" } });
  expect([response.status, response.location]).toEqual([
    307,
    expect.stringContaining("/login?from=%2Frefunds"),
  ]);
});

test("an address that is too long to keep leads to sign-in, and to the start page after it", async () => {
  // The second of signs that become three times as long.
  for (const value of ["a".repeat(10_000), "=".repeat(3_900)])
    expect(await signInFrom(`/payments?reference=${value}`)).toBe("/payments");
});

test("a place of another site, or of none, is never where sign-in leads, also when signed in already", async () => {
  for (const from of ["//evil.example/x", "/日本", "/%E2%80%8B", "/.//evil.example/a"]) {
    const address = `/login?from=${encodeURIComponent(from)}`;
    expect(await signInFrom(address), from).toBe("/payments");
    expect((await openAs("support", address)).path, from).toBe("/payments");
  }
});

test("a wrong password and an unknown e-mail are shown in the same words, and the e-mail stays typed", async () => {
  const login = await openPage("/login");
  const shown: string[] = [];
  for (const email of [EMAIL, "nobody@example.com"]) {
    const { page } = await enter(login, email, "test-wrong-password");
    shown.push(alertOf(page));
    expect(page.getByLabelText<HTMLInputElement>("Email").value).toBe(email);
  }
  expect(shown[0]).toContain("Incorrect email or password");
  expect(shown[1]).toBe(shown[0]);
});

test("a locked e-mail says so, with how long it lasts, whether anybody has it or not", async () => {
  const login = await openPage("/login");
  const email = `nobody.${Date.now()}@example.com`;
  let shown = "";
  for (let attempt = 1; attempt <= 11; attempt += 1)
    shown = alertOf((await enter(login, email, "test-wrong-password")).page);
  expect(shown).toContain("Too many attempts");
  expect(shown).toContain("locked for 15 more minutes");
});

test("a network whose tries keep failing is refused for a while, in words and by the status", async () => {
  const dashboard = await startDashboardOn(E2E.routingUrl, { SIGN_IN_FAILURES_PER_NETWORK: "2" });
  try {
    const login = await openPage("/login", { dashboardUrl: dashboard.url });
    const statuses: number[] = [];
    let shown = "";
    for (const name of ["one", "two", "three"]) {
      const { status, page } = await enter(login, `${name}@example.com`, "test-wrong-password");
      statuses.push(status);
      shown = alertOf(page);
    }
    expect(statuses).toEqual([200, 200, 429]);
    expect(shown).toContain("Sign-in from your network is paused for 15 more minutes");
  } finally {
    await dashboard.stop();
  }
});

test("a flood of sign-ins is refused with a time to come back, the form says so, and afterwards signs in", async () => {
  // Its own dashboard: other tests sign in meanwhile.
  const dashboard = await startDashboardOn(E2E.routingUrl);
  try {
    const login = await openPage("/login?from=%2Frefunds", { dashboardUrl: dashboard.url });
    const flood = (): Promise<Response[]> =>
      Promise.all(
        Array.from({ length: 60 }, () =>
          fetch(`${dashboard.url}/api/auth/callback/credentials`, {
            method: "POST",
            headers: { origin: dashboard.url },
            body: new URLSearchParams({ email: "nobody@example.com" }),
          }),
        ),
      );
    const refused = (await flood()).find(({ status }) => status === 429);
    expect(Number(refused?.headers.get("retry-after"))).toBeGreaterThan(0);
    await vi.waitUntil(
      async () => {
        const form = formWith(login, "Password");
        const values = { email: EMAIL, password: "test-wrong-password" };
        const [{ page }] = await Promise.all([submitForm(login, form, values), flood()]);
        return page.html.includes("Too many sign-ins at once");
      },
      { timeout: 60_000 },
    );
    const { location, cookie } = await enter(login, EMAIL, E2E.password);
    const session = { cookie, dashboardUrl: dashboard.url };
    expect((await openPage(location ?? "", session)).path).toBe("/refunds");
  } finally {
    await dashboard.stop();
  }
});

test("a sign-in leaves a cookie by which the next one warns of no new device; another device warns", async () => {
  const staff = new Staff();
  const person = await staff.newcomerWithPassword("ops");
  await staff.db.end();
  const login = await openPage("/login");
  const deviceOf = ({ setCookies }: Submitted): string | undefined =>
    setCookies.find((one) => one.startsWith("paydeck-device="));
  const warnings = async (): Promise<HTMLElement[]> => {
    const main = (await openPage("/notifications?about=account", person)).getByRole("main");
    return within(main).queryAllByRole("link", { name: /Sign-in from a new device/ });
  };
  expect(deviceOf(await enter(login, person.email, "test-wrong-password"))).toBeUndefined();
  const device = deviceOf(await enter(login, person.email, E2E.password)) ?? "";
  expect(device).toMatch(/; Path=\/;/i);
  expect(device).toMatch(/; HttpOnly/i);
  expect(device).toMatch(/; SameSite=Lax/i);
  expect(Number(/; Max-Age=(\d+)/i.exec(device)?.[1])).toBeGreaterThan(365 * 24 * 60 * 60);

  const [known = ""] = device.split(";");
  expect(deviceOf(await enter(login, person.email, E2E.password, known))?.split(";")[0]).toBe(known);
  expect(deviceOf(await enter(login, person.email, E2E.password))).not.toContain(known);
  const warning = await vi.waitUntil(async () => (await warnings())[0], { timeout: 60_000, interval: 250 });
  expect(words(warning)).toContain("change your password");
  expect(warning.getAttribute("href")).toBe("/account");
  expect(await warnings()).toHaveLength(1);
});

test("security notices are on every page of the person until they mark them as seen", async () => {
  const staff = new Staff();
  const person = await staff.newcomer("support");
  await staff.db.query("insert into account_notices (person_id, at, kind) values ($1, now(), 'wrong_code')", [
    person.userId,
  ]);
  await staff.db.end();
  const banner = /1 security notice about your account/;
  for (const path of ["/payments", "/refunds"]) (await openPage(path, person)).getByText(banner);
  const account = await openPage("/account", person);
  const notices = within(account.getByRole("list", { name: /Security notices/ }));
  expect(notices.getAllByRole("listitem").map(words)).toEqual([
    expect.stringContaining("Wrong code entered"),
  ]);
  const form = account.getByRole("button", { name: "Mark as seen" }).closest("form");
  if (form === null) throw new Error("the page has no form");
  await submitForm(account, form, {}, person);
  expect((await openPage("/payments", person)).queryByText(banner)).toBeNull();
  (await openPage("/account", person)).getByRole("list", { name: /Security notices/ });
});

test("somebody who is invited to a further account alone is led there from wherever they sign in, as long as they have a role", async () => {
  const { slug } = await addAccount(`alone-${randomUUID().slice(0, 8)}`, ["admin"]);
  const there = `/a/${slug}/payments`;
  const email = `nila.${randomUUID()}@example.com`;
  const password = "violet-tram-otter-42";
  const admin = { cookie: await cookieOf("admin") };
  const staff = new Staff();
  const schemaOf = await staff.db.query<{ schema: string }>(
    "select 'account_' || id as schema from accounts where slug = $1",
    [slug],
  );
  const [{ schema } = { schema: "" }] = schemaOf.rows;
  try {
    const invited = await callAction(actionNamed("inviteAction"), admin.cookie, {
      form: { name: "Nila", email, role: "finance", account: slug },
    });
    const [link = ""] = /\/invitation\/[\w-]+/.exec(invited.text) ?? [];
    const welcome = await openPage(link);
    const accepted = await submitForm(welcome, formWith(welcome, "New password"), { password });
    const start = await openPage(accepted.location ?? "", accepted);
    expect(start.path).toBe(there);
    expect(start.document.documentElement.getAttribute("data-account")).toBe(slug);
    expect(words((await openPage("/people", admin)).getByRole("row", { name: new RegExp(email) }))).toContain(
      "Other accounts",
    );

    for (const from of ["", "/payments", "/refunds?status=x", "/a/nowhere/payments"])
      expect(await signInFrom(`/login?from=${encodeURIComponent(from)}`, email, password), from).toBe(there);
    expect(await signInFrom(`/a/${slug}/refunds`, email, password)).toBe(`/a/${slug}/refunds`);
    for (const path of ["/", "/login"]) expect((await openPage(path, accepted)).path).toBe(there);
    const missing = await openPage("/payments", accepted);
    expect(missing.status).toBe(404);
    expect(missing.html).not.toContain("Main account");

    const changed = await callAction(
      { ...actionNamed("changePasswordAction"), page: `/a/${slug}/account` },
      accepted.cookie,
      { form: { current: password, next: `${password}-new` } },
    );
    expect(changed.text).toContain('"changed"');
    expect(await signInFrom("/login", email, `${password}-new`)).toBe(there);

    await staff.db.query(`update ${schema}.people set deactivated_at = now() where email = $1`, [email]);
    const login = await openPage("/login");
    const { location, cookie } = await enter(login, email, `${password}-new`);
    (await openPage(location ?? "", { cookie })).getByRole("heading", {
      name: "You have no role in any account",
    });
    await staff.db.query("update people set deactivated_at = null where email = $1", [email]);
    expect(await signInFrom("/login", email, `${password}-new`)).toBe("/payments");
  } finally {
    await staff.db.end();
    await closeAccount(slug);
  }
});

test("a cookie that was planted before is worth nothing after signing in", async () => {
  const name = "next-auth.session-token";
  const planted = `${name}=planted-by-somebody-else`;
  const { cookie } = await enter(await openPage("/login"), EMAIL, E2E.password, planted);
  const set = cookie.split("; ").filter((one) => one.startsWith(`${name}=`));
  expect(set).toHaveLength(1);
  expect(set).not.toContain(planted);
  expect((await call("/api/payments/x", { headers: { cookie: planted } })).status).toBe(401);
  expect((await call("/api/payments/x", { headers: { cookie } })).status).toBe(200);
});

test("the sign-in's own handler reads forms, and refuses what it would stumble over", async () => {
  const response = await call("/api/auth/callback/credentials", {
    method: "POST",
    headers: { origin: E2E.dashboardUrl, "content-type": "application/json" },
    body: "{",
  });
  expect(response.status).toBe(415);
});
