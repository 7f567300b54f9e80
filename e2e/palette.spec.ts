import { expect, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPayment } from "./support/merchant";
import { openPalette } from "./support/palette";
import { openAccountMenu, record, signIn, startSession } from "./support/staff";

test("the palette leads to a reference, a page, an action and an id by keys alone, and Escape leaves everything as it was", async ({
  page,
}) => {
  const violations: string[] = [];
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const payment = await createPayment("31.00");
  await signIn(page, "ops");
  const id = "202611211763700000000";
  await page.getByLabel("Merchant reference").focus();
  await openPalette(page);
  await page.keyboard.type(`rfd${id}`);
  await expect(page.getByRole("dialog").getByRole("option").first()).toContainText(`RFD${id}`);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL("/payments");
  await page.keyboard.type("x");
  await expect(page.getByLabel("Merchant reference")).toHaveValue("x");

  await openPalette(page);
  await page.keyboard.type(payment.merchant_transaction_id);
  await page.keyboard.press("Enter");
  await expect(record(page, payment.transaction_id)).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  for (const [typed, address] of [
    ["refun", "/refunds"],
    ["create", "/payments/new"],
    [`TXN${id}`, `/payments/TXN${id}`],
  ] as const) {
    await openPalette(page);
    await page.keyboard.type(typed);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(address);
  }
  await openPalette(page);
  await page.keyboard.type("theme dark");
  await page.keyboard.press("Enter");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(violations).toEqual([]);
});

test("g and a letter lead to a page, but never while somebody types, nor in a dialog, nor when switched off; the palette is clean for axe", async ({
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
  await expectCleanState(page, "palette");
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

test("the theme and the language are changed in place and are kept, without a flash of the others", async ({
  browser,
}) => {
  const context = await browser.newContext({ colorScheme: "light" });
  const page = await context.newPage();
  await signIn(page, "support");
  const ground = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  const light = await ground();
  await openAccountMenu(page);
  await page.getByRole("radio", { name: "Dark" }).click({ force: true });
  await expect.poll(ground).not.toBe(light);
  const dark = await ground();
  // The radio changes with the server's response, so it is not "checked" at once.
  await page.getByRole("radio", { name: "हिन्दी" }).click({ force: true });
  const refunds = page.getByRole("link", { name: "रिफ़ंड", exact: true });
  await expect(refunds).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "hi");
  const response = await page.reload();
  expect(await response?.text()).toMatch(/<html[^>]*data-theme="dark"/);
  expect(await ground()).toBe(dark);
  await expect(refunds).toBeVisible();
  await context.close();
});
