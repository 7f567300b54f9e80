import { expect, test, type Page } from "@playwright/test";
import { startSession } from "./support/staff";

/** More than two of the first pauses between refreshes. */
const TWO_REFRESHES_MS = 11_000;

/** Counts how often the page asks for itself again. */
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/queues" && searchParams.has("_rsc")) count += 1;
  });
  return () => count;
}

test("a page does not refresh itself while a field is filled in, does again when it is empty, and says when its session has ended", async ({
  page,
  context,
}) => {
  await startSession(page, "finance");
  await page.goto("/queues");
  // It is hydrated then: React removes from its page what was added before.
  const refreshes = countRefreshes(page);
  await expect.poll(refreshes).toBeGreaterThan(0);
  await page.evaluate(() => document.querySelector("main")?.append(document.createElement("textarea")));
  const field = page.locator("main > textarea");
  await field.fill("Called the customer, who says that");
  const before = refreshes();
  await page.waitForTimeout(TWO_REFRESHES_MS);
  expect(refreshes()).toBe(before);
  await field.fill("");
  await expect.poll(refreshes).toBeGreaterThan(before);

  await context.clearCookies();
  await expect(
    page.getByRole("alert").filter({ has: page.getByRole("link", { name: /sign in/i }) }),
  ).toBeVisible();
  // It does not leave for the sign-in by itself.
  await page.waitForTimeout(TWO_REFRESHES_MS);
  await expect(page).toHaveURL("/queues");
});
