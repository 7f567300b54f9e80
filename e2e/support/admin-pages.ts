import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible, expectNoSidewaysScroll } from "./accessible";
import { newPerson, signIn } from "./staff";

const LOOKS = [
  { colorScheme: "light", width: 375 },
  { colorScheme: "light", width: 1280 },
  { colorScheme: "dark", width: 375 },
  { colorScheme: "dark", width: 1280 },
] as const;

/** An admin's page in both themes on a phone and on a desk; `visit` goes where there is something to look at. */
export async function inEveryLook(
  browser: Browser,
  visit: (page: Page, check: (what: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const { colorScheme, width } of LOOKS) {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 800 } });
    const page = await context.newPage();
    await signIn(page, "admin");
    await visit(page, async (what) => {
      const where = `${what}, ${colorScheme}, ${String(width)} px`;
      await expectAccessible(page, where);
      await expectNoSidewaysScroll(page, where);
    });
    await context.close();
  }
}

/** A page of admins, opened by somebody else: told in words, with nothing of it shown. */
export async function expectForbidden(browser: Browser, path: string): Promise<void> {
  const finance = await newPerson(browser, "finance");
  await finance.goto(path);
  await expect(finance.getByText("Your role does not allow this")).toBeVisible();
  await finance.context().close();
}
