import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { HANDED_KEY, SEARCH_KEY } from "../components/accounts/kept-keys";
import { endSession, type Newcomer, newcomer } from "./support/newcomer";
import { createPayment } from "./support/merchant";
import { enterHere } from "./support/next-person";
import { openAccountMenu } from "./support/staff";

/** Two people of one role; the tab is that of the first. */
async function twoPeople(browser: Browser): Promise<{ one: Newcomer; next: Newcomer }> {
  const one = await newcomer(browser, "finance");
  const next = await newcomer(browser, "finance");
  await next.page.context().close();
  return { one, next };
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByLabel("Merchant reference").evaluate((field, lines) => {
    const data = new DataTransfer();
    data.setData("text/plain", lines);
    field.dispatchEvent(
      new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}

/** A list with one payment, which is selected. */
async function selectOne(page: Page): Promise<{ reference: string }> {
  const mark = `kept-${randomUUID().slice(0, 8)}`;
  const { merchant_transaction_id: reference } = await createPayment("40.00", {
    merchant_transaction_id: `${mark}-a`,
    udf1: mark,
  });
  await page.goto(`/payments?udf1=${mark}`);
  await page.getByRole("checkbox", { name: new RegExp(`^Select ${reference},`) }).check();
  return { reference };
}

/** What the tab keeps under these keys. */
function storedIn(page: Page, keys: readonly string[]): Promise<(string | null)[]> {
  return page.evaluate((names) => names.map((name) => sessionStorage.getItem(name)), keys);
}

test("payments selected for a bulk run, and what the tab keeps of all accounts, are not there for the person who signs in next in the tab", async ({
  browser,
}) => {
  test.slow();
  const { one, next } = await twoPeople(browser);
  const { page } = one;
  const { reference } = await selectOne(page);
  const kept = [HANDED_KEY, SEARCH_KEY];
  await page.evaluate((keys) => keys.forEach((key) => sessionStorage.setItem(key, "ORDER-1")), kept);
  await endSession(one);
  await page.getByRole("button", { name: "Cancel 1 payment" }).click();
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(() => storedIn(page, kept)).toEqual([null, null]);
  await enterHere(page, next);
  await expect(page).toHaveURL(/\/bulk\/new\?kind=cancel$/);
  await expect(page.getByTitle(next.email)).toBeAttached();
  await expect(page.getByLabel("Or paste rows")).toHaveValue("");
  await expect(page.getByText(reference)).toHaveCount(0);

  await test.step("what was looked up in all accounts is gone before the session ends", async () => {
    await page.evaluate((key) => sessionStorage.setItem(key, "ORDER-1"), SEARCH_KEY);
    let atSignOut: (string | null)[] = [""];
    await page.route("**/api/auth/signout", async (route) => {
      atSignOut = await storedIn(page, [SEARCH_KEY]);
      await route.continue();
    });
    await openAccountMenu(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page).toHaveURL(/\/login/);
    expect(atSignOut).toEqual([null]);
  });
  await page.context().close();
});

test("contacts pasted into the search are not shown to the person who signs in next in the tab", async ({
  browser,
}) => {
  test.slow();
  const { one, next } = await twoPeople(browser);
  const { page } = one;
  await endSession(one);
  await paste(page, "nobody@example.net\nsomebody@example.net");
  await enterHere(page, next);
  await expect(page).toHaveURL(/\/payments\/find$/);
  await expect(page.getByTitle(next.email)).toBeAttached();
  await expect(page.getByLabel("Identifiers")).toHaveValue("");
  await page.context().close();
});

test("the way back leads no next person to a page of the one before", async ({ browser }) => {
  test.slow();
  const { one, next } = await twoPeople(browser);
  const { page } = one;
  await page.goto("/refunds");
  const { reference } = await selectOne(page);
  await endSession(one);
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Refunds" }).first().click();
  await expect(page.getByLabel("Password")).toBeVisible();

  await test.step("before they sign in", async () => {
    await page.goBack();
    await expect(page.getByLabel("Password")).toBeVisible();
    await expect(page.getByText(reference)).toHaveCount(0);
  });

  await enterHere(page, next);
  await expect(page.getByTitle(next.email)).toBeAttached();
  await test.step("after it", async () => {
    for (let steps = 0; steps < 2; steps += 1) {
      await page.goBack();
      await expect(page.getByTitle(next.email)).toBeAttached();
      await expect(page.getByTitle(one.email)).toHaveCount(0);
      await expect(page.getByRole("checkbox", { checked: true })).toHaveCount(0);
    }
  });
  await page.context().close();
});

test("what one person keeps in a tab is not handed to another who has signed in beside it, and a tab that finds another person starts again as theirs", async ({
  browser,
}) => {
  test.slow();
  const { one, next } = await twoPeople(browser);
  const { page } = one;
  const beside = await page.context().newPage();
  await selectOne(page);
  await page.context().clearCookies();
  await beside.goto("/login");
  await enterHere(beside, next);
  await expect(beside).toHaveURL("/payments");
  await page.getByRole("button", { name: "Cancel 1 payment" }).click();
  await expect(page).toHaveURL(/\/bulk\/new\?kind=cancel$/);
  await expect(page.getByLabel("Or paste rows")).toHaveValue("");

  await page.goto("/payments");
  await expect(page.getByTitle(next.email)).toBeAttached();
  await page.evaluate(() => Object.assign(window, { before: true }));
  await page.context().clearCookies();
  await beside.goto("/login");
  await enterHere(beside, one);
  await expect(beside).toHaveURL("/payments");
  // Choosing a language has the page rendered again, and nothing else.
  await openAccountMenu(page);
  await page.getByText("हिन्दी").click();
  await expect(page.getByTitle(one.email)).toBeAttached();
  await expect(async () => {
    expect(await page.evaluate(() => "before" in window)).toBe(false);
  }).toPass();
  await page.context().close();
});
