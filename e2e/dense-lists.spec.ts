import { randomUUID } from "node:crypto";
import { expect, type Locator, test } from "@playwright/test";
import { createPayment } from "./support/merchant";
import { startSession } from "./support/staff";

const mark = `dense-${randomUUID().slice(0, 8)}`;

test.beforeAll(async () => {
  for (let n = 0; n < 16; n += 1) {
    await createPayment("1499.00", { merchant_transaction_id: `${mark}-${String(n)}` });
  }
});

/** How many of the elements are wholly on the screen. */
function wholeOnScreen(rows: Locator, height: number): Promise<number> {
  return rows.evaluateAll(
    (found, lower) =>
      found.filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= 0 && bottom <= lower;
      }).length,
    height,
  );
}

test("a list shows 15 rows of 40 pixels on a small laptop, and rows of 48 for those who choose them; the whole menu of an admin is on 720 pixels", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 860 });
  await startSession(page, "admin");
  await page.goto(`/payments?prefix=${mark}`);
  const table = page.getByRole("table", { name: "Payments, newest first" });
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(16);
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([40]));
  expect((await rows.first().boundingBox())?.y).toBeLessThan(260);
  expect(await wholeOnScreen(rows, 860)).toBeGreaterThanOrEqual(15);
  // The classes of a row are those of its columns, not its look.
  const markup = await rows.first().evaluate((row) => row.outerHTML.length);
  expect(markup).toBeLessThan(1_550);

  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("group", { name: "Density" }).getByLabel("Comfortable").check({ force: true });
  await expect.poll(async () => (await rows.first().boundingBox())?.height).toBe(48);
  await page.reload();
  await expect.poll(async () => (await rows.first().boundingBox())?.height).toBe(48);

  await page.setViewportSize({ width: 1280, height: 720 });
  const places = page.getByRole("navigation", { name: "Main" }).getByRole("link");
  expect(await places.count()).toBeLessThanOrEqual(9);
  for (const place of await places.all()) await expect(place).toBeInViewport({ ratio: 1 });
  await expect(places.filter({ hasText: /\d/ }).filter({ hasNotText: /^To do/ })).toHaveCount(0);
});

test("a phone shows four payments as cards without ids, and its main action below them", async ({
  browser,
}) => {
  const context = await browser.newContext({
    viewport: { width: 375, height: 740 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await startSession(page, "ops");
  await page.goto(`/payments?prefix=${mark}`);
  const rows = page.getByRole("table", { name: "Payments, newest first" }).locator("tbody tr");
  const create = page.getByRole("link", { name: "Create payment" });
  const bar = await create.boundingBox();
  expect(await wholeOnScreen(rows, bar?.y ?? 0)).toBeGreaterThanOrEqual(4);
  await expect(create).toBeInViewport({ ratio: 1 });
  await expect(rows.first()).toContainText("₹1,499.00");
  await expect(rows.first().getByText(/^\s*TXN/)).toHaveClass(/sr-only/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);

  const filters = page.locator("summary", { hasText: "Filters" });
  const chip = page.getByRole("link", { name: `Remove filter Starts with ${mark}` });
  await expect(filters).toContainText("1");
  await expect(chip).toBeHidden();
  await filters.tap();
  await expect(chip).toBeVisible();
  await filters.tap();

  await rows.first().tap({ position: { x: 200, y: 60 } });
  await expect(page).toHaveURL(/\/payments\/TXN/);
  await context.close();
});
