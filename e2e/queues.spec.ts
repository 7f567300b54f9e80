import { expect, type Locator, type Page, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { waitForShortcuts, walkTo } from "./support/palette";
import { newPerson } from "./support/staff";

/** A refund request of support for a payment of 90.00; returns the payment's reference. */
async function requested(support: Page, amount = "25.00"): Promise<string> {
  const payment = await createPaidPayment("90.00");
  await support.goto(`/payments/${payment.transaction_id}`);
  await support.getByRole("button", { name: "Request a refund" }).click();
  const dialog = support.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill(amount);
  await dialog.getByRole("button", { name: `Request ₹${amount}` }).click();
  await expect(dialog.getByText("Refund requested")).toBeVisible();
  return payment.merchant_transaction_id;
}

const row = (page: Page, reference: string): Locator => page.getByRole("row").filter({ hasText: reference });
const link = (page: Page, reference: string): Locator =>
  row(page, reference).getByRole("link", { name: reference });

test("an item's own page says who has it, and two people who take it at once see each other", async ({
  browser,
}) => {
  const support = await newPerson(browser, "support");
  const reference = await requested(support);
  const [first, second] = [await newPerson(browser, "finance"), await newPerson(browser, "admin")];
  await first.goto("/queues?team=finance");
  await link(first, reference).click();
  const panel = (page: Page): Locator => page.getByRole("region", { name: "To do" });
  await expect(panel(first)).toContainText("Assigned to nobody.");
  await second.goto(first.url());
  await expect(panel(second)).toContainText("Assigned to nobody.");
  // The second page stays as it is, though it would refresh itself.
  await second.route("**/api/notifications/unread", (route) => route.abort());
  await panel(first).getByRole("button", { name: "Assign to you" }).click();
  await expect(panel(first)).toContainText("Assigned to you.");
  await panel(second).getByRole("button", { name: "Assign to you" }).click();
  await expect(second.getByRole("alert").filter({ hasText: "This item has changed" })).toBeVisible();
  await second.reload();
  await expect(panel(second)).toContainText(/Assigned to (?!nobody|you).+\./);
  // Support sees who has it, and cannot change it.
  await support.goto(first.url());
  await expect(panel(support)).toContainText(/Assigned to (?!nobody|you).+\./);
  await expect(panel(support).getByRole("button")).toHaveCount(0);
  await panel(first).getByRole("link", { name: "List of finance" }).click();
  await expect(row(first, reference)).toContainText("You");
  for (const page of [support, first, second]) await page.context().close();
});

test("the pages of a payment and of its refund say who works on an item, and change it without losing what is typed", async ({
  browser,
}) => {
  const support = await newPerson(browser, "support");
  // The simulator refuses refunds of 91 paise.
  const reference = await requested(support, "20.91");
  const address = support.url();
  const finance = await newPerson(browser, "finance");
  await finance.goto(address);
  const panel = (page: Page): Locator => page.getByRole("region", { name: "To do" });
  await expect(panel(finance)).toContainText("Refund request");
  await expect(panel(finance)).toContainText("Assigned to nobody.");
  const note = finance.getByLabel("Add a note");
  await note.fill("The customer called");
  await panel(finance).getByRole("button", { name: "Assign to you" }).click();
  await expect(panel(finance)).toContainText("Assigned to you.");
  await panel(finance).getByRole("button", { name: "Wait" }).click();
  const dialog = finance.getByRole("dialog");
  await dialog.getByLabel("What does it wait for?").fill("The parcel");
  await dialog.getByRole("button", { name: "Set waiting" }).click();
  await expect(panel(finance)).toContainText("Waiting for: The parcel");
  await expect(note).toHaveValue("The customer called");

  await support.goto(address);
  await expect(panel(support)).toContainText("Waiting for: The parcel");
  await expect(panel(support)).toContainText(/Assigned to (?!nobody|you).+\./);
  await expect(panel(support).getByRole("button")).toHaveCount(0);

  await panel(finance).getByRole("link", { name: "Open the request" }).click();
  await finance.getByRole("link", { name: "Accept ₹20.91" }).click();
  await finance.getByRole("button", { name: "Refund ₹20.91" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await expect(panel(finance)).toContainText("Accepted refund was not made", { timeout: 60_000 });
  await expect(panel(finance)).toContainText("Assigned to you.");
  await panel(finance).getByRole("button", { name: "Unassign" }).click();
  await expect(panel(finance)).toContainText("Assigned to nobody.");
  await finance.goto("/requests");
  await expect(row(finance, reference)).toContainText("Nobody");
  for (const page of [support, finance]) await page.context().close();
});

test("finance triages its queue by keyboard: j, a and w, and focus goes on to the next row", async ({
  browser,
}) => {
  const support = await newPerson(browser, "support");
  const references = [await requested(support), await requested(support), await requested(support)];
  const [first = "", second = "", third = ""] = references;
  const finance = await newPerson(browser, "finance");
  await finance.goto("/queues?team=finance");
  await waitForShortcuts(finance);

  // Nothing is in focus: no row is meant.
  await finance.keyboard.press("a");
  await expect(finance.locator("dialog[open]")).toHaveCount(0);
  await walkTo(finance, link(finance, first));
  await finance.keyboard.press("a");
  const dialog = finance.getByRole("dialog");
  await expect(dialog.getByLabel("Assignee")).toBeFocused();
  await dialog.getByRole("button", { name: "Assign" }).click();
  await expect(dialog).toBeHidden();
  await expect(row(finance, first)).toContainText("You");

  await finance.keyboard.press("j");
  await expect(link(finance, second)).toBeFocused();
  await finance.keyboard.press("w");
  await finance.keyboard.press("Enter");
  await expect(dialog.getByText("Enter a text.")).toBeVisible();
  await finance.keyboard.type("The warehouse confirms the return");
  await finance.keyboard.press("Enter");
  await expect(row(finance, second)).toHaveCount(0);
  await expect(link(finance, third)).toBeFocused();

  // A decision ends a request: nobody can say that it is done.
  await finance.keyboard.press("e");
  await expect(dialog).toBeHidden();
  // What one did oneself is not reported as having left.
  await expect(finance.getByRole("status").filter({ hasText: "left this list" })).toHaveCount(0);
  await expect(finance.getByText(/waiting or done items? (has|have) ₹/)).toBeVisible();

  await finance
    .getByRole("navigation", { name: "State" })
    .getByRole("link", { name: /^Waiting/ })
    .click();
  await expect(row(finance, second)).toContainText("Waiting for: The warehouse confirms the return");
  await finance.goto("/queues");
  await expect(row(finance, first)).toContainText("Refund request");
  await support.context().close();
  await finance.context().close();
});

test("a stale tab sees who has the item and overwrites nothing; the colleague is notified, and an item that ends is named", async ({
  browser,
}) => {
  const support = await newPerson(browser, "support");
  const reference = await requested(support);
  const finance = await newPerson(browser, "finance");
  const admin = await newPerson(browser, "admin");
  const ops = await newPerson(browser, "ops");
  for (const page of [finance, admin]) await page.goto("/queues?team=finance");
  const assign = async (page: Page): Promise<Locator> => {
    await row(page, reference)
      .getByRole("button", { name: `More for ${reference}` })
      .click();
    await page.getByRole("button", { name: `Assign ${reference}` }).click();
    return page.getByRole("dialog");
  };
  const late = await assign(admin);
  const early = await assign(finance);
  await early.getByRole("button", { name: "Assign" }).click();
  await expect(early).toBeHidden();
  await late.getByRole("button", { name: "Assign" }).click();
  await expect(late.getByText("This item has changed. Nothing was saved.")).toBeVisible();
  await expect(late.getByText(/It is now open, and assigned to /)).toBeVisible();
  await late.getByRole("button", { name: "Cancel" }).click();
  await expect(row(admin, reference)).not.toContainText("Nobody");

  // Given to a colleague: only that person is notified.
  const give = await assign(admin);
  await give.getByLabel("Assignee").selectOption({ label: "Sandbox ops" });
  await give.getByRole("button", { name: "Assign" }).click();
  await expect(give).toBeHidden();
  const note = ops.getByRole("link").filter({ hasText: "Assigned to you: refund request" });
  await expect
    .poll(
      async () => {
        await ops.goto("/notifications");
        return note.filter({ hasText: reference }).count();
      },
      { timeout: 90_000 },
    )
    .toBe(1);
  await ops.goto("/queues");
  await expect(row(ops, reference)).toBeVisible();

  // The requester withdraws it while finance looks.
  await support.goto((await link(ops, reference).getAttribute("href")) ?? "");
  await support.getByRole("button", { name: "Withdraw request" }).click();
  const left = finance.getByRole("status").filter({ hasText: "left this list" });
  await expect(left.getByRole("link", { name: reference })).toBeVisible({ timeout: 60_000 });
  await expect(row(finance, reference)).toHaveCount(0);
  await ops.goto("/queues");
  const resolved = ops.getByRole("list", { name: "Resolved items" });
  await expect(resolved.getByRole("link", { name: reference })).toBeVisible();
  for (const page of [support, finance, admin, ops]) await page.context().close();
});
