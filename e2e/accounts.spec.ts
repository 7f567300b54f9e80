import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { ScriptedService } from "../tools/testing/dashboard/scripted-service";
import { AnyService } from "./support/any-service";
import { fillAccount, saveOtherMerchant } from "./support/save-account";
import { openRefund } from "./support/staff";

const first = AnyService.forTheseTests();
const other = new ScriptedService({ now: () => new Date() });
const SLUG = "shop-eu";

test.describe.configure({ mode: "serial" });
test.beforeAll(() => other.start());
test.afterAll(() => other.stop());

const at = (path: string): string => first.at(`/a/${SLUG}${path}`);

test("an admin adds an account: its key is tested first, and it can be switched to", async () => {
  const page = first.as("admin");
  await page.goto(first.at("/merchant-accounts"));
  await page.getByRole("button", { name: "Add account" }).click();
  const account = { slug: SLUG, baseUrl: other.baseUrl };
  await fillAccount(page, { ...account, salt: "not-the-salt" });
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(page.locator("main, dialog").getByRole("alert")).toContainText(
    "did not accept this API key and salt",
  );
  await saveOtherMerchant(await fillAccount(page, account));
  await expect(page.getByRole("row", { name: /Shop Europe/ })).toContainText("/a/shop-eu");

  await page.getByRole("button", { name: /Merchant account:/ }).click();
  await page.getByRole("link", { name: "Shop Europe", exact: true }).click();
  await expect(page).toHaveURL(at("/payments"));
  await expect(page.getByRole("button", { name: /Merchant account: Shop Europe/ })).toBeVisible();
});

test("the first account's own prefix leads to its addresses without one", async () => {
  const page = first.as("admin");
  await page.goto(first.at("/a/main/payments?reference=ORDER-1"));
  await expect(page).toHaveURL(first.at("/payments?reference=ORDER-1"));
});

test("an account is not there for people without a role in it", async () => {
  for (const role of ["support", "finance"] as const) {
    const response = await first.as(role).goto(at("/payments"));
    expect(response?.status()).toBe(404);
  }
  const unknown = await first.as("admin").goto(first.at("/a/nowhere/payments"));
  expect(unknown?.status()).toBe(404);
});

test("a person gets a role of their own in the account", async () => {
  const page = first.as("admin");
  await page.goto(at("/people"));
  await page.getByLabel("Email").fill("nobody@example.com");
  await page.getByRole("button", { name: "Add to this account" }).click();
  await expect(page.locator("main, dialog").getByRole("alert")).toContainText(
    "Nobody with this email address",
  );
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByLabel("Role").selectOption("finance");
  await page.getByRole("button", { name: "Add to this account" }).click();
  await expect(page.getByRole("status").filter({ hasText: "was added" })).toBeVisible();
  await expect(page.getByRole("row", { name: /support@example.com/ })).toContainText("Finance");

  const support = first.as("support");
  expect((await support.goto(at("/refunds")))?.status()).toBe(200);
  await support.goto(first.at("/payments"));
  await expect(support.getByRole("link", { name: "Bulk" }).first()).toBeVisible();
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

test("a key is replaced only by one that works, and a closed account is not there until it is reopened", async () => {
  const page = first.as("admin");
  await page.goto(first.at("/merchant-accounts"));
  await page.getByRole("button", { name: "Replace the key of Shop Europe" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("API key").fill("another-key");
  await dialog.getByLabel("Salt").fill("another-salt");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("Nothing was saved");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await page.getByRole("button", { name: "Close Shop Europe?" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Close account" }).click();
  await expect(page.getByRole("row", { name: /Shop Europe/ })).toContainText("Closed");
  expect((await first.as("support").goto(at("/payments")))?.status()).toBe(404);
  await page.getByRole("button", { name: "Reopen Shop Europe" }).click();
  await expect(page.getByRole("row", { name: /Shop Europe/ })).toContainText("Open");
  expect((await first.as("support").goto(at("/payments")))?.status()).toBe(200);
});
