import { expect, type Locator, type Page } from "@playwright/test";
import { TEST_CREDENTIALS } from "../../tools/testing/dashboard/scripted-ledger";

/** A merchant account as somebody enters it; `salt`: by default the right one. */
type EnteredAccount = { slug: string; baseUrl: string; salt?: string };

/** Fills the open form of a new account named Shop Europe. */
export async function fillAccount(
  page: Page,
  { slug, baseUrl, salt = TEST_CREDENTIALS.apiSalt }: EnteredAccount,
): Promise<Locator> {
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop Europe");
  await dialog.getByLabel("Address").fill(slug);
  await dialog.getByLabel("Base URL of the payment service").fill(baseUrl);
  await dialog.getByLabel("API key").fill(TEST_CREDENTIALS.apiKey);
  await dialog.getByLabel("Salt").fill(salt);
  return dialog;
}

/** Saves a new account whose service shows nothing of its merchant: a person says that it is another one. */
export async function saveOtherMerchant(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("does not show whether this is the same merchant");
  await dialog.getByLabel("I have checked: this is another merchant").check();
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });
}

/** Adds the account on the page of merchant accounts, which is open. */
export async function addShopEurope(page: Page, account: EnteredAccount): Promise<void> {
  await page.getByRole("button", { name: "Add account" }).click();
  await saveOtherMerchant(await fillAccount(page, account));
}
