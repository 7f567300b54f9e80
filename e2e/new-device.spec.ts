import { expect, type Page, test } from "@playwright/test";
import { openAccountMenu, signInByForm } from "./support/staff";

const TITLE = "Sign-in from a new device";
const YEAR_S = 365 * 24 * 60 * 60;

/** How many such warnings the person of the page has; the page of notifications has the newest. */
async function countWarnings(page: Page): Promise<number> {
  await page.goto("/notifications?about=account");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page.getByRole("main").getByRole("link", { name: TITLE }).count();
}

test("a sign-in from another browser warns the person in the bell; one from a browser that they have used does not", async ({
  browser,
}) => {
  const own = await (await browser.newContext()).newPage();
  await signInByForm(own, "ops");
  const [cookie] = (await own.context().cookies()).filter(({ name }) => name === "paydeck-device");
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + YEAR_S);
  const before = await countWarnings(own);

  await openAccountMenu(own);
  await own.getByRole("button", { name: "Sign out" }).first().click();
  await expect(own).toHaveURL(/\/login/);
  await signInByForm(own, "ops");
  const [kept] = (await own.context().cookies()).filter(({ name }) => name === "paydeck-device");
  expect(kept?.value).toBe(cookie?.value);
  expect(await countWarnings(own)).toBe(before);

  const stranger = await (await browser.newContext()).newPage();
  await signInByForm(stranger, "ops");
  await expect.poll(() => countWarnings(own)).toBe(before + 1);
  const warning = own.getByRole("main").getByRole("link", { name: TITLE }).first();
  await expect(warning).toContainText(/Chrome on Linux, .*\d{2}:\d{2}.*change your password/);
  await warning.click();
  await expect(own).toHaveURL(/\/account$/);
  await expect(own.getByRole("button", { name: "Change password" })).toBeVisible();
  await expect(own.getByRole("button", { name: "End all other sessions" })).toBeVisible();
  await stranger.context().close();
  await own.context().close();
});

test("a wrong password sets no device cookie", async ({ page }) => {
  await page.goto("/login");
  await page.getByLabel("Email").fill("ops@example.com");
  await page.getByLabel("Password").fill("wrong-password-1");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.locator("main").getByRole("alert")).not.toBeEmpty();
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("paydeck-device");
});
