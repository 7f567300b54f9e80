import { type Browser, type Cookie, expect, type Locator, type Page } from "@playwright/test";
import { E2E } from "../../server/checks/e2e-stack";

export type StaffRole = "support" | "ops" | "finance" | "admin";

/** Earlier sessions, by dashboard and role. */
const sessions = new Map<string, Cookie[]>();

/**
 * Signs in and opens the payments page: through the form for the first of a role, then with the same session while it
 * is valid. Some 150 tests start with it; the form and the password hash took minutes.
 */
export async function signIn(
  page: Page,
  role: StaffRole,
  dashboardUrl: string = E2E.dashboardUrl,
): Promise<void> {
  const who = `${role} ${dashboardUrl}`;
  const session = sessions.get(who);
  if (session !== undefined) {
    await page.context().addCookies(session);
    await page.goto(`${dashboardUrl}/payments`);
    if (page.url() === `${dashboardUrl}/payments`) return;
  }
  await signInByForm(page, role, dashboardUrl);
  const cookies = await page.context().cookies(dashboardUrl);
  sessions.set(
    who,
    cookies.filter(({ name }) => name.includes("session-token")),
  );
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

/** Another person on another machine. */
export async function newPerson(browser: Browser, role: StaffRole, dashboardUrl?: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, role, dashboardUrl);
  return page;
}

/** The menu with the person's account, appearance settings and sign-out. */
export async function openAccountMenu(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Account menu" }).click();
}

/** One payment opens its page, several their list. A payment's page has no search field. */
export async function search(page: Page, reference: string): Promise<void> {
  const { origin, pathname } = new URL(page.url());
  if (pathname !== "/payments") await page.goto(`${origin}/payments`);
  await page.getByLabel("Merchant reference").fill(reference);
  await page.getByRole("button", { name: "Search" }).click();
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
