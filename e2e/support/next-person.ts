import { type Browser, expect, type Page } from "@playwright/test";
import { enter, type Invited } from "./invited";

/** Ends a person's session in the tab from another machine, as the page of their account does. The tab learns nothing of it. */
export async function endSession(browser: Browser, { email, password }: Invited): Promise<void> {
  const elsewhere = await (await browser.newContext()).newPage();
  await enter(elsewhere, email, password);
  await expect(elsewhere).toHaveURL("/payments");
  await elsewhere.goto("/account");
  await elsewhere.getByRole("button", { name: "End all other sessions" }).click();
  await expect(elsewhere.getByText(/\d+ sessions? ended/)).toBeVisible();
  await elsewhere.context().close();
}

/** Signs the next person in on the sign-in page that the tab shows. */
export async function enterHere(
  page: Page,
  { email, password }: Pick<Invited, "email" | "password">,
): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
