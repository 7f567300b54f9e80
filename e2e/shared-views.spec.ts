import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { Staff } from "./support/direct";
import { newcomer } from "./support/newcomer";
import { createPaidPayment } from "./support/merchant";
import { newSession } from "./support/staff";

const openViews = (page: Page): Promise<void> => page.getByText(/^Saved views/).click();

async function saveView(page: Page, name: string): Promise<void> {
  await openViews(page);
  await page.getByLabel("Save this view").fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
}

async function share(page: Page, name: string, role: string): Promise<void> {
  await page.getByRole("button", { name: `Share ${name}` }).click();
  await page.getByLabel(`Share ${name} with`).selectOption(role);
  await page.getByRole("button", { name: "Save sharing" }).click();
}

/** The name of a new composed role. */
async function composedRole(): Promise<string> {
  const staff = new Staff();
  const { role } = await staff.ofComposed(["view_refunds", "save_view"]);
  await staff.db.end();
  return typeof role === "object" && role !== null ? role.name : "";
}

test("a view with its columns is kept, shared with a role, used, copied and named anew by others, ended by an admin and forgotten", async ({
  browser,
}) => {
  test.slow();
  await createPaidPayment("15.00");
  const mark = randomUUID().slice(0, 8);
  const name = `Paid ${mark}`;
  const { page: owner } = await newcomer(browser, "finance");
  await owner.setViewportSize({ width: 1600, height: 1000 });
  await test.step("one of refunds, shared with a composed role, is not among those of payments", async () => {
    const role = await composedRole();
    const ofRefunds = `Failed ${mark}`;
    await owner.goto("/refunds?status=FAILURE&range=7d&columns=refund,amount");
    await saveView(owner, ofRefunds);
    await owner.getByLabel("Save this view").fill(ofRefunds.toUpperCase());
    await owner.getByRole("button", { name: "Save", exact: true }).click();
    await expect(owner.getByText("You already have a view with this name.")).toBeVisible();
    await share(owner, ofRefunds, role);
    await expect(owner.getByText(`Shared with the role ${role}`)).toBeVisible();
    await owner.goto("/refunds");
    await openViews(owner);
    await owner.getByRole("link", { name: ofRefunds }).click();
    await expect(owner).toHaveURL(/\/refunds\?.*status=FAILURE&range=7d.*columns=/);
    await expect(owner.getByRole("link", { name: "Remove filter Last 7 days" })).toBeVisible();
    await owner.goto("/payments?status=SUCCESS&columns=reference,amount,status,udf1");
    await openViews(owner);
    await expect(owner.getByRole("checkbox", { name: "With the columns shown now" })).toBeChecked();
    await expect(owner.getByRole("link", { name: ofRefunds })).toHaveCount(0);
    await owner.reload();
  });
  await saveView(owner, name);
  await share(owner, name, "Support");
  await expect(owner.getByText("Shared with support")).toBeVisible();
  await owner.context().close();

  const { page } = await newcomer(browser, "support");
  await page.setViewportSize({ width: 1600, height: 1000 });
  await page.goto("/payments");
  await openViews(page);
  await page.getByRole("link", { name }).click();
  await expect(page).toHaveURL(/status=SUCCESS&columns=/);
  const table = page.getByRole("table", { name: "Payments, newest first" });
  // The first one holds the checkboxes.
  await expect(table.getByRole("columnheader")).toHaveText(["", "Amount", "Status", "Reference", "udf1"]);
  await openViews(page);
  await expect(page.getByRole("button", { name: `Rename ${name}` })).toHaveCount(0);
  await expect(page.getByRole("button", { name: `Stop sharing ${name}` })).toHaveCount(0);
  await page.getByRole("button", { name: `Copy ${name} to your views` }).click();
  await expect(page.getByText("Copied to your views.")).toBeVisible();
  const mine = `Mine ${mark}`;
  await page.getByRole("button", { name: `Rename ${name}` }).click();
  await page.getByLabel(`Name of ${name}`).fill(mine);
  await page.getByRole("button", { name: "Rename", exact: true }).click();
  await expect(page.getByRole("link", { name: mine })).toBeVisible();

  const admin = await newSession(browser, "admin");
  await admin.goto("/payments");
  await openViews(admin);
  await admin.getByRole("button", { name: `Stop sharing ${name}` }).click();
  await expect(admin.getByRole("link", { name })).toHaveCount(0);
  await admin.context().close();

  await page.reload();
  await openViews(page);
  await expect(page.getByRole("link", { name: mine })).toHaveCount(1);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Shared" })).toHaveCount(0);
  await page.getByLabel(`Delete ${mine}`).click();
  await expect(page.getByText("Delete this view?")).toBeVisible();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("link", { name: mine })).toHaveCount(0);
  await page.context().close();
});
