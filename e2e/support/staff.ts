import { type Browser, type BrowserContext, expect, type Locator, type Page } from "@playwright/test";
import { E2E } from "../../tools/testing/e2e-stack";
import { dashboardAt, Staff } from "./direct";

export type StaffRole = "support" | "ops" | "finance" | "admin";

/** Earlier sessions, by dashboard and role. */
const sessions = new Map<string, SessionCookie>();

type SessionCookie = Parameters<BrowserContext["addCookies"]>[0][number];

/** Signs in and opens the payments page. */
export async function signIn(
  page: Page,
  role: StaffRole,
  dashboardUrl: string = E2E.dashboardUrl,
): Promise<void> {
  await startSession(page, role, dashboardUrl);
  await page.goto(`${dashboardUrl}/payments`);
}

/**
 * Signs in and opens nothing, for a test that goes to another page first: with the session of the test before while it is
 * valid. The form and the hash of the password are the subject of other tests.
 */
export async function startSession(
  page: Page,
  role: StaffRole,
  dashboardUrl: string = E2E.dashboardUrl,
): Promise<void> {
  const who = `${role} ${dashboardUrl}`;
  const session = sessions.get(who);
  if (session !== undefined) {
    await page.context().addCookies([session]);
    const response = await page.request.get(`${dashboardUrl}/api/notifications/unread`);
    if (response.ok()) return;
  }
  const dashboard = dashboardAt(dashboardUrl);
  if (dashboard === null) {
    await signInByForm(page, role, dashboardUrl);
    await page.goto("about:blank");
    return;
  }
  const staff = new Staff(dashboard);
  const cookie = cookieForBrowser(await staff.as(role), dashboardUrl);
  await staff.db.end();
  sessions.set(who, cookie);
  await page.context().addCookies([cookie]);
}

/** The cookie of a request as a browser keeps it. */
export function cookieForBrowser(cookie: string, dashboardUrl: string): SessionCookie {
  const [name = "", value = ""] = cookie.split("=");
  return { name, value, url: dashboardUrl, httpOnly: true, sameSite: "Lax" };
}

/** Signs in through the form, with a new session. */
export async function signInByForm(
  page: Page,
  role: StaffRole,
  dashboardUrl: string = E2E.dashboardUrl,
): Promise<void> {
  await page.goto(`${dashboardUrl}/login`);
  await page.getByLabel("Email").fill(`${role}@example.com`);
  await page.getByLabel("Password").fill(E2E.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${dashboardUrl}/payments`);
}

/** Another person on another machine, on the payments page. */
export async function newPerson(browser: Browser, role: StaffRole, dashboardUrl?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, role, dashboardUrl);
  return page;
}

/** Another person on another machine, who has opened nothing yet. */
export async function newSession(browser: Browser, role: StaffRole, dashboardUrl?: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await startSession(page, role, dashboardUrl);
  return page;
}

/** The menu with the person's account, appearance settings and sign-out. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
}

/** One payment opens its page, several their list. */
export async function search(page: Page, reference: string): Promise<void> {
  await page.getByLabel("Merchant reference").fill(reference);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page).toHaveURL(/[?&]reference=/);
}

/** The card of one payment. */
export function record(page: Page, transactionId: string): Locator {
  return page.getByRole("article", { name: transactionId });
}

/** Opens the refund dialog of a payment and waits for its balance. */
export async function openRefund(page: Page, transactionId: string): Promise<Locator> {
  await record(page, transactionId).getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Remaining balance")).toBeVisible();
  return dialog;
}
