import { expect, type Locator, type Page, test } from "@playwright/test";
import { waitForShortcuts, walkTo } from "./support/palette";
import { fileRequest, withdrawRequest } from "./support/refund-request";
import { newPerson, newSession } from "./support/staff";

const row = (page: Page, reference: string): Locator => page.getByRole("row").filter({ hasText: reference });
const link = (page: Page, reference: string): Locator =>
  row(page, reference).getByRole("link", { name: reference });

test("an item is changed on the page of its payment without losing what is typed; a stale tab sees who has it, and an item that ends is named", async ({
  browser,
}) => {
  test.slow();
  const { reference, payment } = await fileRequest();
  const [finance, admin] = [await newSession(browser, "finance"), await newSession(browser, "admin")];
  const panel = finance.getByRole("region", { name: "To do" });
  await finance.goto(`/payments/${payment.transaction_id}`);
  await expect(panel).toContainText("Refund request");
  await expect(panel).toContainText("Assigned to nobody.");
  await admin.goto("/queues?team=finance");
  await row(admin, reference)
    .getByRole("button", { name: `More for ${reference}` })
    .click();
  await admin.getByRole("button", { name: `Assign ${reference}` }).click();
  const late = admin.getByRole("dialog");
  await expect(late.getByLabel("Assignee")).toBeVisible();

  const note = finance.getByLabel("Add a note");
  await note.fill("The customer called");
  await panel.getByRole("button", { name: "Assign to you" }).click();
  await expect(panel).toContainText("Assigned to you.");
  await late.getByRole("button", { name: "Assign" }).click();
  await expect(late.getByText("This item has changed. Nothing was saved.")).toBeVisible();
  await expect(late.getByText(/It is now open, and assigned to /)).toBeVisible();
  await late.getByRole("button", { name: "Cancel" }).click();
  await expect(row(admin, reference)).not.toContainText("Nobody");

  await panel.getByRole("button", { name: "Wait" }).click();
  const dialog = finance.getByRole("dialog");
  await dialog.getByLabel("What does it wait for?").fill("The parcel");
  await dialog.getByRole("button", { name: "Set waiting" }).click();
  await expect(panel).toContainText("Waiting for: The parcel");
  await expect(note).toHaveValue("The customer called");

  // The requester withdraws another one while an admin looks.
  const other = await fileRequest();
  await admin.goto("/queues?team=finance");
  await expect(link(admin, other.reference)).toBeVisible();
  await withdrawRequest(other);
  const left = admin.getByRole("status").filter({ hasText: "left this list" });
  await expect(left.getByRole("link", { name: other.reference })).toBeVisible({ timeout: 60_000 });
  await expect(row(admin, other.reference)).toHaveCount(0);
  for (const page of [finance, admin]) await page.context().close();
});

test("finance triages its queue by keyboard: j, a and w, and focus goes on to the next row", async ({
  browser,
}) => {
  const [{ reference: first }, { reference: second }, { reference: third }] = [
    await fileRequest(),
    await fileRequest(),
    await fileRequest(),
  ];
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
  await finance.context().close();
});
