import { expect, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPayment } from "./support/merchant";
import { openPalette } from "./support/palette";
import { openAccountMenu, record, signIn, startSession } from "./support/staff";

test("the palette leads to a reference, a page and an action by keys alone", async ({ page }) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const payment = await createPayment("31.00");
  await signIn(page, "ops");

  await openPalette(page);
  await page.keyboard.type(payment.merchant_transaction_id);
  await page.keyboard.press("Enter");
  await expect(record(page, payment.transaction_id)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await openPalette(page);
  await page.keyboard.type("refun");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/refunds");

  await openPalette(page);
  await page.keyboard.type("theme dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");

  await openPalette(page);
  await page.keyboard.type("create");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/payments/new");
  expect(violations).toEqual([]);
});

test("the palette leads from an id to its own page, and Escape leaves everything as it was", async ({
  page,
}) => {
  const id = "202611211763700000000";
  await signIn(page, "support");
  await openPalette(page);
  await page.keyboard.type(`rfd${id}`);
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText(`RFD${id}`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/payments");
  await page.keyboard.type("x");
  await expect(page.getByLabel("Merchant reference")).toHaveValue("x");
  await openPalette(page);
  await page.keyboard.type(`TXN${id}`);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`/payments/TXN${id}`);
});

test("the palette is clean for axe in both themes, on a phone and on a desk, and ? lists the keys", async ({
  page,
}) => {
  await signIn(page, "admin");
  await openPalette(page);
  await expectCleanState(page, "palette");
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
});

test("g and a letter lead to a page, but never while somebody types, nor in a dialog, nor when switched off", async ({
  page,
}) => {
  await signIn(page, "admin");
  await page.getByLabel("Merchant reference").fill("");
  await page.keyboard.type("gr?");
  await expect(page.getByLabel("Merchant reference")).toHaveValue("gr?");
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.keyboard.press("Escape");
  await page.keyboard.type("gr");
  await expect(page).toHaveURL("/refunds");

  await page.keyboard.type("?");
  const keys = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(keys).toBeVisible();
  await page.keyboard.type("gp");
  await expect(page).toHaveURL("/refunds");
  await keys.getByRole("checkbox").uncheck();
  await page.keyboard.press("Escape");
  await expect(keys).toBeHidden();
  await page.keyboard.type("gp?");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/refunds");
  await openPalette(page);
});

test("the menu on a phone opens without JavaScript and leads to every page", async ({ browser }) => {
  const signed = await browser.newPage();
  await startSession(signed, "admin");
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 375, height: 800 },
    storageState: await signed.context().storageState(),
  });
  const page = await context.newPage();
  await page.goto("/payments");
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "Refunds" }).click();
  await expect(page).toHaveURL("/refunds");
  await context.close();
  await signed.close();
});

test("the language is changed in place and is kept", async ({ page }) => {
  await signIn(page, "support");
  await openAccountMenu(page);
  // The radio changes with the server's response, so it is not "checked" at once.
  await page.getByRole("radio", { name: "हिन्दी" }).click({ force: true });
  await expect(page.getByRole("link", { name: "रिफ़ंड", exact: true })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  await page.reload();
  await expect(page.getByRole("link", { name: "रिफ़ंड", exact: true })).toBeVisible();
});
