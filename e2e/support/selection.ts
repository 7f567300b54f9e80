import { expect, type Locator, type Page } from "@playwright/test";

/** With keys alone: a row is selected, and the actions for the selection are the next stop and one key away. */
export async function expectActionsNext(page: Page, checkbox: Locator): Promise<void> {
  await checkbox.focus();
  await page.keyboard.press("Space");
  await expect(checkbox).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Go to the actions for the selection" })).toBeFocused();
  // Its script comes with the first selected row.
  await expect(page.locator("[data-selection-actions]").getByRole("button").first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.locator("[data-selection-actions] :focus")).toHaveCount(1);
}
