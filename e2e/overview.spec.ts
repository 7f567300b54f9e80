import { expect, type Page, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPaidPayment } from "./support/merchant";
import { startSession } from "./support/staff";

const chart = (page: Page) => page.getByRole("figure", { name: /^Payments by status from/ });

test("days begin at midnight where the person is", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Kolkata" });
  const page = await context.newPage();
  await startSession(page, "support");
  await page.goto("/overview");
  await expect(page.getByText("Daily figures in your browser’s time zone, Asia/Kolkata.")).toBeVisible();
  await context.close();
});

test("the overview is clean for axe and scrolls no way but down", async ({ page }) => {
  await createPaidPayment("44.00");
  await startSession(page, "finance");
  await page.goto("/overview?range=24h");
  await page.getByText("Show as a table").click();
  await expect(chart(page)).toBeVisible();
  await expectCleanState(page, "overview");
});
