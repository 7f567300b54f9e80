import { expect, type Page, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { openAccountMenu, startSession } from "./support/staff";

/** The pages that open from now on are painted, and not hydrated until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route("**/_next/static/**", async (route) => {
    if (route.request().resourceType() === "script") await gate;
    await route.continue();
  });
  return () => release();
}

test("before hydration a press does nothing, Enter sends nothing, and what is typed and chosen stays", async ({
  page,
}) => {
  const payment = await createPaidPayment("61.00");
  await startSession(page, "admin");
  let release = await holdScripts(page);
  await page.goto(`/payments/${payment.transaction_id}`, { waitUntil: "commit" });
  const refund = page.getByRole("button", { name: "Refund", exact: true });
  await expect(refund).toBeDisabled();
  await refund.click({ force: true, clickCount: 2 });
  release();
  await refund.click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("1.00");
  await dialog.getByRole("button", { name: "Refund ₹1.00" }).dblclick();
  await expect(page).toHaveURL(/\/refunds\/RFD/);
  await page.goto("/refunds");
  await expect(page.getByRole("row").filter({ hasText: payment.merchant_transaction_id })).toHaveCount(1);

  release = await holdScripts(page);
  await page.goto("/approvals/rules", { waitUntil: "commit" });
  const currency = page.getByLabel("Currency");
  const role = page.getByLabel("Requested by");
  const late = page.getByText("This page has not loaded completely");
  const search = page.getByLabel("Merchant reference");
  await search.fill("ORD");
  await search.press("ArrowLeft");
  await currency.fill("zzz");
  await currency.press("Enter");
  await role.selectOption("admin");
  await openAccountMenu(page);
  await page.getByRole("radio", { name: "Dark" }).focus();
  await page.keyboard.press("Space");
  await expect(page).toHaveURL("/approvals/rules");
  await expect(late).toBeHidden();
  // The ten seconds after which it shows.
  await page.evaluate(() => document.getAnimations().forEach((animation) => animation.finish()));
  await expect(late).toBeVisible();
  release();
  await expect(late).toBeHidden();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  expect(await search.evaluate((field: HTMLInputElement) => field.selectionStart)).toBe(2);
  await page.getByRole("button", { name: "Set threshold" }).click();
  // The form has been rendered again.
  await expect(page.getByText("Enter a three-letter currency code, like INR.")).toBeVisible();
  await expect(currency).toHaveValue("zzz");
  await expect(role).toHaveValue("admin");
});
