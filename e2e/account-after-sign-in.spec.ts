import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { enter, type Newcomer, newcomer } from "./support/newcomer";
import { enterHere } from "./support/next-person";
import { createPaidPayment } from "./support/merchant";
import { openRefund } from "./support/staff";
import { addAccount, type SecondAccount } from "./support/second-account";

const finance = { email: "finance@example.com", password: E2E.password };
let account: SecondAccount;
let outsider: Newcomer;

test.beforeAll(async ({ browser }) => {
  account = await addAccount(`again-${randomUUID().slice(0, 8)}`, ["finance"]);
  // With a role in the first account alone.
  outsider = await newcomer(browser, "finance");
  await outsider.page.context().close();
});

/** What the open page fetches and links to is all in one account: null is the first. */
async function expectAllIn(page: Page, slug: string | null): Promise<void> {
  const prefix = slug === null ? "" : `/a/${slug}`;
  const answered = page.waitForResponse((response) => response.url().includes("/api/notifications"));
  await page
    .getByRole("button", { name: /^Notifications/ })
    .first()
    .click();
  const response = await answered;
  expect([new URL(response.url()).pathname, response.status()]).toEqual([`${prefix}/api/notifications`, 200]);
  const links = page.getByRole("navigation", { name: "Main" }).first().getByRole("link");
  await expect(links.filter({ hasText: "Refunds" })).toHaveAttribute("href", `${prefix}/refunds`);
}

/** The session is gone and the tab finds out by a link. */
async function loseSession(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.getByRole("navigation", { name: "Main" }).first().getByRole("link", { name: "Refunds" }).click();
}

test("who signs in fetches from the account of the page that they asked for; the next person, of the first account, from the first", async ({
  page,
}) => {
  await page.goto(`/a/${account.slug}/payments`);
  await enterHere(page, finance);
  await expect(page).toHaveURL(`/a/${account.slug}/payments`);
  await expectAllIn(page, account.slug);
  await loseSession(page);
  await enterHere(page, outsider);
  await expect(page).toHaveURL("/payments");
  await expectAllIn(page, null);
});

test("“Sign in again” leads somebody who has signed in beside the tab to their own account", async ({
  page,
}) => {
  await page.goto(`/a/${account.slug}/payments`);
  await enterHere(page, finance);
  await expect(page).toHaveURL(`/a/${account.slug}/payments`);
  await page.context().clearCookies();
  await page
    .getByRole("button", { name: /^Notifications/ })
    .first()
    .click();
  // The list of the page may say so as well.
  const bell = page.getByRole("dialog", { name: "Notifications" });
  await expect(bell.getByText("You have been signed out")).toBeVisible();
  const beside = await page.context().newPage();
  await enter(beside, outsider.email, outsider.password);
  await expect(beside).toHaveURL("/payments");
  await bell.getByRole("link", { name: "Sign in again" }).click();
  await expect(page).toHaveURL("/payments");
  await expectAllIn(page, null);

  // Without a role in the account of an address, they are led from there to their own.
  expect((await page.goto(`/a/${account.slug}/payments`))?.status()).toBe(404);
  await page.getByRole("link", { name: "Go to payments" }).click();
  await expect(page).toHaveURL("/payments");
  await expectAllIn(page, null);
});

test("what was typed is there again after a sign-in, also where the notice stood in place of the form (0374)", async ({
  browser,
}) => {
  const payment = await createPaidPayment("60.00");
  const person = await newcomer(browser, "finance");
  const { page } = person;
  await page.goto(`/payments/${payment.transaction_id}`);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill("20.00");
  await page.context().clearCookies();
  await dialog.getByRole("button", { name: "Refund ₹20.00" }).click();
  await dialog.getByRole("link", { name: "Sign in again" }).click();
  await enterHere(page, person);
  const again = await openRefund(page, payment.transaction_id);
  await expect(again.getByLabel("Refund amount")).toHaveValue("20.00");
  await page.context().close();
});
