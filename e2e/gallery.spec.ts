import { expect, test, type Page } from "@playwright/test";
import { startGallery, type GalleryServer } from "./support/gallery-server";
import { galleryViolations, LANGUAGE } from "./support/accessible";

/** Narrower than any phone in use. */
const NARROW = { width: 360, height: 740 };
/** A build comes first. */
const START_MS = 600_000;
/** Pages that all examples are distributed to. Each is loaded, and axe begins anew on it; one page of all would be too long a test. */
const PARTS = 16;
/** Each test looks at every fourth page: one for all took twenty minutes on a busy machine. */
const TESTS = [1, 2, 3, 4];
const THEMES = ["light", "dark"] as const;

let gallery: GalleryServer;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

test.describe("every component is clean for axe, fits a phone and reports no error", () => {
  for (const first of TESTS)
    test(`pages ${String(first)}, ${String(first + TESTS.length)} and so on`, async ({ page, context }) => {
      test.setTimeout(1_200_000);
      const faults: string[] = [];
      page.on("pageerror", ({ message }) => faults.push(message));
      page.on("console", (message) => {
        if (message.type() === "error") faults.push(`${message.text()} (${message.location().url})`);
      });
      await holdRefreshes(page);
      await context.addCookies([{ name: "locale", value: LANGUAGE, url: gallery.url }]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize(NARROW);
      for (let part = first; part <= PARTS; part += TESTS.length) {
        await openGallery(page, `part=${String(part)}/${String(PARTS)}`, () => faults.join("\n"));
        await expect(page.locator("html")).toHaveAttribute("lang", LANGUAGE);
        await page.addStyleTag({ content: "*, ::before, ::after { transition: none !important }" });
        faults.push(...(await tooWide(page)), ...(await violations(page)), ...(await faultsOfDialogs(page)));
      }
      expect(faults).toEqual([]);
    });
});

/** Until its frame marks itself, React handles no event of the page, and would take out what a test puts into it. */
async function openGallery(page: Page, query: string, faults = (): string => ""): Promise<void> {
  await page.goto(`${gallery.url}?${query}`, { timeout: START_MS });
  await expect(page.locator("main[data-hydrated]"), faults()).toBeAttached({ timeout: START_MS });
}

test("the buttons of a card on a phone are beside its last two lines", async ({ browser }) => {
  const page = await browser.newPage({
    viewport: { width: 375, height: 800 },
    isMobile: true,
    hasTouch: true,
  });
  await openGallery(page, "section=queues");
  const row = page.getByRole("table").getByRole("row").filter({ hasText: "ticket 4398" }).first();
  const [card, button, link] = await Promise.all(
    [row, row.getByRole("link").last(), row.locator("[data-opens]")].map((one) => one.boundingBox()),
  );
  // Six such cards, or four below the bars of a page.
  expect(card?.height).toBeLessThanOrEqual(112);
  expect((link?.x ?? 0) + (link?.width ?? 0)).toBeLessThanOrEqual(button?.x ?? 0);
  await page.close();
});

test("a text that is hard to read is found, in both themes", async ({ page }) => {
  await openGallery(page, "section=structure");
  await page.locator("main > section").evaluate((section) => {
    const text = document.createElement("p");
    text.style.cssText = "color: #777; background: #888";
    text.textContent = "Hard to read";
    section.append(text);
  });
  const found = (await violations(page)).filter((one) => one.startsWith("color-contrast"));
  expect(found.map((one) => one.includes("Hard to read"))).toEqual(THEMES.map(() => true));
});

/** In both themes. */
async function violations(page: Page, part?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await galleryViolations(page, colorScheme, part)));
  }
  return found;
}

test("a masked e-mail is on one line in the list of payments", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await openGallery(page, "section=tables");
  const heights = await page
    .getByRole("table", { name: "Payments, newest first" })
    .locator("bdi", { hasText: "@" })
    .evaluateAll((emails) => emails.map((email) => email.getClientRects()[0]?.height ?? 0));
  expect(heights.length).toBeGreaterThan(0);
  expect(Math.max(...heights)).toBeLessThan(25);
});

/**
 * Some examples ask for the page again, when the server responds or when their dialog closes. It would come as it is,
 * after seconds: there is no database behind it, and the server itself would fail.
 */
async function holdRefreshes(page: Page): Promise<void> {
  await page.route("**/api/notifications/unread", (route) => route.fulfill({ status: 200, body: "" }));
  // A list that is open for some seconds asks what has become of it.
  await page.route("**/api/live/**", () => undefined);
  await page.route(
    ({ searchParams }) => searchParams.has("_rsc"),
    () => undefined,
  );
}

/**
 * Opens each dialog with its button. The browser and axe go through the whole page for each, so only its example is left
 * in it meanwhile; React leaves the others alone, because nothing in them changes.
 */
async function faultsOfDialogs(page: Page): Promise<string[]> {
  const faults: string[] = [];
  const examples = await page.evaluateHandle(() => {
    const all = [...document.querySelectorAll("main > :not(section), main > section > *")];
    const [section] = document.querySelectorAll("main > section");
    for (const example of all) example.remove();
    const withDialogs = all.filter((example) => example.matches("[data-opens-dialogs]"));
    return {
      count: withDialogs.length,
      show: (index: number) => section?.replaceChildren(...withDialogs.slice(index, index + 1)),
    };
  });
  const count = await examples.evaluate((all) => all.count);
  for (let index = 0; index < count; index += 1) {
    await examples.evaluate(({ show }, place) => show(place), index);
    const example = page.locator("[data-opens-dialogs]");
    const name = (await example.locator("h2").first().textContent()) ?? "";
    const buttons = (await example.getAttribute("data-opens-dialogs"))?.split(" ") ?? [];
    for (const button of buttons) {
      await example.locator("button").nth(parseInt(button, 10)).click();
      const dialog = page.locator("dialog[open]").last();
      await expect(dialog, name).toBeVisible();
      const found = [...(await tooWide(page)), ...(await violations(page, "dialog[open]"))];
      faults.push(...found.map((fault) => `${name}: ${fault}`));
      await page.keyboard.press("Escape");
      // A secret that is shown once is closed by its button alone.
      if (await dialog.isVisible()) await dialog.getByRole("button").last().click();
      await expect(dialog, name).toBeHidden();
    }
  }
  return faults;
}

/**
 * The page, every example, open dialog and cell of a table, by its own edge: an example and a table hide from the page
 * what leaves them.
 */
function tooWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const boxes = [
      document.documentElement,
      ...document.querySelectorAll("main > section > section, dialog[open]"),
    ];
    return boxes
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(
        (box) =>
          `wider than its ${String(box.clientWidth)} px by ${String(box.scrollWidth - box.clientWidth)} px: ` +
          (box.querySelector("h2")?.textContent ?? `${box.tagName} ${box.textContent}`),
      );
  });
}
