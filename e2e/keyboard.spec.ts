import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { choose, createPaidPayment, createPayment, transactionStatus } from "./support/merchant";
import { waitForShortcuts } from "./support/palette";
import { openAccountMenu, startSession } from "./support/staff";

test("j and k walk through a list with visible focus, Enter opens, / leads to the search from anywhere, whose field takes no slash and which Escape leaves", async ({
  page,
}) => {
  const mark = `keys-${randomUUID()}`;
  const older = await createPayment("31.00", { udf1: mark });
  const newer = await createPayment("32.00", { udf1: mark });
  await startSession(page, "support");
  await page.goto(`/payments?udf1=${mark}`);
  await page.getByRole("heading", { level: 1 }).click();
  await waitForShortcuts(page);
  const link = (id: string) => page.getByRole("table").getByRole("link", { name: id });
  await page.keyboard.press("j");
  await expect(link(newer.transaction_id)).toBeFocused();
  expect(await link(newer.transaction_id).evaluate((element) => element.matches(":focus-visible"))).toBe(
    true,
  );
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(link(older.transaction_id)).toBeFocused();
  await page.keyboard.press("k");
  await expect(link(newer.transaction_id)).toBeFocused();
  // Escape leaves the search field, so that single keys work.
  const field = page.getByLabel("Merchant reference");
  await page.keyboard.press("/");
  await expect(field).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("j");
  await expect(link(newer.transaction_id)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${newer.transaction_id}`));

  await page.goto("/refunds");
  await waitForShortcuts(page);
  await page.keyboard.press("/");
  await page.keyboard.type(older.merchant_transaction_id, { delay: 15 });
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${older.transaction_id}`));

  // No page opens with the focus in the field, where the keys of its list would be typed.
  await page.goto("/payments");
  await waitForShortcuts(page);
  await expect(field).not.toBeFocused();
  await page.keyboard.press("/");
  await page.keyboard.type(`  ${newer.merchant_transaction_id} `);
  await expect(field).toHaveValue(`  ${newer.merchant_transaction_id} `);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/payments/${newer.transaction_id}`));
});

test("r refunds and c cancels the payment or the attempt in focus; never while typing, after g, in a dialog, or with a modifier", async ({
  page,
}) => {
  const open = await createPayment("33.00");
  const paid = await createPaidPayment("34.00");
  await startSession(page, "finance");
  await page.goto(`/payments/${open.transaction_id}`);
  await waitForShortcuts(page);
  // The page shows one payment: there is no row to go to.
  await page.keyboard.press("j");
  await expect(page.locator("main :focus")).toHaveCount(0);
  const ask = page.getByRole("alertdialog");
  for (const keys of ["Shift+C", "Alt+c", "r"]) await page.keyboard.press(keys);
  // After g it is the letter of a page.
  await page.keyboard.type("gc");
  await expect(page).toHaveURL(/\/reconciliation/);
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await page.goto(`/payments/${open.transaction_id}`);
  await waitForShortcuts(page);
  await page.keyboard.press("c");
  await expect(ask).toContainText("33.00");
  await expect(ask.getByRole("button", { name: "Keep payment" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(ask).toBeHidden();
  await expect(page.getByRole("button", { name: "Cancel payment" })).toBeFocused();

  await page.goto(`/payments/${paid.transaction_id}`);
  await waitForShortcuts(page);
  // A paid payment cannot be cancelled, and an open menu has the keys.
  await page.keyboard.press("c");
  await openAccountMenu(page);
  await page.keyboard.press("r");
  await expect(page.locator("dialog[open]")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.keyboard.press("r");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Refund amount")).toBeFocused();
  await page.keyboard.type("rc");
  await expect(dialog.getByLabel("Refund amount")).toHaveValue("rc");
  await expect(page.locator("dialog[open]")).toHaveCount(1);

  const first = await createPayment("35.00");
  await choose(first.payment_link, "failure");
  await choose(first.payment_link, "retry");
  const [latest] = await transactionStatus(first.merchant_transaction_id);
  await page.goto(`/payments/${first.transaction_id}`);
  await page.getByRole("heading", { level: 1 }).click();
  await waitForShortcuts(page);
  await page.keyboard.press("j");
  const attempts = page.getByRole("region", { name: "Attempts" });
  await expect(attempts.getByRole("link", { name: latest?.transaction_id ?? "" })).toBeFocused();
  await page.keyboard.press("c");
  await expect(ask).toContainText("35.00");
});

test("half of a payment is refunded by keyboard with at most 8 Tabs after a fresh load", async ({ page }) => {
  const paid = await createPaidPayment("36.00");
  await startSession(page, "finance");
  await page.goto(`/payments/${paid.transaction_id}`);
  await expect(page.getByRole("button", { name: "Refund", exact: true })).toBeEnabled();
  let tabs = 0;
  const tabTo = async (name: string): Promise<void> => {
    const focused = page.locator(":focus");
    do {
      await page.keyboard.press("Tab");
      tabs += 1;
    } while (
      tabs <= 30 &&
      !(await focused.evaluate((element, wanted) => {
        return (element.getAttribute("aria-label") ?? element.textContent.trim()) === wanted;
      }, name))
    );
  };
  await tabTo("Skip to content");
  await page.keyboard.press("Enter");
  await tabTo("Refund");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Refund amount")).toBeFocused();
  await tabTo("Refund half");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Refund amount")).toHaveValue("18.00");
  await expect(page.getByLabel("Refund amount")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Refund ₹18.00" })).toBeFocused();
  // Sooner, it would be the same press.
  await page.waitForTimeout(400);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/refunds\/RFD/);
  expect(tabs).toBeLessThanOrEqual(8);
});
