import { expect, test, type Page } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { createPaidPayment, refundOutsideDashboard } from "./support/merchant";
import { openRefund, search, newSession } from "./support/staff";

/** Refunds through the dialog and stays on the refund's page. */
async function refund(
  page: Page,
  payment: { merchant_transaction_id: string; transaction_id: string },
  amount: string,
) {
  await page.goto("/payments");
  await search(page, payment.merchant_transaction_id);
  const dialog = await openRefund(page, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill(amount);
  await dialog.getByRole("button", { name: `Refund ₹${amount}` }).click();
  await expect(page).toHaveURL(/\/refunds\/RFD/);
}

async function filter(page: Page, text: string): Promise<void> {
  await page.goto(`/refunds?q=${encodeURIComponent(text)}`);
  await expect(page.getByRole("link", { name: `Remove filter Reference or id ${text}` })).toBeVisible();
}

async function narrow(page: Page, amountFrom: string): Promise<void> {
  await page.getByText(/^Filters/).click();
  const form = page.getByRole("search", { name: "Filter refunds" });
  await form.getByLabel("Amount from").fill(amountFrom);
  await form.getByRole("button", { name: "Apply" }).click();
}

const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("a refund is found by its filter, with totals of what matches, and exported whole", async ({
  browser,
}) => {
  const payment = await createPaidPayment("80.00");
  const finance = await newSession(browser, "finance");
  await refund(finance, payment, "12.50");
  await refund(finance, payment, "7.50");

  await filter(finance, payment.merchant_transaction_id);
  await expect(row(finance, payment.merchant_transaction_id)).toHaveCount(2);
  await expect(finance.getByRole("list", { name: "Totals of all matches" })).toHaveText(
    "2 refunds, ₹20.00 requested",
  );

  await narrow(finance, "10");
  await expect(finance).toHaveURL(/min=10/);
  await expect(row(finance, payment.merchant_transaction_id)).toHaveCount(1);

  const downloading = finance.waitForEvent("download");
  await finance.getByRole("link", { name: "Export CSV" }).click();
  const stream = await (await downloading).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const lines = Buffer.concat(chunks).toString("utf8").trim().split("\r\n");
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain('"12.50","INR"');

  await narrow(finance, "ten");
  await expect(finance.getByText("The filter is not valid")).toBeVisible();
  await expect(finance.getByLabel("Amount from")).toHaveAttribute("aria-invalid", "true");

  await finance.goto(`/refunds?q=${payment.merchant_transaction_id}&min=10`);
  await finance.getByRole("link", { name: "Remove filter At least 10" }).click();
  await expect(row(finance, payment.merchant_transaction_id)).toHaveCount(2);
  await finance.context().close();
});

test("several statuses in an address filter the list, its export and its links alike", async ({
  browser,
}) => {
  const finance = await newSession(browser, "finance");
  await finance.goto("/refunds?status=SUCCESS&status=FAILURE&min=1");
  for (const code of ["SUCCESS", "FAILURE"])
    await expect(finance.getByRole("list", { name: "Active filters" }).getByTitle(code)).toContainText(code);
  const hrefOf = async (name: string): Promise<string[]> => {
    const href = await finance.getByRole("link", { name }).getAttribute("href");
    return new URL(href ?? "", "http://dashboard.example").searchParams.getAll("status");
  };
  expect(await hrefOf("Export CSV")).toEqual(["SUCCESS", "FAILURE"]);
  expect(await hrefOf("Remove filter At least 1")).toEqual(["SUCCESS", "FAILURE"]);
  const chips = finance.getByRole("link", {
    name: /^Remove filter (Refunded|Failed)$/,
  });
  await expect(chips).toHaveCount(2);
  await finance.context().close();
});

test("support sees the lists but exports nothing, not even by the address", async ({ browser }) => {
  const support = await newSession(browser, "support");
  await support.goto("/refunds");
  await expect(support.getByRole("heading", { name: "Refunds" })).toBeVisible();
  await expect(support.getByRole("link", { name: /Export/ })).toHaveCount(0);
  const answer = await support.request.get("/api/export/refunds?format=csv", { maxRedirects: 0 });
  expect([answer.status(), answer.headers().location]).toEqual([303, "/refunds?export=forbidden"]);
  await support.context().close();
});

test("a refund made outside the dashboard is listed apart, and followed by its id to its end", async ({
  browser,
}) => {
  const payment = await createPaidPayment("31.00");
  const elsewhere = await refundOutsideDashboard(payment.transaction_id, "11.00");
  const support = await newSession(browser, "support");
  await support.goto("/refunds");
  await support.getByLabel("Refund id").fill(elsewhere.refund_id);
  await support.getByRole("button", { name: "Track" }).click();
  await expect(support).toHaveURL(new RegExp(elsewhere.refund_id));
  await expect(support.getByText("Outside Paydeck")).toBeVisible();
  await expect(support.getByRole("main").getByRole("status").first()).toContainText("SUCCESS", {
    timeout: 60_000,
  });

  await support.goto("/refunds");
  await support.getByRole("link", { name: "Outside Paydeck" }).click();
  await expect(row(support, elsewhere.refund_id)).toContainText("SUCCESS");
  await filter(support, payment.merchant_transaction_id);
  await expect(support.getByText("No matching refunds")).toBeVisible();
  await support.context().close();
});

test("a refund that failed is among the failed ones, from where it is refunded again", async ({
  browser,
}) => {
  const payment = await createPaidPayment("25.00");
  const finance = await newSession(browser, "finance");
  await refund(finance, payment, "10.91");
  await expect(finance.getByRole("main").getByRole("status").first()).toContainText("FAILURE", {
    timeout: 60_000,
  });
  await finance.goto(`/refunds?view=failed&q=${payment.merchant_transaction_id}`);
  const failed = row(finance, payment.merchant_transaction_id);
  await expect(failed).toContainText("FAILURE");
  await failed.getByRole("link", { name: "Refund again" }).click();
  const dialog = finance.getByRole("dialog");
  await expect(dialog.getByLabel("Refund amount")).toHaveValue("10.91");
  await expect(dialog.getByRole("button", { name: "Refund ₹10.91" })).toBeVisible();
  await dialog.getByLabel("Refund amount").fill("10.00");
  await dialog.getByRole("button", { name: "Refund ₹10.00" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await finance.context().close();
});

test("“Refund again” fills in amount and reason, from the refund and from its payment; only for those who may refund", async ({
  browser,
}) => {
  const payment = await createPaidPayment("25.00");
  const finance = await newSession(browser, "finance");
  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "Refund", exact: true }).click();
  const dialog = finance.getByRole("dialog");
  await dialog.getByLabel("Refund amount").fill("20.91");
  await dialog.getByLabel("Reason").selectOption("Goods returned");
  await dialog.getByLabel("Note").fill("Box 4");
  await dialog.getByRole("button", { name: "Refund ₹20.91" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  const failed = finance.url();
  await expect(finance.getByText("Refund failed at the gateway")).toBeVisible({ timeout: 60_000 });

  const support = await newSession(browser, "support");
  for (const address of [failed, `/payments/${payment.transaction_id}`]) {
    await support.goto(address);
    await expect(support.getByText("FAILURE").first()).toBeVisible();
    await expect(support.getByText("Refund again")).toHaveCount(0);
  }
  await support.context().close();

  const isFilledIn = async () => {
    await expect(dialog.getByLabel("Refund amount")).toHaveValue("20.91");
    await expect(dialog.getByLabel("Reason")).toHaveValue("goods_returned");
    await expect(dialog.getByLabel("Note")).toHaveValue("Box 4");
  };
  await finance.getByRole("link", { name: "Refund again" }).click();
  await isFilledIn();

  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "Refund again: ₹20.91" }).click();
  await isFilledIn();
  await dialog.getByLabel("Refund amount").fill("20.00");
  await dialog.getByRole("button", { name: "Refund ₹20.00" }).dblclick();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  expect(finance.url()).not.toBe(failed);

  // Less is left now than had failed: said at once.
  await finance.goto(`/payments/${payment.transaction_id}`);
  await finance.getByRole("button", { name: "Refund again: ₹20.91" }).click();
  await expect(dialog.getByLabel("Refund amount")).toHaveAccessibleDescription("You can refund up to ₹5.00.");
  await finance.context().close();
});

test("“check now” asks at once, and what is known stays on the page", async ({ browser }) => {
  const payment = await createPaidPayment("45.92");
  const finance = await newSession(browser, "finance");
  await refund(finance, payment, "45.92");
  const status = finance.getByRole("main").getByRole("status").first();
  await expect(status).toContainText("PROCESSING");
  const asked = finance.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/api/refunds/"),
  );
  await finance.getByRole("button", { name: "Check now" }).click();
  expect((await (await asked).response())?.status()).toBe(200);
  await expect(status).toContainText("PROCESSING");
  await finance.context().close();
});

test("the lists of refunds are clean for axe and scroll no way but down", async ({ browser }) => {
  // Opens six pages, with a refund and a new person for them.
  test.slow();
  const payment = await createPaidPayment("9.00");
  await refundOutsideDashboard(payment.transaction_id, "1.00");
  const finance = await newSession(browser, "finance");
  await refund(finance, payment, "2.00");
  for (const address of [
    "/refunds",
    `/refunds?q=${payment.merchant_transaction_id}&min=x`,
    "/refunds?view=attention",
    "/refunds?view=failed",
    "/refunds?view=elsewhere",
    "/refunds/requests/none",
  ]) {
    await finance.goto(address);
    await expect(finance.getByRole("heading", { level: 1 })).toBeVisible();
    await expectCleanState(finance, address);
  }
  await finance.context().close();
});
