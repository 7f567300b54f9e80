import { type Browser, expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { freePort, startDashboardOn } from "./support/faulty-wire";
import { type Account, type LocalProvider, startIdentityProvider } from "./support/identity-provider";
import { openAccountMenu, newSession } from "./support/staff";

let provider: LocalProvider;
let dashboard: Awaited<ReturnType<typeof startDashboardOn>>;

test.beforeAll(async () => {
  const port = String(await freePort());
  provider = await startIdentityProvider(`http://127.0.0.1:${port}/api/auth/callback/oidc`);
  dashboard = await startDashboardOn(E2E.routingUrl, {
    PORT: port,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.clientId,
    OIDC_CLIENT_SECRET: provider.clientSecret,
    OIDC_NAME: "Acme ID",
  });
});
test.afterAll(async () => {
  await dashboard.stop();
  await provider.close();
});

async function comeBy(browser: Browser, account: Account, from = "/login", withScript = true): Promise<Page> {
  provider.comesAs(account);
  const context = await browser.newContext({ javaScriptEnabled: withScript });
  const page = await context.newPage();
  await page.goto(`${dashboard.url}${from}`);
  await page.getByRole("link", { name: "Continue with Acme ID" }).click();
  return page;
}

test("somebody who exists here comes in by the provider and lands where they wanted to go", async ({
  browser,
}) => {
  const page = await comeBy(browser, { email: "ops@example.com", email_verified: true }, "/refunds");
  await expect(page).toHaveURL(`${dashboard.url}/refunds`);
  await page.goto(`${dashboard.url}/account`);
  await expect(page.getByText("Identity provider").first()).toBeVisible();
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/login/);
  await page.context().close();
});

test("coming by the provider from another browser warns the person, and from a known one it does not", async ({
  browser,
}) => {
  const come = { email: "ops@example.com", email_verified: true };
  const own = await comeBy(browser, come);
  await expect(own).toHaveURL(`${dashboard.url}/payments`);
  const warnings = async (): Promise<number> => {
    await own.goto(`${dashboard.url}/notifications?about=account`);
    await expect(own.getByRole("heading", { level: 1 })).toBeVisible();
    return own.getByRole("main").getByRole("link", { name: "Sign-in from a new device" }).count();
  };
  const before = await warnings();
  await own.context().clearCookies({ name: /session-token/ });
  await own.goto(`${dashboard.url}/login`);
  provider.comesAs(come);
  await own.getByRole("link", { name: "Continue with Acme ID" }).click();
  await expect(own).toHaveURL(`${dashboard.url}/payments`);
  expect(await warnings()).toBe(before);
  const stranger = await comeBy(browser, come);
  await expect(stranger).toHaveURL(`${dashboard.url}/payments`);
  await expect.poll(warnings).toBe(before + 1);
  await stranger.context().close();
  await own.context().close();
});

test("coming by the provider works without any script", async ({ browser }) => {
  const page = await comeBy(browser, { email: "finance@example.com", email_verified: true }, "/login", false);
  await expect(page).toHaveURL(`${dashboard.url}/payments`);
  await page.context().close();
});

test("somebody whom nobody invited is refused in words, and an unverified e-mail is", async ({ browser }) => {
  const stranger = await comeBy(browser, { email: "stranger@example.com", email_verified: true });
  await expect(stranger.getByText("You have no account here")).toBeVisible();
  expect((await stranger.request.get(`${dashboard.url}/api/payments/x`)).status()).toBe(401);
  await stranger.context().close();
  const unverified = await comeBy(browser, { email: "admin@example.com", email_verified: false });
  await expect(unverified.getByText("Your email is not verified")).toBeVisible();
  expect((await unverified.request.get(`${dashboard.url}/api/payments/x`)).status()).toBe(401);
  await unverified.context().close();
});

test("somebody deactivated is refused in words", async ({ browser }) => {
  const admin = await newSession(browser, "admin", dashboard.url);
  await admin.goto(`${dashboard.url}/people`);
  await admin.getByRole("link", { name: "Sandbox support", exact: true }).click();
  await admin.getByRole("button", { name: "Deactivate" }).click();
  await admin.getByRole("alertdialog").getByRole("button", { name: "Deactivate" }).click();
  await expect(admin.getByText("Deactivated. All sessions ended.")).toBeVisible();
  await admin.context().close();
  const page = await comeBy(browser, { email: "support@example.com", email_verified: true });
  await expect(page.getByText("Your account is deactivated")).toBeVisible();
  await page.context().close();
});

test("a provider's answer that nobody requested signs nobody in", async ({ page }) => {
  await page.goto(`${dashboard.url}/api/auth/callback/oidc?code=made-up&state=made-up`);
  await expect(page.getByText("Sign-in with Acme ID failed")).toBeVisible();
  expect((await page.request.get(`${dashboard.url}/api/payments/x`)).status()).toBe(401);
});
