import { expect, type Locator } from "@playwright/test";

/** Saves a new account whose service shows nothing of its merchant: a person says that it is another one. */
export async function saveOtherMerchant(dialog: Locator): Promise<void> {
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("does not show whether this is the same merchant");
  await dialog.getByLabel("I have checked: this is another merchant").check();
  await dialog.getByRole("button", { name: "Save" }).click();
}
