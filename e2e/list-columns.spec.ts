import { expect, type Page, test } from "@playwright/test";
import { newcomer } from "./support/newcomer";
import { createPaidPayment } from "./support/merchant";

const table = (page: Page) => page.getByRole("table", { name: "Payments, newest first" });
/** Those with a text: the column of checkboxes has none. */
const headings = async (page: Page): Promise<string[]> =>
  (await table(page).getByRole("columnheader").allInnerTexts()).filter((text) => text !== "");
const DEFAULT = ["Amount", "Status", "Reference", "Customer", "Method", "Gateway", "Created"];

async function openColumns(page: Page): Promise<void> {
  await page.getByText("Columns", { exact: true }).click();
  await expect(page.getByRole("group", { name: "Columns" })).toBeVisible();
}

/** The headings in the HTML of the first response, before any script ran. */
async function firstPaint(page: Page): Promise<string> {
  const html = await (await page.request.get("/payments")).text();
  return html.slice(html.indexOf("<thead"), html.indexOf("</thead")).replace(/<[^>]+>/g, "|");
}

test("columns are chosen by keyboard, apply at once, and are the person's own in every browser", async ({
  browser,
}) => {
  await createPaidPayment("15.00");
  const { page, email, password } = await newcomer(browser, "support");
  await page.setViewportSize({ width: 1920, height: 1000 });
  await page.goto("/payments");
  expect(await headings(page)).toEqual(DEFAULT);

  await openColumns(page);
  await expect(page.getByRole("checkbox", { name: "Reference", exact: true })).toBeDisabled();
  await page.getByRole("checkbox", { name: "Customer", exact: true }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("checkbox", { name: "udf1", exact: true }).focus();
  await page.keyboard.press("Space");
  const chosen = ["Amount", "Status", "Reference", "Method", "Gateway", "Created", "udf1"];
  await expect.poll(() => headings(page)).toEqual(chosen);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("group", { name: "Columns" })).toBeHidden();

  // No flash: the first response has them.
  const html = await firstPaint(page);
  expect(html).toContain("udf1");
  expect(html).not.toContain("Customer");

  const other = await (await browser.newContext({ viewport: { width: 1920, height: 900 } })).newPage();
  await other.goto("/login");
  await other.getByLabel("Email").fill(email);
  await other.getByLabel("Password").fill(password);
  await other.getByRole("button", { name: "Sign in" }).click();
  await expect(table(other)).toBeVisible();
  await expect.poll(() => headings(other)).toEqual(chosen);
  await other.setViewportSize({ width: 375, height: 800 });
  await expect(other.getByText("Columns", { exact: true })).toBeHidden();
  expect(await other.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375);
  await other.context().close();

  await openColumns(page);
  await page.getByRole("button", { name: "Back to the usual columns" }).click();
  await expect.poll(() => headings(page)).toEqual(DEFAULT);
  await page.context().close();
});
