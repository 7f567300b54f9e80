import { type Browser, expect, type Page } from "@playwright/test";
import { E2E } from "../../tools/testing/e2e-stack";
import { Staff } from "./direct";
import { cookieForBrowser, type StaffRole } from "./staff";

export type Newcomer = { page: Page; email: string; password: string };

/** A new person with their own account, signed in on the payments page: changes to their account affect no other test. */
export async function newcomer(browser: Browser, role: StaffRole): Promise<Newcomer> {
  const staff = new Staff();
  const { email, cookie } = await staff.newcomerWithPassword(role);
  await staff.db.end();
  const page = await (await browser.newContext()).newPage();
  await page.context().addCookies([cookieForBrowser(cookie, E2E.dashboardUrl)]);
  await page.goto("/payments");
  await expect(page).toHaveURL("/payments");
  return { page, email, password: E2E.password };
}

/** Ends a person's sessions, as the page of their account does elsewhere. Their tab learns nothing of it. */
export async function endSession({ email }: Newcomer): Promise<void> {
  const staff = new Staff();
  await staff.db.query("delete from sessions where person_id = (select id from people where email = $1)", [
    email,
  ]);
  await staff.db.end();
}

/** Fills in the sign-in form and sends it; the test checks the outcome. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
