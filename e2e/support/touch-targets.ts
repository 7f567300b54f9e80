import { expect, type Page } from "@playwright/test";

/** The least width and height of a touch target, in CSS pixels (WCAG 2.5.5). */
const LEAST = 44;

/**
 * The controls of the page, or of its open dialog, that a finger hits on less than 44 × 44 pixels. Measured by what is
 * at the points around a control's centre, so that a label or an enlarged area counts. Links within a sentence are
 * exempt, and the bars of a chart, whose links its table has, too; as in WCAG 2.5.5.
 */
async function smallTargets(page: Page): Promise<{ seen: number; small: string[] }> {
  return page.evaluate((least) => {
    const CONTROLS =
      "a[href], button, input:not([type=hidden]), select, textarea, summary, [role=tab], [role=option]";
    const root = [...document.querySelectorAll("dialog[open], :popover-open")].at(-1) ?? document.body;
    const small: string[] = [];
    let seen = 0;
    for (const control of root.querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (control.matches(":disabled, .sr-only, .sr-only *, [aria-hidden=true] *")) continue;
      const isLink = control instanceof HTMLAnchorElement && getComputedStyle(control).display === "inline";
      const sentence = control.parentElement?.textContent?.trim() ?? "";
      if (isLink && sentence.length > (control.textContent?.trim().length ?? 0)) continue;
      control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
      const box = control.getClientRects()[0];
      if (box === undefined || box.width <= 1) continue;
      seen += 1;
      const labels =
        "labels" in control ? [...((control.labels as NodeListOf<HTMLLabelElement> | null) ?? [])] : [];
      // A press anywhere on its row opens such a link.
      const row = control.matches("[data-opens]") ? control.closest("tr, article") : null;
      const targets = [control, ...labels, ...(row === null ? [] : [row])];
      const isHit = (x: number, y: number): boolean => {
        const hit = document.elementFromPoint(x, y);
        return hit !== null && targets.some((target) => target.contains(hit));
      };
      const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
      const reach = (dx: number, dy: number): number => {
        let steps = 0;
        while (steps < least && isHit(x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
        return steps;
      };
      const width = reach(-1, 0) + reach(1, 0) + 1;
      const height = reach(0, -1) + reach(0, 1) + 1;
      if (width >= least && height >= least) continue;
      const name = control.getAttribute("aria-label") ?? control.textContent?.trim() ?? "";
      small.push(`${control.tagName.toLowerCase()} "${name.slice(0, 40)}" ${width} × ${height}`);
    }
    return { seen, small };
  }, LEAST);
}

/** Every control can be hit by a finger. */
export async function expectTouchTargets(page: Page, what: string): Promise<void> {
  // A page may still be loading parts, which move the others.
  await expect(async () => {
    const { seen, small } = await smallTargets(page);
    expect(seen, `${what}: controls`).toBeGreaterThan(0);
    expect(small, `${what}: touch targets`).toEqual([]);
  }).toPass({ timeout: 90_000 });
}
