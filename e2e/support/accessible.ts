import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
const WIDTHS = [375, 1280];
const HEIGHT = 800;

/** Each theme and each width once. */
const LOOKS = [
  { theme: "light", width: 375 },
  { theme: "dark", width: 1280 },
] as const;

/** The colour rules: the only ones that another theme can break. */
const RULES_OF_COLOUR = ["color-contrast", "link-in-text-block"];

/** No axe violations of WCAG 2.2 AA and the best practices. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectClean(page, axe(page).withTags(RULES), what);
}

async function expectClean(page: Page, builder: AxeBuilder, what: string): Promise<void> {
  // A page that is still loading shows only its frame, and has no heading yet.
  await expect(page.locator("h1").first(), what).toBeVisible();
  const { violations } = await builder.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(found, what).toEqual([]);
}

/**
 * axe otherwise opens a second, blank page each time to collect the results of frames. Our pages have no frames, so its
 * "legacy mode", which does without, misses nothing.
 */
function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode();
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, what).toBeLessThanOrEqual(0);
}

/**
 * Checks a state of a screen with axe and for sideways scrolling, on a phone and on a desktop, each in one theme. All
 * four combinations took a third of the browser tests' time. Leaves it wide and dark.
 */
export async function expectCleanState(page: Page, what: string): Promise<void> {
  for (const { theme, width } of LOOKS) {
    const look = `${what}, ${theme}, ${String(width)} px`;
    await page.emulateMedia({ colorScheme: theme });
    await page.setViewportSize({ width, height: HEIGHT });
    await expectNoSidewaysScroll(page, look);
    await expectAccessible(page, look);
  }
}

/** The same in all four combinations: for every page as it opens. Leaves it wide and dark. */
export async function expectCleanEverywhere(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHT });
    await expectNoSidewaysScroll(page, `${what}, ${width} px`);
    await page.emulateMedia({ colorScheme: "light" });
    await expectAccessible(page, `${what}, ${width} px, light`);
    await page.emulateMedia({ colorScheme: "dark" });
    await expectClean(page, axe(page).withRules(RULES_OF_COLOUR), `${what}, ${width} px, dark`);
  }
}
