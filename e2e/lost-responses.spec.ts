import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { newcomer } from "./support/newcomer";
import { startSession, newSession } from "./support/staff";

const NEXT_PASSWORD = "amber-canoe-lilac-97";
const newEmail = (): string => `lost.${randomUUID()}@example.com`;

/** Requests of the page take effect, and their responses never arrive. Returns a function that undoes this. */
async function loseResponses(page: Page): Promise<() => Promise<void>> {
  const lose = "**/*";
  await page.route(lose, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    await route.fetch();
    await route.abort();
  });
  return () => page.unroute(lose);
}

/** Counts the requests, and delays each response long enough for a second press. */
async function countSent(page: Page): Promise<() => number> {
  let sent = 0;
  await page.route("**/*", async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    sent += 1;
    const response = await route.fetch();
    await route.fulfill({ response: response });
  });
  return () => sent;
}

const lostNotice = (page: Page) => page.getByRole("main").getByText("Paydeck did not respond");

test("an invitation whose answer is lost keeps what was typed and does not say that nothing was done; one that is pressed twice is made once", async ({
  page,
}) => {
  const email = newEmail();
  await startSession(page, "admin");
  await page.goto("/people/invite");
  await page.getByLabel("Name").fill("Nila");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Role").selectOption("ops");
  const mend = await loseResponses(page);
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(lostNotice(page)).toBeVisible();
  await expect(page.getByLabel("Name")).toHaveValue("Nila");
  await expect(page.getByLabel("Email")).toHaveValue(email);
  await expect(page.getByLabel("Role")).toHaveValue("ops");
  await mend();
  await page.getByRole("button", { name: "Create invitation" }).click();
  await expect(page.getByText("This email is already in use")).toBeVisible();

  await page.getByLabel("Email").fill(newEmail());
  const sent = await countSent(page);
  await page.getByRole("button", { name: "Create invitation" }).dblclick();
  await expect(page.getByText("Send them this link")).toBeVisible();
  await page.reload();
  expect(sent()).toBe(1);
});

test("a wrong password that is sent by two presses counts once; a change of it, or of a role, whose answer is lost is shown as not known", async ({
  browser,
}) => {
  const signIn = await (await browser.newContext()).newPage();
  await signIn.goto("/login");
  await signIn.getByLabel("Email").fill(newEmail());
  await signIn.getByLabel("Password").fill("not-this-one-71");
  const sent = await countSent(signIn);
  await signIn.getByRole("button", { name: "Sign in" }).dblclick();
  await expect(signIn.getByRole("alert").filter({ hasText: /password/i })).toBeVisible();
  expect(sent()).toBe(1);
  await signIn.context().close();

  const { page, password, email } = await newcomer(browser, "support");
  await page.goto("/account");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill(NEXT_PASSWORD);
  const mend = await loseResponses(page);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(lostNotice(page)).toBeVisible();
  await expect(page.getByRole("heading", { level: 1, name: "Your account" })).toBeVisible();
  await mend();
  await page.context().close();

  const admin = await newSession(browser, "admin");
  await admin.goto("/people");
  await admin.getByRole("row").filter({ hasText: email }).getByRole("link").click();
  await admin.getByRole("combobox", { name: "Role" }).selectOption("ops");
  await loseResponses(admin);
  await admin.getByRole("button", { name: "Change role" }).click();
  await expect(lostNotice(admin)).toBeVisible();
  await admin.getByRole("main").getByRole("button", { name: "Reload" }).click();
  await expect(admin.getByRole("combobox", { name: "Role" })).toHaveValue("ops");
  await admin.context().close();
});
