import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ScriptedService } from "../tools/testing/dashboard/scripted-service";
import { AnyService } from "./support/any-service";
import { dashboardAt, Staff } from "./support/direct";
import { fillAccount, saveOtherMerchant } from "./support/save-account";
import { openRefund, startSession } from "./support/staff";

const first = AnyService.forTheseTests();
const other = new ScriptedService({ now: () => new Date() });
const SLUG = "shop-eu";

test.describe.configure({ mode: "serial" });
test.beforeAll(() => other.start());
test.afterAll(() => other.stop());

const at = (path: string): string => first.at(`/a/${SLUG}${path}`);

/** Gives everybody of one role in the second account another one, which ends their sessions. */
async function setRoleThere(from: string, to: string): Promise<void> {
  const staff = new Staff(dashboardAt(first.at("")) ?? undefined);
  await staff.db.query(
    "update account_2.people set role = $2 where role = $1 and set_config('paydeck.copying', 'yes', false) <> ''",
    [from, to],
  );
  await staff.db.end();
}

test("an admin adds an account whose key works, gives a colleague a role in it, and appoints its admin again", async () => {
  const page = first.as("admin");
  const dialog = page.getByRole("dialog");
  const row = page.getByRole("row", { name: /Shop Europe/ });
  await page.goto(first.at("/merchant-accounts"));
  await page.getByRole("button", { name: "Add account" }).click();
  const account = { slug: SLUG, baseUrl: other.baseUrl };
  await fillAccount(page, { ...account, salt: "not-the-salt" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("did not accept this API key and salt");
  await saveOtherMerchant(await fillAccount(page, account));
  await expect(row).toContainText("/a/shop-eu");

  await test.step("and replaces its key only by one that works", async () => {
    await page.getByRole("button", { name: "Replace the key of Shop Europe" }).click();
    await dialog.getByLabel("API key").fill("another-key");
    await dialog.getByLabel("Salt").fill("another-salt");
    await dialog.getByRole("button", { name: "Save" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Nothing was saved");
    await dialog.getByRole("button", { name: "Cancel" }).click();
  });

  await page.getByRole("button", { name: /Merchant account:/ }).click();
  await page.getByRole("link", { name: "Shop Europe", exact: true }).click();
  await expect(page).toHaveURL(at("/payments"));
  await expect(page.getByRole("button", { name: /Merchant account: Shop Europe/ })).toBeVisible();

  await test.step("a colleague gets another role in it", async () => {
    await page.goto(at("/people"));
    await page.getByLabel("Email").fill("nobody@example.com");
    await page.getByRole("button", { name: "Add to this account" }).click();
    await expect(page.getByRole("main").getByRole("alert")).toContainText("Nobody with this email address");
    await page.getByLabel("Email").fill("support@example.com");
    await page.getByLabel("Role").selectOption("finance");
    await page.getByRole("button", { name: "Add to this account" }).click();
    await expect(page.getByRole("status").filter({ hasText: "was added" })).toBeVisible();
    await expect(page.getByRole("row", { name: /support@example.com/ })).toContainText("Finance");
  });

  await test.step("closed, it is not there until it is reopened", async () => {
    await page.goto(first.at("/merchant-accounts"));
    await page.getByRole("button", { name: "Close Shop Europe?" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close account" }).click();
    await expect(row).toContainText("Closed");
    expect((await first.as("support").goto(at("/payments")))?.status()).toBe(404);
    await page.getByRole("button", { name: "Reopen Shop Europe" }).click();
    await expect(row).toContainText("Open");
    expect((await first.as("support").goto(at("/payments")))?.status()).toBe(200);
  });

  await test.step("without an active admin it gets one from the list of accounts", async () => {
    await setRoleThere("admin", "ops");
    await startSession(page, "admin", first.at(""));
    await page.goto(first.at("/merchant-accounts"));
    await expect(row).toContainText("No active admin");
    await page.getByRole("button", { name: "Appoint an admin of Shop Europe" }).click();
    await dialog.getByLabel("Email").fill("nobody@example.com");
    await dialog.getByRole("button", { name: "Appoint" }).click();
    await expect(dialog.getByRole("alert")).toContainText("Nobody with this email address");
    await dialog.getByLabel("Email").fill("finance@example.com");
    await dialog.getByRole("button", { name: "Appoint" }).click();
    await expect(dialog).toBeHidden();
    await expect(row).not.toContainText("No active admin");
    await setRoleThere("ops", "admin");
    await startSession(page, "admin", first.at(""));
  });
});

test("two tabs on two accounts: each refund goes to the account of its own page, and to no list of the other", async () => {
  const reference = `ORDER-${randomUUID()}`;
  const here = first.service.addPayment({ merchant_transaction_id: reference, transaction_amount: "100.00" });
  const there = other.addPayment({ merchant_transaction_id: reference, transaction_amount: "700.00" });
  const tab = first.as("support");
  await tab.goto(at(`/payments?reference=${reference}`));
  const admin = first.as("admin");
  await admin.goto(first.at(`/payments?reference=${reference}`));
  await expect(tab.getByText("700.00").first()).toBeVisible();
  await expect(admin.getByText("100.00").first()).toBeVisible();
  await expect(admin.getByText("700.00")).toHaveCount(0);

  const dialog = await openRefund(tab, there.transaction_id);
  await dialog.getByLabel("Refund amount").fill("7.00");
  await dialog.getByRole("button", { name: "Refund ₹7.00" }).click();
  // The refund's own page follows.
  await expect(tab).toHaveURL(new RegExp(`/a/${SLUG}/refunds/RFD`));
  expect(other.callsOf("refund_initiate")).toHaveLength(1);
  expect(first.sentFor(here)).toBe(0);

  await admin.goto(first.at("/refunds"));
  await expect(admin.getByText(reference)).toHaveCount(0);
  await admin.goto(at("/refunds"));
  await expect(admin.getByText(reference).first()).toBeVisible();
  await admin.goto(first.at("/audit"));
  await expect(admin.getByText(reference)).toHaveCount(0);
  await admin.goto(at("/audit"));
  await expect(admin.getByText(reference).first()).toBeVisible();
});
