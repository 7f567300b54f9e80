import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { choose, createPaidPayment as createPaidInFirst, type CreatedPayment } from "./support/merchant";
import { openPalette, waitForShortcuts } from "./support/palette";
import { addAccount, type SecondAccount } from "./support/second-account";
import { startSession } from "./support/staff";
import { isStray } from "./support/stray-addresses";

const SLUG = `shop-${randomUUID().slice(0, 8)}`;
const IN = `/a/${SLUG}`;

let account: SecondAccount;
// Nobody of ops belongs to it.
test.beforeAll(async () => {
  account = await addAccount(SLUG, ["admin", "finance", "support"]);
});

/** A payment of the second account. */
async function createPayment(
  amount: string,
  fields: { merchant_transaction_id?: string; udf1?: string } = {},
) {
  const response = await account.client.initiatePayment({
    merchant_transaction_id: `ORDER-${randomUUID()}`,
    transaction_amount: amount,
    customer_details: { customer_email: "customer@example.com", customer_phone: "9876543210" },
    ...fields,
  });
  if (response.kind !== "answered" || !response.value.success) throw new Error(JSON.stringify(response));
  return response.value;
}

async function createPaidPayment(amount: string): Promise<CreatedPayment> {
  const payment = await createPayment(amount);
  await choose(payment.payment_link, "success");
  return payment;
}

/** Every request of the page, from now on, that leaves its account. */
function watch(page: Page): { strays: string[]; errors: string[] } {
  const strays: string[] = [];
  const errors: string[] = [];
  page.on("request", (request) => {
    if (isStray(request.url(), IN)) strays.push(`${request.method()} ${request.url()}`);
  });
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(message.text());
  });
  page.on("pageerror", (error) => errors.push(String(error)));
  return { strays, errors };
}

/** A mark that a page load would remove. */
const mark = (page: Page): Promise<void> => page.evaluate(() => void Object.assign(window, { isSame: true }));
const isMarked = (page: Page): Promise<boolean> => page.evaluate(() => "isSame" in window);

test("links, the palette, keys, back, forward and reload stay in the account, and so do a note and a search", async ({
  page,
}) => {
  const first = await createPaidPayment("22.00");
  const mine = randomUUID();
  await createPayment("23.00", { udf1: mine });
  const other = await createPayment("24.00", { udf1: mine });
  await startSession(page, "admin");
  await page.goto(`${IN}/overview`);
  const seen = watch(page);
  await waitForShortcuts(page);
  await mark(page);

  const nav = page.getByRole("navigation", { name: "Main" });
  await nav.getByRole("link", { name: "Refunds" }).hover();
  await nav.getByRole("link", { name: "Refunds" }).click();
  await expect(page).toHaveURL(`${IN}/refunds`);
  await expect(nav.getByRole("link", { name: "Refunds" })).toHaveAttribute("aria-current", "page");

  await page.keyboard.press("g");
  await page.keyboard.press("p");
  await expect(page).toHaveURL(`${IN}/payments`);

  await openPalette(page);
  await page.keyboard.type(first.transaction_id);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`${IN}/payments/${first.transaction_id}`));
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first.transaction_id);

  await page.goBack();
  await expect(page).toHaveURL(`${IN}/payments`);
  await page.goForward();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(first.transaction_id);
  expect(await isMarked(page)).toBe(true);

  // The parameter of a page is read from the path behind the prefix.
  await page.goto(`${IN}/payments?udf1=${mine}`);
  await mark(page);
  const link = page.getByRole("table").getByRole("link", { name: other.transaction_id });
  await link.hover();
  await link.click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(other.transaction_id);
  expect(await isMarked(page)).toBe(true);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1 })).toContainText(other.transaction_id);
  await expect(page).toHaveURL(new RegExp(`${IN}/payments/${other.transaction_id}`));

  const posts: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") posts.push(new URL(request.url()).pathname);
  });
  await page.getByLabel("Add a note").fill("Within the account.");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(page.getByLabel("Add a note")).toHaveValue("");
  await expect(page.getByRole("listitem").filter({ hasText: "Within the account." }).last()).toBeVisible();
  expect(posts).toEqual([`${IN}/payments/${other.transaction_id}`]);

  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Payments" }).click();
  await page.getByLabel("Merchant reference").fill(other.merchant_transaction_id);
  await page.getByRole("button", { name: "Search" }).click();
  await expect(page).toHaveURL(new RegExp(`${IN}/payments[/?].*${other.merchant_transaction_id}`));
  expect(posts.at(-1)).toBe(`${IN}/api/search`);

  // A draft of rules is kept for its account alone.
  await page.goto(`${IN}/rules`);
  await page.getByRole("button", { name: "Add rule" }).first().click();
  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith("paydeck.rules"))),
    )
    .toEqual([expect.stringMatching(new RegExp(`^paydeck\\.rules\\.${SLUG}\\.`))]);
  expect(seen).toEqual({ strays: [], errors: [] });
});

test("two tabs of one browser act each on the account of its own address", async ({ page, context }) => {
  const there = await createPaidPayment("28.00");
  const here = await createPaidInFirst("29.00");
  const ofFirst = `Of the first account, ${randomUUID()}.`;
  const ofSecond = `Of the second account, ${randomUUID()}.`;
  await startSession(page, "admin");
  const other = await context.newPage();
  await page.goto("/payments");
  await other.goto(`${IN}/payments`);
  for (const [tab, own, strange] of [
    [page, here, there],
    [other, there, here],
  ] as const) {
    await expect(tab.getByRole("table").getByRole("link", { name: own.transaction_id })).toBeVisible();
    await expect(tab.getByRole("table").getByRole("link", { name: strange.transaction_id })).toHaveCount(0);
  }
  const seen = watch(other);
  await other.getByRole("table").getByRole("link", { name: there.transaction_id }).click();
  await page.getByRole("table").getByRole("link", { name: here.transaction_id }).click();
  for (const [tab, note] of [
    [other, ofSecond],
    [page, ofFirst],
  ] as const) {
    await tab.getByLabel("Add a note").fill(note);
    await tab.getByRole("button", { name: "Add note" }).click();
    // The text alone is also in the field; that is emptied when the note is stored.
    await expect(tab.getByLabel("Add a note")).toHaveValue("");
    await expect(tab.getByRole("listitem").filter({ hasText: note }).last()).toBeVisible();
  }
  expect(seen).toEqual({ strays: [], errors: [] });
  await page.goto("/payments?reference=of%20account");
  await other.goto(`${IN}/payments?reference=of%20account`);
  await expect(page.getByText(ofFirst)).toBeVisible();
  await expect(other.getByText(ofSecond)).toBeVisible();
  await expect(page.getByText(ofSecond)).toHaveCount(0);
  await expect(other.getByText(ofFirst)).toHaveCount(0);

  await other.goto(`${IN}/payments/${here.transaction_id}`);
  await expect(other.getByText("29.00")).toHaveCount(0);
});
