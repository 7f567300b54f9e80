import { expect, test, type Page } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPaidPayment } from "./support/merchant";
import { waitForShortcuts } from "./support/palette";
import { newPerson, newSession } from "./support/staff";

/** Counts what people do: each click, and each field that is filled in or chosen. */
function counter() {
  let actions = 0;
  return {
    count: () => actions,
    async do(action: Promise<unknown>): Promise<void> {
      actions += 1;
      await action;
    },
  };
}

async function requestRefund(page: Page, transactionId: string, amount: string): Promise<void> {
  await page.goto(`/payments/${transactionId}`);
  await page.getByRole("button", { name: "Request a refund" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill(amount);
  await dialog.getByRole("button", { name: `Request ₹${amount}` }).dblclick();
  await expect(dialog.getByText("Refund requested")).toBeVisible();
  await dialog.getByRole("link", { name: "View request" }).click();
  await expect(page).toHaveURL(/\/requests\/[0-9a-f-]{36}$/);
}

test("support requests a refund and finance accepts it: six actions, and support sees the outcome without reloading", async ({
  browser,
}) => {
  const payment = await createPaidPayment("75.00");
  const support = await newSession(browser, "support");
  const finance = await newSession(browser, "finance");
  await finance.goto("/requests");
  await support.goto(`/payments/${payment.transaction_id}`);
  const people = counter();

  await people.do(support.getByRole("button", { name: "Request a refund" }).click());
  const dialog = support.getByRole("dialog");
  await people.do(dialog.getByLabel("Refund amount").fill("25"));
  await people.do(dialog.getByLabel("Reason").selectOption("Goods returned"));
  await people.do(dialog.getByRole("button", { name: "Request ₹25.00" }).click());
  await expect(dialog.getByText("Refund requested")).toBeVisible();
  await dialog.getByRole("link", { name: "View request" }).click();

  // The queue is live.
  const row = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(row).toContainText("₹25.00");
  await people.do(row.getByRole("link", { name: /^Accept the request/ }).click());
  const form = finance.getByRole("dialog");
  await expect(form.getByText(/requests ₹25\.00/)).toBeVisible();
  await expect(form.getByLabel("Reason")).toHaveValue("goods_returned");
  await people.do(form.getByRole("button", { name: "Refund ₹25.00" }).click());
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  expect(people.count()).toBeLessThanOrEqual(6);

  await expect(support.getByText("The customer was refunded.")).toBeVisible({ timeout: 60_000 });
  await expect(support.getByRole("listitem").filter({ hasText: "accepted ₹25.00" })).toBeVisible();
  await support.goto(`/payments/${payment.transaction_id}`);
  await expect(support.getByText(/requested a refund of ₹25\.00/)).toBeVisible();
  await support.context().close();
  await finance.context().close();
});

test("finance asks, support answers, finance changes the amount and declines; every screen is clean", async ({
  browser,
}) => {
  const payment = await createPaidPayment("90.00");
  const support = await newSession(browser, "support");
  await requestRefund(support, payment.transaction_id, "40.00");
  const address = support.url();

  const finance = await newSession(browser, "finance");
  await finance.goto("/requests");
  await finance.goto(address);
  await finance.getByRole("button", { name: "Ask a question" }).click();
  await finance.getByLabel("Question").fill("Which box?");
  await expectCleanState(finance, "a request, by finance");
  await finance.getByRole("button", { name: "Send question" }).click();
  await expect(finance.getByText("Which box?")).toBeVisible();

  await support.reload();
  await support.getByLabel("Your answer").fill("Box 4 <b>");
  await support.getByRole("button", { name: "Send answer" }).click();
  await expect(support.getByText("Box 4 <b>")).toBeVisible();

  await finance.reload();
  await finance.getByRole("button", { name: "Change amount" }).click();
  await finance.getByLabel("New amount").fill("30");
  await finance.getByRole("button", { name: "Save amount" }).click();
  await expect(finance.getByRole("link", { name: "Accept ₹30.00" })).toBeVisible();
  await finance.getByRole("button", { name: "Decline", exact: true }).click();
  await finance.getByRole("button", { name: "Decline request" }).click();
  await expect(finance.getByText("Enter a text.")).toBeVisible();
  await finance.getByLabel("Reason for declining").fill("Outside the return period");
  await finance.getByRole("button", { name: "Decline request" }).click();
  await expect(finance.getByText("Declined", { exact: true })).toBeVisible();

  await support.reload();
  await expect(support.getByText("Outside the return period")).toBeVisible();
  await expect(support.getByText("was ₹40.00")).toBeVisible();
  await support.context().close();
  await finance.context().close();
});

test("the second of two people who accept sees who was first; the queue works by keys", async ({
  browser,
}) => {
  const payment = await createPaidPayment("50.00");
  const support = await newSession(browser, "support");
  await requestRefund(support, payment.transaction_id, "10.00");
  const [first, second] = [await newPerson(browser, "finance"), await newPerson(browser, "admin")];
  for (const page of [first, second]) {
    await page.goto("/requests");
    await page
      .getByRole("row")
      .filter({ hasText: payment.merchant_transaction_id })
      .getByRole("link", { name: /^Accept the request/ })
      .click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Refund ₹10.00" })).toBeVisible();
  }
  await first.getByRole("button", { name: "Refund ₹10.00" }).click();
  await expect(first).toHaveURL(/\/refunds\/RFD/);
  await second.getByRole("button", { name: "Refund ₹10.00" }).click();
  const dialog = second.getByRole("dialog");
  await expect(dialog.getByText(/has already accepted this request/)).toBeVisible();
  await expect(dialog.getByText("Nothing was refunded by this form.")).toBeVisible();

  await second.goto("/requests?tab=decided");
  await expect(second.getByRole("row").filter({ hasText: payment.merchant_transaction_id })).toBeVisible();
  await waitForShortcuts(second);
  await second.keyboard.press("j");
  await expect(second.locator("main tbody a[data-opens]").first()).toBeFocused();
  await second.keyboard.press("Enter");
  await expect(second).toHaveURL(/\/requests\/[0-9a-f-]{36}$/);
  for (const page of [support, first, second]) await page.context().close();
});
