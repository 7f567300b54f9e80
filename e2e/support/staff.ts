import { type Browser, expect, type Locator, type Page } from "@playwright/test";
import { E2E } from "../../server/checks/e2e-stack";

export type StaffRole = "support" | "ops" | "finance" | "admin";

/** Signs in through the form, as a person does, and lands on the payments page. */
export async function signIn(
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

/** Another person at another machine. */
export async function newPerson(browser: Browser, role: StaffRole, dashboardUrl?: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, role, dashboardUrl);
  return page;
}

export async function search(page: Page, reference: string): Promise<void> {
  await page.getByLabel("Merchant reference").fill(reference);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(/[?&]reference=/);
}

/** The card of one record. */
export function record(page: Page, transactionId: string): Locator {
  return page.getByRole("article", { name: transactionId });
}

/** Opens the refund dialog of a record and waits for its balance. */
export async function openRefund(page: Page, transactionId: string): Promise<Locator> {
  await record(page, transactionId).getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Remaining balance")).toBeVisible();
  return dialog;
}
