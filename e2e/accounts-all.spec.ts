import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { HANDED_KEY } from "../components/accounts/kept-keys";
import { ScriptedService } from "../tools/testing/dashboard/scripted-service";
import { AnyService } from "./support/any-service";
import { openPalette } from "./support/palette";
import { addShopEurope } from "./support/save-account";
import { expectActionsNext } from "./support/selection";

/** The pages over all accounts of a person. */
const first = AnyService.forTheseTests();
const other = new ScriptedService({ now: () => new Date() });
const SLUG = "shop-eu";

test.describe.configure({ mode: "serial" });
test.beforeAll(() => other.start());
test.beforeEach(() => other.always(null));
test.afterAll(() => other.stop());

const at = (path: string): string => first.at(`/a/${SLUG}${path}`);

test("from the switch and from the palette, with a panel for each account", async () => {
  const page = first.as("admin");
  await page.goto(first.at("/merchant-accounts"));
  await addShopEurope(page, { slug: SLUG, baseUrl: other.baseUrl });
  await page.goto(at("/people"));
  await page.getByLabel("Email").fill("support@example.com");
  await page.getByLabel("Role").selectOption("finance");
  await page.getByRole("button", { name: "Add to this account" }).click();
  await expect(page.getByRole("status").filter({ hasText: "was added" })).toBeVisible();

  await page.getByRole("button", { name: /Merchant account:/ }).click();
  await page.getByRole("link", { name: "All accounts" }).click();
  await expect(page).toHaveURL(first.at("/all-accounts"));
  for (const name of ["Main account", "Shop Europe"])
    await expect(page.getByRole("region", { name })).toContainText("Open refunds");

  await page.goto(at("/payments"));
  await openPalette(page);
  await page.getByRole("option", { name: "All accounts" }).click();
  await expect(page).toHaveURL(first.at("/all-accounts"));
});

const results = (page: Page): Locator => page.getByRole("table", { name: "Results by line and account" });

const find = async (page: Page, lines: readonly string[]): Promise<void> => {
  // Otherwise the page looks up the search before again, and its result may be replaced during the next step.
  if (page.url().startsWith("http")) await page.evaluate(() => sessionStorage.clear());
  await page.goto(first.at("/all-accounts/search"));
  await page.getByLabel("Identifiers").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Find payments" }).click();
  await expect(results(page)).toContainText(lines.at(-1) ?? "");
  await expect(page.getByRole("status").filter({ hasText: "found" })).toBeVisible();
};
/** What was handed to a page of one account and not taken. */
const handed = (page: Page): Promise<string | null> =>
  page.evaluate((key) => sessionStorage.getItem(key), HANDED_KEY);

test("what was found is exported and acted on by the role in each account, and only in that account", async () => {
  const [here, there, both] = [`HERE-${randomUUID()}`, `THERE-${randomUUID()}`, `BOTH-${randomUUID()}`];
  const ours = first.service.addPayment({ merchant_transaction_id: here, transaction_amount: "100.00" });
  const theirs = other.addPayment({
    merchant_transaction_id: there,
    transaction_amount: "700.00",
    // As long as the service makes them.
    transaction_id: "TXN202611271795805538107",
  });
  for (const service of [first.service, other]) service.addPayment({ merchant_transaction_id: both });
  const page = first.as("support");
  await find(page, [here, there, both]);

  await test.step("the export leaves out the account whose role does not allow it, and says so", async () => {
    await expect(page.getByText("Not in the export: Main account.")).toBeVisible();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export the result as CSV" }).click(),
    ]);
    const file = await readFile(await download.path(), "utf8");
    expect(file).toContain(`"Shop Europe","${there}","found","${theirs.transaction_id}"`);
    expect(file).toContain('"Main account","","forbidden"');
    expect(file).not.toContain(ours.transaction_id);
  });

  const group = (name: string): Locator =>
    page.getByRole("group", { name: `Actions on the payments selected in ${name}` });
  await page.getByRole("checkbox", { name: /^Select every line/ }).check();
  await expect(group("Main account")).toContainText("1 payment selected");
  await expect(group("Shop Europe")).toContainText("1 payment selected");
  await page.getByRole("checkbox", { name: `Select the payment of ${both} in Shop Europe` }).check();
  await expect(group("Main account")).toContainText("1 payment selected");
  await expect(group("Shop Europe")).toContainText("2 payments selected");
  await expect(group("Main account").getByRole("button")).toHaveText(["Request refunds"]);
  await expect(group("Shop Europe").getByRole("button")).toHaveText(["Refund 2 payments"]);
  const one = page.getByRole("checkbox", { name: `Select the payment of ${both} in Shop Europe` });
  await one.uncheck();
  await expectActionsNext(page, one);
  await expect(group("Main account").getByRole("button", { name: "Request refunds" })).toBeFocused();

  await test.step("the rows stand in the form of their account alone", async () => {
    await group("Shop Europe").getByRole("button", { name: "Refund 2 payments" }).click();
    await expect(page).toHaveURL(new RegExp(`/a/${SLUG}/bulk/new\\?kind=refund#`));
    const rows = page.getByLabel("Or paste rows");
    await expect(rows).toHaveValue(new RegExp(`${there},700.00,${theirs.transaction_id}`));
    await expect(rows).not.toHaveValue(new RegExp(here));
    expect(await handed(page)).toBeNull();
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(rows).toHaveValue("");
  });

  await test.step("refunds are requested in the dialog of their account", async () => {
    await find(page, [here, there]);
    await page.getByRole("checkbox", { name: /^Select every line/ }).check();
    await group("Main account").getByRole("button", { name: "Request refunds" }).click();
    await expect(page).toHaveURL(new RegExp(`^${first.at("/payments/find")}#`));
    const dialog = page.getByRole("dialog", { name: "Request a refund of 1 payment" });
    await dialog.getByLabel("Reason").selectOption("Goods returned");
    await dialog.getByRole("button", { name: "Request 1 refund" }).click();
    await expect(dialog.getByText("1 refund of 1 requested")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).last().click();
    await expect(page).toHaveURL(first.at("/requests?tab=mine"));
    await expect(page.getByRole("row", { name: new RegExp(here) })).toBeVisible();
    expect(await handed(page)).toBeNull();
  });

  await test.step("a page of another account discards what was handed over and never taken", async () => {
    await find(page, [there]);
    await page.getByRole("checkbox", { name: /^Select every line/ }).check();
    await page.route("**/bulk/new**", (route) => route.abort());
    await group("Shop Europe").getByRole("button", { name: "Refund 1 payment" }).click();
    await page.waitForTimeout(500);
    await page.unroute("**/bulk/new**");
    await page.goto(first.at("/payments/find"));
    await expect.poll(() => handed(page)).toBeNull();
    await expect(page.getByLabel("Identifiers")).toHaveValue("");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  await test.step("on a phone the id of a payment is on one line, and the page scrolls only down", async () => {
    const before = page.viewportSize();
    await page.setViewportSize({ width: 375, height: 800 });
    await find(page, [there]);
    const link = page.getByRole("link", { name: theirs.transaction_id });
    await expect(link).toBeVisible();
    const lines = await link.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
    if (before !== null) await page.setViewportSize(before);
  });
});

test("the way back from a payment finds the lines again, looked up anew, and no contact among them", async () => {
  const [one, two] = [`BACK-${randomUUID()}`, `BACK-${randomUUID()}`];
  const theirs = other.addPayment({ merchant_transaction_id: one, transaction_amount: "700.00" });
  first.service.addPayment({ merchant_transaction_id: two });
  const page = first.as("support");
  const field = page.getByLabel("Identifiers");
  const sent: string[] = [];
  const requested: string[] = [];
  page.on("request", (request) => {
    requested.push(decodeURIComponent(request.url()));
    if (request.method() === "POST") sent.push(request.postData() ?? "");
  });
  await find(page, [one, "nobody@example.net", two, "98765 43210"]);
  expect(sent.join()).toContain("nobody@example.net");
  await results(page).getByRole("link", { name: theirs.transaction_id }).click();
  await expect(page).toHaveURL(new RegExp(`/a/${SLUG}/payments/${theirs.transaction_id}`));
  const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
  expect(kept).toContain(one);
  expect(kept).not.toMatch(/nobody@|98765/);

  // Meanwhile it has changed.
  theirs.transaction_status = "CANCELLED";
  sent.length = 0;
  await page.goBack();
  await expect(page).toHaveURL(first.at("/all-accounts/search"));
  await expect(field).toHaveValue(`${one}\n${two}`);
  const row = results(page).getByRole("row").filter({ hasText: one });
  await expect(row).toContainText("CANCELLED");
  await expect(results(page).getByRole("row").filter({ hasText: two })).toContainText("Main account");
  await expect(page.getByText(/2 lines of the last search may be contacts/)).toBeVisible();
  expect(sent.join()).not.toMatch(/nobody@|98765/);

  await test.step("the next search says nothing about it, and takes its place", async () => {
    await field.fill(two);
    await page.getByRole("button", { name: "Find payments" }).click();
    await expect(row).toHaveCount(0);
    await expect(results(page).getByRole("row").filter({ hasText: two })).toBeVisible();
    await expect(page.getByText(/may be contacts/)).toHaveCount(0);
    await page.reload();
    await expect(field).toHaveValue(two);
    await expect(results(page).getByRole("row").filter({ hasText: two })).toBeVisible();
  });

  await test.step("a reference in the address comes first, until something else is looked up", async () => {
    await page.goto(first.at(`/all-accounts/search?reference=${one}`));
    await expect(field).toHaveValue(one);
    await expect(row).toBeVisible();
    await field.fill(two);
    await page.getByRole("button", { name: "Find payments" }).click();
    await expect(row).toHaveCount(0);
    await expect(results(page).getByRole("row").filter({ hasText: two })).toBeVisible();
    await expect(page).toHaveURL(first.at("/all-accounts/search"));
    await page.reload();
    await expect(field).toHaveValue(two);
  });

  await test.step("without lines, nothing is kept", async () => {
    await field.fill("");
    await page.getByRole("button", { name: "Find payments" }).click();
    await expect(page.getByText("Paste at least one identifier.")).toBeVisible();
    await page.reload();
    await expect(field).toBeVisible();
    await page.waitForTimeout(500);
    await expect(field).toHaveValue("");
  });

  await test.step("a contact or several lines in the address are looked up only when the person says so", async () => {
    expect(requested.filter((url) => url.includes("nobody@"))).toEqual([]);
    for (const given of ["nobody@example.net", `${one}\n${two}`]) {
      sent.length = 0;
      await page.goto(first.at(`/all-accounts/search?reference=${encodeURIComponent(given)}`));
      await expect(field).toHaveValue(given);
      await page.waitForLoadState("networkidle");
      expect(sent.filter((body) => body.includes(given.slice(0, 7)))).toEqual([]);
      await expect(results(page)).toHaveCount(0);
    }
  });

  await test.step("an account that is slow takes nothing with it, and the others are shown before it", async () => {
    other.always("transaction_status", { kind: "delay", ms: 30_000 });
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const main = document.querySelector("main");
        const isSearching = main?.innerText.includes("Searching…") === true;
        if (isSearching && main?.querySelector("table") !== null)
          Object.assign(window, { isShownBefore: true });
      }).observe(document, { childList: true, subtree: true });
    });
    await page.goto(first.at(`/all-accounts/search?reference=${two}`));
    await expect(results(page).getByRole("row").filter({ hasText: "Main account" })).toContainText(two);
    const gap = page.getByRole("main").getByRole("listitem").filter({ hasText: "Shop Europe" });
    await expect(gap).toContainText(/Took too long to answer|Could not be read/);
    await expect(page.getByRole("status").filter({ hasText: "1 account not searched" })).toBeVisible();
    expect(await page.evaluate(() => "isShownBefore" in window)).toBe(true);
    other.always(null);
  });
});

/** A refund in Shop Europe, where support is finance, whose outcome stays unknown. */
async function unknownThere(page: Page): Promise<string> {
  const { merchant_transaction_id: reference } = other.addPayment({
    merchant_transaction_id: `ORDER-${randomUUID()}`,
  });
  other.always("refund_initiate", { kind: "drop", when: "after" });
  await page.goto(at(`/payments?reference=${reference}`));
  await page
    .getByRole("button", { name: /^Refund/ })
    .first()
    .click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("7.00");
  await dialog.getByRole("button", { name: "Refund ₹7.00" }).click();
  await expect(dialog.getByText(/unknown/i).first()).toBeVisible();
  return reference;
}

test("items are triaged from the list of all accounts, each by the role in its account, and somebody slower sees who has it", async () => {
  const page = first.as("support");
  const reference = await unknownThere(page);
  const admin = first.as("admin");
  const row = (of: Page): Locator => of.getByRole("row").filter({ hasText: reference });
  for (const of of [page, admin]) {
    await of.goto(first.at("/all-accounts/queues?queue=finance"));
    await expect(row(of)).toContainText("Shop Europe");
    await expect(row(of)).toContainText("Nobody");
    await expect(row(of)).toContainText("Open");
  }
  await page.goto(first.at("/all-accounts/queues?queue=unknown"));
  await expect(row(page).getByRole("link", { name: "Resolve" })).toHaveAttribute(
    "href",
    new RegExp(`^/a/${SLUG}/refunds/requests/`),
  );
  await page.goto(first.at("/all-accounts/queues?queue=finance"));
  // Support in the first account: its queue of finance is not theirs, that of support is.
  await expect(page.getByText("Your role there does not allow it")).toHaveCount(1);
  await page.goto(first.at("/all-accounts/queues?queue=support"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Your role there does not allow it")).toHaveCount(0);
  await page.goto(first.at("/all-accounts/queues?queue=finance"));

  await test.step("by keyboard: j, a, w and e", async () => {
    // These pages have no palette that says when they answer keys.
    await expect(async () => {
      await page.keyboard.press("j");
      await expect(page.getByRole("link", { name: reference })).toBeFocused({ timeout: 500 });
    }).toPass();
    await page.keyboard.press("a");
    const dialog = page.getByRole("dialog");
    await expect(dialog).toContainText("Shop Europe");
    await dialog.getByRole("button", { name: "Assign" }).click();
    await expect(dialog).toBeHidden();
    await expect(row(page)).toContainText("You");
  });

  await test.step("the page that somebody else opened before", async () => {
    await row(admin)
      .getByRole("button", { name: `More for ${reference}` })
      .click();
    await admin.getByRole("button", { name: `Assign ${reference}` }).click();
    const late = admin.getByRole("dialog");
    await late.getByRole("button", { name: "Assign" }).click();
    await expect(late.getByText("This item has changed. Nothing was saved.")).toBeVisible();
    await late.getByRole("button", { name: "Cancel" }).click();
    await expect(row(admin)).not.toContainText("Nobody");
  });

  await page.getByRole("link", { name: reference }).focus();
  await page.keyboard.press("w");
  await page.keyboard.type("The bank confirms it");
  await page.keyboard.press("Enter");
  await expect(row(page)).toHaveCount(0);
  await expect(page.getByText(/waiting or done item has ₹7\.00 at stake/)).toBeVisible();
  await page
    .getByRole("navigation", { name: "State" })
    .getByRole("link", { name: /^Waiting/ })
    .click();
  await expect(row(page)).toContainText("Waiting for: The bank confirms it");
  // In the account's own queue it is the same item.
  await page.goto(at("/queues?state=waiting"));
  await expect(row(page)).toContainText("Waiting for: The bank confirms it");
  await page.goto(first.at("/queues?state=waiting"));
  await expect(page.getByText(reference)).toHaveCount(0);
});
