import { expect, test, type Page } from "@playwright/test";
import { createPayment, transactionStatus } from "./support/merchant";
import { startSession } from "./support/staff";

function newReference(): string {
  return `MADE-${crypto.randomUUID()}`;
}

async function fill(page: Page, reference: string, amount: string): Promise<void> {
  await page.getByLabel("Merchant reference", { exact: true }).fill(reference);
  await page.getByLabel("Amount").fill(amount);
  await page.getByLabel("Email").fill("customer@example.com");
}

async function submit(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Create payment" }).click();
}

test("a payment is created once, also by a double click, with its link to copy, to open and as a QR code", async ({
  page,
}) => {
  const reference = newReference();
  await startSession(page, "ops");
  await page.goto("/payments/new");
  await fill(page, reference, "1499.50");
  await expect(page.getByLabel("Method (optional)")).toBeHidden();
  await page.getByText("More fields").click();
  await page.getByLabel("Method (optional)").selectOption("UPI");
  await page.getByLabel("udf1 (optional)").fill("by phone");
  await page.getByRole("button", { name: "Create payment" }).dblclick();
  await expect(page.getByText("Payment created")).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Copy payment link" })).toBeVisible();
  const link = await page.getByRole("link", { name: /Open checkout/ }).getAttribute("href");
  expect((await fetch(link ?? "")).status).toBe(200);
  const [record, ...others] = await transactionStatus(reference);
  expect(others).toEqual([]);
  expect(record).toMatchObject({
    transaction_amount: "1499.50",
    transaction_status: "INITIATED",
    udf1: "by phone",
  });
  // No customer data is in the address.
  expect(page.url()).not.toContain("customer");
  await page.getByRole("link", { name: "View payment" }).click();
  await expect(page.getByRole("article", { name: record?.transaction_id ?? "" })).toBeVisible();
});

test("errors stand at their fields, ours and the service's, also at a folded one, and what was typed stays", async ({
  page,
}) => {
  await startSession(page, "ops");
  await page.goto("/payments/new");
  await fill(page, "a|b", "1,5");
  await submit(page);
  await expect(page.getByRole("alert").getByText("2 fields need correcting")).toBeVisible();
  await expect(page.getByLabel("Merchant reference", { exact: true })).toBeFocused();
  await expect(page.getByLabel("Merchant reference", { exact: true })).toHaveAccessibleDescription(
    /cannot contain “\|”/,
  );
  await expect(page.getByLabel("Amount")).toHaveAccessibleDescription(/at most two decimals/);
  await expect(page.getByLabel("Email")).toHaveValue("customer@example.com");
  // An error in a folded field opens the fields.
  await fill(page, newReference(), "10.00");
  await page.getByText("More fields").click();
  await page.getByLabel("After success (optional)").fill("shop.example");
  await page.getByText("More fields").click();
  await submit(page);
  await expect(page.getByLabel("After success (optional)")).toBeFocused();
  await expect(page.getByLabel("After success (optional)")).toHaveAccessibleDescription(/starts with https/);
  await page.getByLabel("After success (optional)").fill("");
  const taken = await createPayment("10.00");
  await fill(page, taken.merchant_transaction_id, "15.00");
  await submit(page);
  await expect(page.getByText("This reference is already used")).toBeVisible();
  await page.getByRole("link", { name: "Search for the reference" }).click();
  await expect(page.getByRole("article", { name: taken.transaction_id })).toBeVisible();
});

test("a form that loses its answer is unknown, and sent again it is the same payment", async ({ page }) => {
  const reference = newReference();
  await startSession(page, "ops");
  await page.goto("/payments/new");
  await fill(page, reference, "12.00");
  // The service gets the request; its response never reaches the browser.
  let isLost = false;
  await page.route("**/payments/new", async (route) => {
    if (route.request().method() !== "POST" || isLost) return route.fallback();
    isLost = true;
    await route.fetch();
    await route.abort();
  });
  await submit(page);
  await expect(page.getByText("The connection to Paydeck was lost")).toBeVisible();
  await expect(page.getByLabel("Amount")).toBeDisabled();
  await page.getByRole("button", { name: "Send the same request again" }).click();
  await expect(page.getByText("Payment created")).toBeVisible();
  expect(await transactionStatus(reference)).toHaveLength(1);
});
