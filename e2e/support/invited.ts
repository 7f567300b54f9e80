import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { newSession, type StaffRole } from "./staff";

export type Invited = { page: Page; email: string; password: string };

const PASSWORD = "violet-tram-otter-42";

/** A new person with their own account, signed in: changes to their account affect no other test. */
export async function invitedPerson(browser: Browser, role: StaffRole): Promise<Invited> {
  const email = `${role}.${randomUUID()}@example.com`;
  const admin = await newSession(browser, "admin");
  await admin.goto("/people/invite");
  await admin.getByLabel("Name").fill("Nila");
  await admin.getByLabel("Email").fill(email);
  await admin.getByLabel("Role").selectOption(role);
  await admin.getByRole("button", { name: "Create invitation" }).click();
  const link = await admin.getByText(/\/invitation\//).innerText();
  await admin.context().close();

  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByLabel("New password").fill(PASSWORD);
  await page.getByRole("button", { name: "Save and sign in" }).click();
  await expect(page).toHaveURL("/payments");
  return { page, email, password: PASSWORD };
}

/** Fills in the sign-in form and sends it; the test checks the outcome. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto("/login");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
