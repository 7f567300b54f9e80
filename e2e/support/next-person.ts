import { expect, type Page } from "@playwright/test";
import type { Newcomer } from "./newcomer";

/** Signs the next person in on the sign-in page that the tab shows. */
export async function enterHere(
  page: Page,
  { email, password }: Pick<Newcomer, "email" | "password">,
): Promise<void> {
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
