import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { openAccountMenu, signInByForm } from "./support/staff";

test("the sandbox's accounts fill the e-mail in, an empty field is shown at the field, and Enter leads to the page that was requested", async ({
  page,
}) => {
  await page.goto("/refunds");
  await expect(page).toHaveURL(/\/login\?/);
  await page.getByRole("button", { name: /finance@example\.com/ }).click();
  await expect(page.getByLabel("Email")).toHaveValue("finance@example.com");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Enter your password.")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("finance@example.com");
  await expect(page.getByLabel("Password")).toBeFocused();
  await page.keyboard.type(E2E.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/refunds");
});

test("the way back to a page that asked for sign-in leads to that page, once signed in", async ({ page }) => {
  await page.goto("/refunds");
  await expect(page).toHaveURL(/\/login\?/);
  await page.goto("/status");
  await signInByForm(await page.context().newPage(), "support");
  await page.goBack();
  await expect(page).toHaveURL("/refunds");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("signing out ends the session for every tab, and for a copy of its cookie", async ({
  page,
  browser,
}) => {
  await signInByForm(page, "support");
  const copy = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await copy.newPage();
  await other.goto("/payments");
  await expect(other).toHaveURL("/payments");
  await openAccountMenu(page);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await other.goto("/refunds");
  await expect(other).toHaveURL(/\/login/);
  expect((await copy.request.get("/api/payments/x")).status()).toBe(401);
  await copy.close();
});

test("after a sign-in in the middle of a form, the same person has what they typed, and nobody else", async ({
  browser,
}) => {
  const signInAs = async (page: Page, email: string): Promise<void> => {
    await page.getByRole("link", { name: "Sign in again" }).click();
    await page.getByLabel("Email").fill(email);
    await page.getByLabel("Password").fill(E2E.password);
    await page.getByRole("button", { name: "Sign in" }).click();
  };
  const page = await browser.newPage();
  await signInByForm(page, "finance");
  const rows = page.getByLabel("Or paste rows");
  for (const [email, expected] of [
    ["finance@example.com", "ORDER-1,1.00"],
    ["admin@example.com", ""],
  ] as const) {
    await page.goto("/bulk/new?kind=refund");
    await rows.fill("ORDER-1,1.00");
    await page.context().clearCookies();
    await page.getByRole("button", { name: "Check rows" }).click();
    await expect(page.getByText("You have been signed out")).toBeVisible();
    await signInAs(page, email);
    await expect(page).toHaveURL(/\/bulk\/new\?kind=refund$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (expected === "") await page.waitForTimeout(1_000);
    await expect(rows).toHaveValue(expected);
  }
  await page.close();
});
