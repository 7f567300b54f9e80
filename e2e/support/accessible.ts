import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type axe from "axe-core";
import type { AxeResults, RunOptions } from "axe-core";

/** Of the texts that the tests look at; `npm run test:all` looks at the other language, too. */
export const LANGUAGE = process.env.PAYDECK_LOOK_LANGUAGE ?? "en";

const HEIGHT = 800;

const ALL_RULES: RunOptions = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};
/** The rules that another theme or another width can break. */
const LAYOUT_RULES: RunOptions = {
  runOnly: ["color-contrast", "link-in-text-block", "target-size", "scrollable-region-focusable"],
};

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Clean for axe, by WCAG 2.2 AA and the best practices. */
export function expectAccessible(page: Page, what: string): Promise<void> {
  return expectClean(page, ALL_RULES, what);
}

async function expectClean(page: Page, rules: RunOptions, what: string): Promise<void> {
  // A page that is still loading shows its frame alone, and has no heading yet.
  await expect(page.locator("h1").first(), what).toBeVisible();
  const { violations, passes } = await runAxe(page, rules);
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(" | ")}`);
  expect(found, what).toEqual([]);
  expect(passes.length, `${what}: rules that found something to check`).toBeGreaterThan(0);
}

/**
 * Loads axe, and waits until the colours of another theme are reached: on a busy machine a transition takes a while, and a
 * colour that is inherited begins its own when that of its parent ends.
 */
async function loadAxe(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (;;) {
      const running = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
      if (running.length === 0) return;
      await Promise.allSettled(running.map(({ finished }) => finished));
    }
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(AXE);
}

/**
 * axe-core itself, loaded into a document once. Its wrapper for Playwright sends and compiles axe's half megabyte again in
 * each run, which was half of the time. No page of ours has a frame, so one document is all there is to check.
 */
async function runAxe(page: Page, rules: RunOptions): Promise<AxeResults> {
  await loadAxe(page);
  return page.evaluate((options) => (window as unknown as { axe: typeof axe }).axe.run(document, options), {
    ...rules,
    resultTypes: ["violations" as const],
  });
}

/** Rules about the order and the names of a whole page, which examples of one component in several states cannot meet. */
const PAGE_RULES = ["heading-order", "landmark-unique", "page-has-heading-one", "region"];

/**
 * What axe finds in a page of the gallery or in one part of it, each with the name of its example: by all rules in the
 * light theme, in the dark one by those that a theme can break. The contrast of texts, three quarters of axe's time, is
 * measured once for texts that look the same.
 */
export async function galleryViolations(
  page: Page,
  theme: "light" | "dark",
  part = "body",
): Promise<string[]> {
  await loadAxe(page);
  // A rule that runOnly names cannot be disabled.
  const rules: RunOptions = theme === "light" ? ALL_RULES : { runOnly: ["link-in-text-block"] };
  return page.evaluate(
    async ([selector, otherRules, pageRules]) => {
      const { axe: runner } = window as unknown as { axe: typeof axe };
      const root = document.querySelector(selector) ?? document.body;
      const off = Object.fromEntries([...pageRules, "color-contrast"].map((id) => [id, { enabled: false }]));
      const texts = distinctTexts(root);
      const results = [
        await runner.run(root, { ...otherRules, rules: off, resultTypes: ["violations"] }),
        ...(texts.length === 0
          ? []
          : [
              await runner.run(
                { include: texts },
                { runOnly: ["color-contrast"], resultTypes: ["violations"] },
              ),
            ]),
      ];
      return results.flatMap(({ violations }) =>
        violations.flatMap(({ id, nodes }) =>
          nodes.map(({ html, target }) => {
            const example = document.querySelector(String(target[0]))?.closest("main > section > section");
            return `${id}: ${example?.querySelector("h2")?.textContent ?? ""}: ${html.slice(0, 300)}`;
          }),
        ),
      );

      /** One element for each look: font and colour, with all that lies behind. What is positioned may lie over anything. */
      function distinctTexts(within: Element): Element[] {
        const known = new Map<Element, string>();
        const lookBehind = (element: Element | null): string => {
          if (element === null) return "";
          const { backgroundColor, backgroundImage, opacity, filter, position } = getComputedStyle(element);
          const isOver = ["absolute", "fixed", "sticky"].includes(position);
          const own = [isOver ? known.size : "", backgroundColor, backgroundImage, opacity, filter].join(" ");
          const parent = element.parentElement;
          const look =
            known.get(element) ??
            lookBehind(parent) + (own === " rgba(0, 0, 0, 0) none 1 none" ? "" : `|${own}`);
          known.set(element, look);
          return look;
        };
        const byLook = new Map<string, Element>();
        for (const element of within.querySelectorAll("*")) {
          const hasText = [...element.childNodes].some(
            (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== "",
          );
          if (!hasText || element.getClientRects().length === 0) continue;
          const { color, fontSize, fontWeight, textShadow, visibility } = getComputedStyle(element);
          const look = [lookBehind(element), color, fontSize, fontWeight, textShadow, visibility].join(" ");
          if (!byLook.has(look)) byLook.set(look, element);
        }
        return [...byLook.values()];
      }
    },
    [part, rules, PAGE_RULES] as const,
  );
}

/** Nothing is wider than the screen. */
export async function expectNoSidewaysScroll(page: Page, what: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, what).toBeLessThanOrEqual(0);
}

/**
 * A state of a screen, as it is now: clean for axe and no wider than the screen, on a phone in the light theme by all
 * rules, and on a desktop in the dark one by those that theme and width can break; and no wider than a large screen. Leaves it wide and dark.
 * Once for each page; the states of its parts are in the gallery.
 */
export async function expectCleanState(page: Page, what: string): Promise<void> {
  // Until hydration the link of this notice stands before the skip link, which axe expects to be the first.
  await expect(page.locator(".scripts-late"), what).toHaveCount(0);
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 375, height: HEIGHT });
  await expectNoSidewaysScroll(page, `${what}, light, 375 px`);
  await expectClean(page, ALL_RULES, `${what}, light, 375 px`);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 1920, height: HEIGHT });
  await expectNoSidewaysScroll(page, `${what}, dark, 1920 px`);
  await page.setViewportSize({ width: 1280, height: HEIGHT });
  await expectNoSidewaysScroll(page, `${what}, dark, 1280 px`);
  await expectClean(page, LAYOUT_RULES, `${what}, dark, 1280 px`);
}
