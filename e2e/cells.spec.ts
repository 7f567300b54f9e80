import { expect, type Page, test } from "@playwright/test";
import { isNginxInstalled, WITHOUT_NGINX } from "../server/checks/nginx";
import { type OwnDashboard, startDashboardOn } from "./support/faulty-wire";
import { choose } from "./support/merchant";
import { newSession } from "./support/staff";
import { type Cell, startTwoCells, type TwoCells } from "./support/two-cells";

/** One dashboard for merchants of two cells: each is an account, and all have the address of the proxy (docs/cells.md). */
const SLUG = "shop-b";

let cells: TwoCells;
let dashboard: OwnDashboard;
let page: Page;

test.describe.configure({ mode: "serial" });
test.skip(!isNginxInstalled, `two cells${WITHOUT_NGINX}`);
test.beforeAll(async ({ browser }) => {
  if (!isNginxInstalled) return;
  cells = await startTwoCells();
  dashboard = await startDashboardOn(cells.url, {
    ROUTING_API_KEY: cells.a.apiKey,
    ROUTING_API_SALT: cells.a.salt,
  });
  page = await newSession(browser, "admin", dashboard.url);
});
test.afterAll(async () => {
  if (!isNginxInstalled) return;
  await page.context().close();
  await dashboard.stop();
  await cells.stop();
});

async function pay({ client }: Cell, reference: string): Promise<string> {
  const answer = await client.initiatePayment({
    merchant_transaction_id: reference,
    transaction_amount: "100.00",
    currency: "INR",
    surl: "https://shop.example/paid",
    furl: "https://shop.example/failed",
    customer_details: { customer_email: "cells@example.com", customer_phone: "9876543210" },
  });
  if (answer.kind !== "answered" || !answer.value.success) throw new Error(JSON.stringify(answer));
  await choose(answer.value.payment_link, "success");
  return answer.value.transaction_id;
}

/** As a person does: the reference into the search of the account's page. */
async function expectFound(account: string, reference: string, transactionId: string): Promise<void> {
  await page.goto(`${dashboard.url}${account}/payments`);
  await page.getByLabel("Merchant reference").fill(reference);
  await page.getByLabel("Merchant reference").press("Enter");
  const record = page.getByRole("article", { name: transactionId });
  await expect(record).toContainText("100.00");
  await expect(record).toContainText("SUCCESS");
}

test("payments of merchants in two cells are found in one dashboard, before and after one moves to the other cell", async () => {
  const ofA = await pay(cells.a, "ORDER-OF-A");
  const ofB = await pay(cells.b, "ORDER-OF-B");
  await page.goto(`${dashboard.url}/merchant-accounts`);
  await page.getByRole("button", { name: "Add account" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Shop of b");
  await dialog.getByLabel("Address").fill(SLUG);
  await dialog.getByLabel("Base URL of the payment service").fill(cells.url);
  await dialog.getByLabel("API key").fill(cells.b.apiKey);
  await dialog.getByLabel("Salt").fill(cells.b.salt);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden({ timeout: 60_000 });

  await expectFound("", "ORDER-OF-A", ofA);
  await expectFound(`/a/${SLUG}`, "ORDER-OF-B", ofB);

  await cells.moveToB();
  // The new cell answers alone.
  await cells.a.stop();
  await expectFound("", "ORDER-OF-A", ofA);
  await expectFound(`/a/${SLUG}`, "ORDER-OF-B", ofB);
  const later = await pay(cells.a, "ORDER-AFTER-THE-MOVE");
  await expectFound("", "ORDER-AFTER-THE-MOVE", later);
  await page.goto(`${dashboard.url}/a/${SLUG}/payments?reference=ORDER-OF-A`);
  await expect(page.getByRole("article")).toHaveCount(0);
});
