import { expect, test, type Page } from "@playwright/test";
import { startGallery, type GalleryServer } from "./support/gallery-server";
import { galleryViolations, LANGUAGE } from "./support/accessible";

/** Narrower than any phone in use. */
const NARROW = { width: 360, height: 740 };
/** A build comes first. */
const START_MS = 600_000;
/** Pages that all examples are distributed to: axe takes longer on a page than on its parts. */
const PARTS = 4;
const parts = Array.from({ length: PARTS }, (_, index) => `${String(index + 1)}/${String(PARTS)}`);
const THEMES = ["light", "dark"] as const;

let gallery: GalleryServer;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

for (const part of parts) {
  test(`every component is clean for axe, fits a phone and reports no error: part ${part}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(600_000);
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(`${message.text()} (${message.location().url})`);
    });
    await holdRefreshes(page);
    await context.addCookies([{ name: "locale", value: LANGUAGE, url: gallery.url }]);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize(NARROW);
    await page.goto(`${gallery.url}?part=${part}`, { timeout: START_MS });
    await expect(page.locator("html")).toHaveAttribute("lang", LANGUAGE);
    // The frame marks itself once React handles its events.
    await expect(page.locator("main[data-hydrated]"), faults.join("\n")).toBeAttached({
      timeout: START_MS,
    });
    faults.push(...(await tooWide(page)), ...(await violations(page)));
    await keepExamplesWithDialogs(page);
    faults.push(...(await faultsOfDialogs(page)));
    expect(faults).toEqual([]);
  });
}

/** In both themes. */
async function violations(page: Page, part?: string): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await galleryViolations(page, colorScheme, part)));
  }
  return found;
}

test("a right-to-left text in a sentence ends where the sentence goes on (0394)", async ({ page }) => {
  await page.goto(`${gallery.url}?section=structure`);
  const example = page.getByRole("region", { name: "structure" });
  await expect(example).toContainText("\u2068متجر الكتب 1042\u2069");
});

test("a masked e-mail is on one line in the list of payments", async ({ page }) => {
  await page.setViewportSize({ width: 1100, height: 800 });
  await page.goto(`${gallery.url}?section=tables`);
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
  await page.route(
    ({ searchParams }) => searchParams.has("_rsc"),
    () => undefined,
  );
}

/**
 * With each open dialog, the browser and axe go through the whole page again. The other examples, once looked at, are taken
 * out of it; React leaves them alone, because nothing in them changes.
 */
async function keepExamplesWithDialogs(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const example of document.querySelectorAll("main > section > section"))
      if (!example.matches("[data-opens-dialogs]")) example.remove();
  });
  expect(await page.locator("[data-opens-dialogs]").count()).toBeGreaterThan(0);
}

/** Opens each dialog with its button. */
async function faultsOfDialogs(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const example of await page.locator("[data-opens-dialogs]").all()) {
    const name = (await example.locator("h2").first().textContent()) ?? "";
    const places = (await example.getAttribute("data-opens-dialogs"))?.split(" ") ?? [];
    for (const place of places) {
      await example.locator("button").nth(parseInt(place, 10)).click();
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
