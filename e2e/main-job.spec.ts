import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { choose, createPayment, transactionStatus } from "./support/merchant";
import { newPerson, openRefund, record, search } from "./support/staff";

/** The merchant's shop: the customer returns to it, with the outcome in the address. */
let shop: Server;
let shopUrl: string;
test.beforeAll(async () => {
  shop = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(
      `<h1>Back at the shop</h1><p>${request.url?.startsWith("/thanks") ? "Thank you" : "Sorry"}</p>`,
    );
  });
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  shopUrl = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`;
});
test.afterAll(() => new Promise<void>((resolve) => shop.close(() => resolve())));

test("a payment from the merchant's code to its last paisa refunded", async ({ browser, page }) => {
  const payment = await test.step("the merchant's code creates a payment", () =>
    createPayment("500.00", {
      udf1: "gold-tier",
      surl: `${shopUrl}/thanks?lang=hi`,
      furl: `${shopUrl}/sorry`,
    }));

  await test.step("the customer pays on the checkout page and is back at the shop", async () => {
    await page.goto(payment.payment_link);
    await expect(page.getByText("₹500.00").first()).toBeVisible();
    await page.getByRole("button", { name: "Pay ₹500.00" }).click();
    await expect(page.getByText("Thank you")).toBeVisible();
    const query = new URL(page.url()).searchParams;
    expect(query.get("lang")).toBe("hi");
    expect(query.get("transaction_id")).toBe(payment.transaction_id);
    expect(query.get("status")).toBe("SUCCESS");
  });

  await test.step("support finds it by reference, and may neither cancel nor refund it", async () => {
    const support = await newPerson(browser, "support");
    await search(support, payment.merchant_transaction_id);
    const card = record(support, payment.transaction_id);
    await expect(card.getByText("SUCCESS")).toBeVisible();
    await expect(card.getByText("₹500.00")).toBeVisible();
    await expect(support.getByText("gold-tier")).toBeVisible();
    await expect(card.getByText("Only finance and admins can refund.")).toBeVisible();
    await expect(card.getByRole("button", { name: "Refund", exact: true })).toHaveCount(0);
    await expect(card.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
    await support.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await card.getByRole("button", { name: "Copy link for them" }).click();
    await expect(card.getByRole("status").filter({ hasText: "Link copied" })).toBeVisible();
    const address = await support.evaluate(() => navigator.clipboard.readText());
    const { pathname, searchParams } = new URL(address);
    expect(pathname).toBe(`/payments/${payment.transaction_id}`);
    expect(searchParams.get("refund")).toBe(payment.transaction_id);
    // For support the link opens the payment, and no form.
    await support.goto(address);
    await expect(record(support, payment.transaction_id)).toBeVisible();
    await expect(support.getByRole("dialog")).toHaveCount(0);
    await support.context().close();
  });

  const finance = await newPerson(browser, "finance");
  await test.step("finance refunds ₹120.25 of ₹500.00 and watches it reach SUCCESS without touching the page", async () => {
    await search(finance, payment.merchant_transaction_id);
    const dialog = await openRefund(finance, payment.transaction_id);
    await dialog.getByLabel("Refund amount").fill("120.25");
    await dialog.getByLabel("Reason").selectOption("Goods returned");
    await dialog.getByLabel("Note").fill("Damaged on the way");
    await expect(dialog.getByText("₹379.75")).toBeVisible();
    await dialog.getByRole("button", { name: "Refund ₹120.25" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD\d{21}$/);
    const status = finance.getByRole("main").getByRole("status").first();
    await expect(finance.getByText(/^Checked \d+ s ago/)).toBeVisible();
    await expect(status).toContainText("SUCCESS");
    await expect(finance.getByText("Damaged on the way")).toBeVisible();
  });

  await test.step("finance refunds the rest", async () => {
    await finance.goto(`/payments?reference=${encodeURIComponent(payment.merchant_transaction_id)}`);
    const dialog = await openRefund(finance, payment.transaction_id);
    await expect(dialog.getByText("₹120.25")).toBeVisible();
    await dialog.getByRole("button", { name: "Refund all" }).click();
    await dialog.getByRole("button", { name: "Refund ₹379.75" }).click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);
    await expect(finance.getByRole("main").getByRole("status").first()).toContainText("SUCCESS", {
      timeout: 90_000,
    });
  });

  await test.step("nothing is left: the payment says so, and offers no refund; a link to one is refused", async () => {
    await finance.goto(`/payments?reference=${encodeURIComponent(payment.merchant_transaction_id)}`);
    const card = record(finance, payment.transaction_id);
    await expect(card.getByText("All of it went back to the customer")).toBeVisible();
    await expect(card.getByRole("button", { name: "Refund" })).toHaveCount(0);
    const reference = encodeURIComponent(payment.merchant_transaction_id);
    await finance.goto(`/payments?reference=${reference}&refund=${payment.transaction_id}`);
    const dialog = finance.getByRole("dialog");
    await dialog.getByLabel("Refund amount").fill("0.01");
    await dialog.getByRole("button", { name: "Refund ₹0.01" }).click();
    await expect(dialog.getByText(/refund up to ₹0\.00/)).toBeVisible();
  });

  await test.step("both refunds stand in the list, made by finance, done", async () => {
    await finance.goto("/refunds");
    for (const amount of ["₹120.25", "₹379.75"]) {
      const row = finance
        .getByRole("row")
        .filter({ hasText: payment.merchant_transaction_id })
        .filter({ hasText: amount });
      await expect(row).toContainText("SUCCESS");
    }
  });
  await finance.context().close();
});

test("a stuck payment is cancelled and can then no longer be paid; one that its customer paid meanwhile is refunded instead", async ({
  browser,
  page,
}) => {
  const stuck = await createPayment("75.50");
  const ops = await newPerson(browser, "ops");
  await search(ops, stuck.merchant_transaction_id);
  const card = record(ops, stuck.transaction_id);
  await card.getByRole("button", { name: "Cancel payment" }).click();
  const dialog = ops.getByRole("alertdialog");
  await expect(dialog).toContainText(stuck.merchant_transaction_id);
  await expect(dialog).toContainText("₹75.50");
  await expect(dialog).toContainText("can’t be undone");
  await dialog.getByRole("button", { name: "Keep payment" }).click();
  await expect(dialog).toBeHidden();
  await expect(card.getByText("INITIATED")).toBeVisible();

  await card.getByRole("button", { name: "Cancel payment" }).click();
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(card.getByText("CANCELLED", { exact: true })).toBeVisible();
  await expect(card.getByRole("button", { name: "Cancel payment" })).toHaveCount(0);
  expect((await transactionStatus(stuck.merchant_transaction_id))[0]?.transaction_status).toBe("CANCELLED");

  await page.goto(stuck.payment_link);
  await expect(page.getByText("Payment cancelled")).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await ops.context().close();

  const overtaken = await createPayment("14.00");
  const finance = await newPerson(browser, "finance");
  await search(finance, overtaken.merchant_transaction_id);
  await record(finance, overtaken.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
  const late = finance.getByRole("alertdialog");
  await choose(overtaken.payment_link, "success");
  await late.getByRole("button", { name: "Cancel payment" }).click();
  await expect(late.getByText("The customer paid before it could be cancelled")).toBeVisible();
  await late.getByRole("button", { name: "Refund instead" }).click();
  await expect(finance.getByRole("dialog").getByText("Remaining balance")).toBeVisible();
  expect((await transactionStatus(overtaken.merchant_transaction_id))[0]?.transaction_status).toBe("SUCCESS");
  await finance.context().close();
});
