import { expect, type Page } from "@playwright/test";

/** Opens the palette by keyboard and waits until its field has focus. */
export async function openPalette(page: Page): Promise<void> {
  // A key press before hydration does nothing.
  await expect(async () => {
    await page.keyboard.press("Control+k");
    await expect(page.getByRole("combobox", { name: "Search or go to" })).toBeFocused({ timeout: 3_000 });
  }).toPass();
}

/** Waits until the page answers keys. */
export async function waitForShortcuts(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
