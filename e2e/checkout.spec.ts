import { expect, test } from "@playwright/test";
import { createPayment, transactionStatus } from "./support/merchant";

test.use({ javaScriptEnabled: false });

test("a customer who left tries again behind the same link and pays with the keyboard alone, without scripts or another host", async ({
  page,
}) => {
  const payment = await createPayment("500.00");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).origin));
  await page.goto(payment.payment_link);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Pay");
  await page.getByRole("button", { name: "Leave without paying" }).click();
  await expect(page.getByRole("heading", { name: "Payment not completed" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("button", { name: "Simulate a failed payment" }).click();
  await expect(page.getByRole("heading", { name: "Payment failed" })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page).toHaveURL(payment.payment_link);
  await expect(page.getByRole("group", { name: "Pay with" })).toBeVisible();

  await page.keyboard.press("Tab");
  await expect(page.getByRole("radio", { name: "UPI" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "Credit card" })).toBeChecked();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Pay ₹500.00" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "Payment received" })).toBeVisible();
  await expect(page.getByText("Credit card")).toBeVisible();
  const records = await transactionStatus(payment.merchant_transaction_id);
  expect(records.map((seen) => seen.transaction_status)).toEqual(["SUCCESS", "FAILURE", "DROP"]);
  expect(new Set(asked)).toEqual(new Set([new URL(payment.payment_link).origin]));
});
