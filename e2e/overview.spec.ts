import { expect, type Page, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { startDashboardOn } from "./support/faulty-wire";
import { choose, createPaidPayment, createPayment } from "./support/merchant";
import { signIn, startSession } from "./support/staff";

const chart = (page: Page) => page.getByRole("figure", { name: /^Payments by status from/ });

test("payments by status are drawn, said in words and shown in a table that leads to the list", async ({
  page,
}) => {
  await createPaidPayment("41.00");
  const failed = await createPayment("42.00");
  await choose(failed.payment_link, "failure");
  await signIn(page, "support");
  await page.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(chart(page)).toHaveAccessibleName(/\d+ payments?, \d+ paid, \d+ failed/);
  await page.getByText("Show as a table").click();
  const rows = page.getByRole("table", { name: "Payments by status" }).getByRole("row");
  await expect(rows).toHaveCount(8);
  await rows.last().getByRole("link").click();
  await expect(page).toHaveURL(/\/payments\?from=.*&until=/);
  await expect(
    page.getByRole("table", { name: "Payments, newest first" }).getByText(failed.transaction_id),
  ).toBeVisible();
});

test("the span is in the address, and a gateway leads to its payments", async ({ page }) => {
  await createPaidPayment("43.00");
  await startSession(page, "finance");
  await page.goto("/overview?range=30d");
  await expect(page.getByRole("link", { name: "30 days" })).toHaveAttribute("aria-current", "page");
  const gateway = page.getByRole("table", { name: "Success rate by gateway" }).getByRole("link").first();
  const name = (await gateway.textContent()) ?? "";
  await gateway.click();
  await expect(page).toHaveURL(new RegExp(`gateway=${name}`));
  await expect(page.getByRole("link", { name: `Remove filter Gateway ${name}` })).toBeVisible();
});

test("days begin at midnight where the person is", async ({ browser }) => {
  const context = await browser.newContext({ timezoneId: "Asia/Kolkata" });
  const page = await context.newPage();
  await startSession(page, "support");
  await page.goto("/overview");
  await expect(page.getByText("Daily figures in your browser’s time zone, Asia/Kolkata.")).toBeVisible();
  await context.close();
});

test("a service that cannot be reached is shown, and the refunds requested here are there", async ({
  browser,
}) => {
  // Nothing listens on the discard port.
  const dashboard = await startDashboardOn("http://127.0.0.1:9");
  const context = await browser.newContext();
  const page = await context.newPage();
  await startSession(page, "support", dashboard.url);
  await page.goto(`${dashboard.url}/overview`);
  await expect(page.getByText("The payment service can’t be reached")).toBeVisible();
  await expect(page.getByText("Payment charts are not available")).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Refunds made in Paydeck, by outcome" })).toBeVisible();
  await page.goto(`${dashboard.url}/payments`);
  await expect(page.getByText("The payment service can’t be reached")).toBeVisible();
  await context.close();
  await dashboard.stop();
});

test("the overview is clean for axe and scrolls no way but down", async ({ page }) => {
  await createPaidPayment("44.00");
  await startSession(page, "finance");
  await page.goto("/overview?range=24h");
  await page.getByText("Show as a table").click();
  await expect(chart(page)).toBeVisible();
  await expectCleanState(page, "overview");
});

test("figures are compared with the period before", async ({ page }) => {
  await createPaidPayment("44.00");
  await startSession(page, "ops");
  await page.goto("/overview?range=24h");
  await expect(page.getByText("Compared with the 24 hours before, up to the same time.")).toBeVisible();
  // The sandbox is younger than the period.
  await expect(
    page.getByRole("link", { name: /^Payments/ }).getByText("None in the period before"),
  ).toBeVisible();
  await expect(chart(page).getByText("Total of the period before")).toBeVisible();
});
