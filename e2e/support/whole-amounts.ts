import { expect, type Page } from "@playwright/test";
import { expectNoSidewaysScroll } from "./accessible";

const WIDTHS = [360, 390, 600, 768, 1024, 1280, 1920, 3840];
/** The largest amount that the specification allows. */
export const LARGEST = "9999999999999.99";
export const SHOWN = "₹99,99,99,99,99,999.99";

/** The amounts of a page that reach beyond the screen or an ancestor that clips them. */
function cutAmounts(page: Page): Promise<{ seen: number; cut: string[] }> {
  return page.evaluate(() => {
    const main = document.querySelector("main") ?? document.body;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const cut: string[] = [];
    let seen = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent ?? "";
      const holder = node.parentElement;
      if (holder === null || !/\d,|,\d|\d\.\d\d/.test(text) || !holder.checkVisibility()) continue;
      if (holder.closest(".sr-only, script, style, time") !== null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      seen += 1;
      let right = document.documentElement.clientWidth;
      for (let one: Element | null = holder; one !== null && one !== main; one = one.parentElement) {
        const isClipping = /hidden|clip|auto|scroll/.test(getComputedStyle(one).overflowX);
        const isCell = one instanceof HTMLTableCellElement;
        if (isClipping || isCell) right = Math.min(right, one.getBoundingClientRect().right);
      }
      if (box.right > right + 0.5) cut.push(`${text} ends ${(box.right - right).toFixed(1)} px too late`);
    }
    return { seen, cut };
  });
}

export async function expectWholeAmounts(page: Page, what: string): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const { seen, cut } = await cutAmounts(page);
    expect(seen, `${what}, ${width} px: amounts`).toBeGreaterThan(0);
    expect(cut, `${what}, ${width} px`).toEqual([]);
    await expectNoSidewaysScroll(page, `${what}, ${width} px`);
  }
}
