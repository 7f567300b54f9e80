import { expect, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { newSession } from "./support/staff";

test("a payment prints black on white, whole, without what can only be pressed, in the dark theme too", async ({
  browser,
}) => {
  const payment = await createPaidPayment("149900.00");
  const page = await newSession(browser, "finance");
  await page.emulateMedia({ colorScheme: "dark", media: "print" });
  await page.goto(`/payments/${payment.transaction_id}`);
  const main = page.getByRole("main");
  await expect(main.getByText(payment.transaction_id).first()).toBeVisible();
  await expect(main.getByText("₹1,49,900.00").first()).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("navigation")).toHaveCount(0);
  const [ink, paper] = await page.evaluate(() => [
    getComputedStyle(document.body).color,
    getComputedStyle(document.documentElement).backgroundColor,
  ]);
  expect([ink, paper]).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  await page.context().close();
});
