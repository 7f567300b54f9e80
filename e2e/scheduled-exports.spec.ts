import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { newcomer } from "./support/newcomer";
import { createPayment } from "./support/merchant";
import { newSession } from "./support/staff";

test("an export is scheduled from a filtered list, runs, is announced, and only its owner downloads it", async ({
  browser,
}) => {
  const mark = `export-${randomUUID()}`;
  const payment = await createPayment("12.00", { merchant_transaction_id: mark, udf1: mark });
  const { page } = await newcomer(browser, "finance");
  await page.goto(`/payments?udf1=${mark}`);
  await page.getByText("Export", { exact: true }).click();
  await page.getByRole("link", { name: "Schedule export" }).click();
  await expect(page.getByRole("heading", { name: "New scheduled export of payments" })).toBeVisible();
  await page.getByLabel("Name").fill("Every Friday");
  await page.getByLabel("Repeat").selectOption("Every week");
  await page.getByLabel("Day of the week").selectOption("Friday");
  await expect(page.getByLabel("Day of the month")).toBeHidden();
  await page.getByLabel("Time zone").fill("Nowhere/City");
  await page.getByRole("button", { name: "Schedule export" }).click();
  await expect(page.getByText("Enter a valid value.")).toBeVisible();
  await page.getByLabel("Time zone").fill("Asia/Kolkata");
  await page.getByRole("button", { name: "Schedule export" }).click();
  await expect(page.getByText("Scheduled.", { exact: true })).toBeVisible();
  const schedule = page.getByRole("region", { name: "Every Friday" });
  await expect(schedule.getByText("every Friday at 08:00 (Asia/Kolkata)")).toBeVisible();

  await page.goto("/exports");
  await page.getByRole("button", { name: "Run Every Friday now" }).click();
  const download = schedule.getByRole("link", { name: "Download" });
  await expect(download).toBeVisible();
  await expect(schedule.getByText("1 row,")).toBeVisible();
  const file = page.waitForEvent("download");
  await download.click();
  const path = await (await file).path();
  expect(await readFile(path, "utf8")).toContain(payment.transaction_id);
  await page.goto("/notifications");
  await expect(page.getByText("Scheduled export ready")).toBeVisible();

  // Somebody else's file, and one without a session.
  await page.goto("/exports");
  const address = (await download.getAttribute("href")) ?? "";
  const other = await newSession(browser, "admin");
  await other.goto(address);
  await expect(
    other.getByText("This file is no longer available, or it belongs to somebody else."),
  ).toBeVisible();
  await other.context().close();
  const nobody = await (await browser.newContext()).newPage();
  await nobody.goto(address);
  await expect(nobody).toHaveURL(/\/login/);
  await nobody.context().close();

  await page.getByRole("button", { name: "Pause Every Friday" }).click();
  await expect(schedule.getByText("Paused. Nothing is written until you resume it.")).toBeVisible();
  await page.getByRole("button", { name: "Resume Every Friday" }).click();
  await expect(schedule.getByText(/^Next:/)).toBeVisible();
  await page.getByRole("button", { name: "Delete Every Friday" }).click();
  await schedule.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByText("No scheduled exports")).toBeVisible();
  await page.context().close();
});
