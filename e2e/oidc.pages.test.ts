import { within } from "@testing-library/dom";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { Staff } from "./support/direct";
import type { OwnDashboard } from "./support/faulty-wire";
import { type Account, type LocalProvider, startDashboardWithProvider } from "./support/identity-provider";
import { openPage, type PageOverHttp } from "./support/page-over-http";

let provider: LocalProvider;
let dashboard: OwnDashboard;
let staff: Staff;

beforeAll(async () => {
  ({ provider, dashboard } = await startDashboardWithProvider());
  staff = new Staff(dashboard);
});
afterAll(async () => {
  await staff.db.end();
  await dashboard.stop();
  await provider.close();
});

/** The cookies of a browser without scripts: for one host, whatever the port. */
type Cookies = Map<string, string>;

const headerOf = (cookies: Cookies): string => [...cookies].map((one) => one.join("=")).join("; ");

/** Follows the link to the provider and all redirects; returns the page where that ends. */
async function comeBy(account: Account, cookies: Cookies = new Map()): Promise<PageOverHttp> {
  provider.comesAs(account);
  const login = await openPage("/login", { dashboardUrl: dashboard.url });
  const link = login.getByRole("link", { name: "Continue with Acme ID" }).getAttribute("href") ?? "";
  let address = new URL(link, dashboard.url);
  for (let hops = 0; hops < 20; hops += 1) {
    const response = await fetch(address, { headers: { cookie: headerOf(cookies) }, redirect: "manual" });
    for (const one of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) break;
    address = new URL(location, address);
  }
  return openPage(address.href, { cookie: headerOf(cookies) });
}

/** Whether a browser with these cookies is signed in. */
async function isSignedIn(cookies: Cookies): Promise<boolean> {
  const response = await fetch(`${dashboard.url}/api/notifications/unread`, {
    headers: { cookie: headerOf(cookies) },
  });
  return response.status === 200;
}

test("coming by the provider works without any script; another browser warns the person, and a known one does not", async () => {
  const ops = { email: "ops@example.com", email_verified: true };
  const own: Cookies = new Map();
  const warnings = async (): Promise<number> => {
    const session = { cookie: await staff.as("ops"), dashboardUrl: dashboard.url };
    const main = (await openPage("/notifications?about=account", session)).getByRole("main");
    return within(main).queryAllByRole("link", { name: /Sign-in from a new device/ }).length;
  };
  expect((await comeBy(ops, own)).path).toBe("/payments");
  expect(await isSignedIn(own)).toBe(true);
  own.delete("next-auth.session-token");
  expect((await comeBy(ops, own)).path).toBe("/payments");
  expect((await comeBy(ops)).path).toBe("/payments");
  await vi.waitUntil(async () => (await warnings()) > 0, { timeout: 60_000, interval: 250 });
  expect(await warnings()).toBe(1);
});

test("somebody whom nobody invited, an unverified e-mail and somebody deactivated are refused in words", async () => {
  await staff.db.query("update people set deactivated_at = now() where email = 'support@example.com'");
  for (const [email, isVerified, words] of [
    ["stranger@example.com", true, "You have no account here"],
    ["admin@example.com", false, "Your email is not verified"],
    ["support@example.com", true, "Your account is deactivated"],
  ] as const) {
    const cookies: Cookies = new Map();
    const page = await comeBy({ email, email_verified: isVerified }, cookies);
    page.getByText(new RegExp(words));
    expect(await isSignedIn(cookies), email).toBe(false);
  }
});

test("a provider's answer that nobody requested signs nobody in", async () => {
  const response = await fetch(`${dashboard.url}/api/auth/callback/oidc?code=made-up&state=made-up`);
  expect(await response.text()).toContain("Sign-in with Acme ID failed");
  expect(response.headers.getSetCookie().join()).not.toMatch(/session-token=[^;]/);
});
