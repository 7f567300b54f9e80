import { expect, test, type Page } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { startSession } from "./support/staff";

/** Holds a request of the page until `release` is called; `isHeld` resolves once it was sent. */
async function hold(page: Page, address: string): Promise<{ isHeld: Promise<void>; release: () => void }> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let tell = (): void => undefined;
  const isHeld = new Promise<void>((resolve) => (tell = resolve));
  await page.route(address, async (route) => {
    tell();
    await released;
    // The page may have given it up.
    await route.continue().catch(() => undefined);
  });
  return { isHeld, release };
}

test("while a search waits for a slow service, a link opens its page, and the answer takes nobody elsewhere", async ({
  page,
}) => {
  const { transaction_id: id } = await createPaidPayment("100.00");
  await startSession(page, "finance");
  await page.goto("/payments");
  const search = await hold(page, "**/api/search");
  const field = page.getByRole("search").getByRole("textbox");
  await field.fill(id);
  await field.press("Enter");
  await search.isHeld;
  await page.getByRole("navigation").getByRole("link", { name: "Refunds", exact: true }).click();
  await expect(page).toHaveURL("/refunds");
  search.release();
  await page.waitForTimeout(1_500);
  await expect(page).toHaveURL("/refunds");
  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();

  await page.goto("/payments");
  await field.fill(id);
  await field.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${id}`));
});

test("while a customer is looked up at a slow service, a note is saved and a link opens its page", async ({
  page,
}) => {
  const { transaction_id: id } = await createPaidPayment("100.00");
  await startSession(page, "finance");
  await page.goto(`/payments/${id}`);
  const customer = await hold(page, "**/api/payments/*/customer");
  await page.getByRole("button", { name: "All payments of this customer" }).click();
  await customer.isHeld;

  await page.getByLabel("Add a note").fill("Called the customer.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Called the customer." }).last()).toBeVisible();

  await page.getByRole("navigation").getByRole("link", { name: "Refunds", exact: true }).click();
  await expect(page).toHaveURL("/refunds");
  customer.release();
  await page.waitForTimeout(1_500);
  await expect(page).toHaveURL("/refunds");
});
