import { expect, test } from "@playwright/test";
import { startSession } from "./support/staff";

test("days begin at midnight where the person is", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Kolkata" });
  const page = await context.newPage();
  await startSession(page, "support");
  await page.goto("/overview");
  await expect(page.getByText("Daily figures in your browser’s time zone, Asia/Kolkata.")).toBeVisible();
  await context.close();
});
