import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { call } from "./support/direct";
import { startDashboardOn } from "./support/faulty-wire";
import {
  openAs,
  openPage,
  type PageOverHttp,
  submitForm,
  type Submitted,
  words,
} from "./support/page-over-http";

const EMAIL = "support@example.com";

/** Sends the form of the sign-in page as it works without any script, again where too many come at once. */
async function enter(page: PageOverHttp, email: string, password: string, cookie = ""): Promise<Submitted> {
  const form = page.getByLabelText("Password").closest("form");
  if (form === null) throw new Error("the page has no form");
  const sent = await submitForm(page, form, { email, password }, { cookie });
  if (!/Too many sign-ins at once.* in 1 s\./.test(sent.page.html)) return sent;
  await sleep(1_500);
  return submitForm(page, form, { email, password }, { cookie });
}

/** Opens an address without a session, signs in on the page that it leads to, and says where that led. */
async function signInFrom(address: string, email = EMAIL): Promise<string> {
  const page = await openPage(address);
  expect(page.status, address).toBe(200);
  expect(page.path, address).toMatch(/^\/login/);
  const { location, cookie } = await enter(page, email, E2E.password);
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
