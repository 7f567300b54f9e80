import { expect, type Locator, type Page } from "@playwright/test";

/** Opens the palette by keyboard and waits until its field has focus. A key with Ctrl before hydration does nothing. */
export async function openPalette(page: Page): Promise<void> {
  const field = page.getByRole("combobox", { name: "Search or go to" });
  await expect(async () => {
    if (!(await field.isVisible())) await page.keyboard.press("Control+k");
    await expect(field).toBeFocused({ timeout: 5_000 });
  }).toPass();
}

/** With `j`, through a list that other tests add to, until a link of it has focus. */
export async function walkTo(page: Page, link: Locator): Promise<void> {
  await waitForShortcuts(page);
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    await page.keyboard.press("j");
    if (await link.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${String(MOST_STEPS)} steps did not lead to ${link.toString()}`);
}

const MOST_STEPS = 200;

/** Waits until the page answers keys. */
export async function waitForShortcuts(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}
