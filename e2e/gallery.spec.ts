import { expect, test, type Page } from "@playwright/test";
import { startGallery, type GalleryServer } from "./support/gallery-server";
import { galleryViolations } from "./support/accessible";

/** Narrower than any phone in use. */
const NARROW = { width: 360, height: 740 };
/** The first request compiles every example. */
const START_MS = 120_000;

let gallery: GalleryServer;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  gallery = await startGallery();
});
test.afterAll(() => gallery.stop());

/** Each theme and each language with one of the other: a colour does not depend on the language. */
for (const { language, theme } of [
  { language: "en", theme: "light" },
  { language: "hi", theme: "dark" },
] as const) {
  test(`every component is clean for axe, fits a phone and reports no error: ${language}, ${theme}`, async ({
    page,
    context,
  }) => {
    test.setTimeout(180_000);
    const faults: string[] = [];
    page.on("pageerror", ({ message }) => faults.push(message));
    page.on("console", (message) => {
      if (message.type() === "error") faults.push(message.text());
    });
    await context.addCookies([{ name: "locale", value: language, url: gallery.url }]);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    await page.setViewportSize(NARROW);
    await page.goto(`${gallery.url}?section=all`);
    await expect(page.locator("html")).toHaveAttribute("lang", language);
    await waitUntilHydrated(page);
    faults.push(...(await tooWide(page)));
    faults.push(...(await galleryViolations(page)));
    faults.push(...(await faultsOfDialogs(page)));
    expect(faults).toEqual([]);
  });
}

/** The frame marks itself once React handles its events. */
async function waitUntilHydrated(page: Page): Promise<void> {
  await expect(page.locator("main[data-hydrated]")).toBeAttached();
}

/** Opens each dialog of the section with its button. */
async function faultsOfDialogs(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const opener of await page.locator("main button[data-opens-example]").all()) {
    const name = (await opener.textContent()) ?? "";
    await opener.click();
    const dialog = page.locator("dialog[open]").last();
    await expect(dialog, name).toBeVisible();
    faults.push(...(await tooWide(page)).map((fault) => `${name}: ${fault}`));
    faults.push(...(await galleryViolations(page, "dialog[open]")).map((fault) => `${name}: ${fault}`));
    await page.keyboard.press("Escape");
    await expect(dialog, name).toBeHidden();
  }
  return faults;
}

/** The page and every example or open dialog, by its own edge: `contain` hides from the page what leaves an example. */
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
          (box.querySelector("h2")?.textContent ?? box.tagName),
      );
  });
}
