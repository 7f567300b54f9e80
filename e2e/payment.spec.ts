import { expect, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { choose, createPaidPayment, createPayment, refundOutsideDashboard } from "./support/merchant";
import { record, signIn, startSession, newSession } from "./support/staff";

const CUSTOMER = {
  customer_email: "asha.rao.e2e@example.com",
  customer_phone: "9812398123",
  customer_name: "Asha Raokumari",
};

test("one payment is shown whole: amount, story, refunds, route; and goes on live while it can be paid", async ({
  page,
}) => {
  const payment = await createPayment("1499.00", { udf1: "blue sofa" });
  await startSession(page, "support");
  await page.goto(`/payments/${payment.transaction_id}`);
  const whole = record(page, payment.transaction_id);
  await expect(whole.getByText("INITIATED", { exact: true })).toBeVisible();
  await expect(whole.getByRole("heading", { level: 1 })).toContainText("₹1,499.00");
  await expect(whole.getByRole("link", { name: payment.merchant_transaction_id })).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Open checkout/ })).toHaveAttribute(
    "href",
    payment.payment_link,
  );
  const story = page.getByRole("region", { name: "Timeline" });
  await expect(story.getByRole("listitem").first()).toContainText("Payment created");
  await expect(page.getByRole("region", { name: "Why this gateway" })).toContainText("Matched: decides");
  await expect(page.getByRole("region", { name: "Custom fields" })).toContainText("blue sofa");

  await choose(payment.payment_link, "success");
  await expect(whole.getByRole("status").getByText("SUCCESS", { exact: true })).toBeVisible({
    timeout: 90_000,
  });
  await expect(story).toContainText("Paid");
  await expect(page.getByRole("link", { name: /Open checkout/ })).toHaveCount(0);
});

test("what was refunded, is in progress and is left is shown in figures and in words, and a refund begins here", async ({
  page,
}) => {
  const payment = await createPaidPayment("100.00");
  // Ends in .92: it stays PROCESSING for a while.
  const elsewhere = await refundOutsideDashboard(payment.transaction_id, "20.92");
  await startSession(page, "finance");
  await page.goto(`/payments/${payment.transaction_id}`);
  const refunds = page.getByRole("region", { name: "Refunds" });
  await expect(
    refunds.getByRole("img", {
      name: "Of ₹100.00 paid, ₹0.00 is refunded, ₹20.92 is in progress and ₹79.08 is left.",
    }),
  ).toBeVisible();
  await expect(refunds.getByRole("link", { name: elsewhere.refund_id })).toBeVisible();
  await expect(refunds).toContainText("made outside Paydeck");

  await record(page, payment.transaction_id).getByRole("button", { name: "Refund" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("Remaining balance")).toBeVisible();
  await expect(dialog.getByText("₹79.08", { exact: true })).toBeVisible();
});

test("the customer's contact reaches the browser only when it is revealed, and goes with the page", async ({
  page,
}) => {
  const payment = await createPayment("15.00", { customer_details: CUSTOMER });
  await signIn(page, "support");
  const seen: string[] = [];
  const reading: Promise<void>[] = [];
  page.on("response", (response) => {
    reading.push(
      response
        .text()
        .then((text) => void seen.push(text))
        .catch(() => undefined),
    );
  });
  const shownCheck = async (): Promise<string> => {
    await Promise.all(reading);
    return seen.join("\n");
  };

  await page.goto(`/payments/${payment.transaction_id}`);
  const customer = page.getByRole("region", { name: "Customer" });
  await expect(customer).toContainText("a•••@e•••.com");
  // Also in the response of the handler that the page polls.
  await page.getByRole("button", { name: "Check now" }).click();
  await page.request.get(`/api/payments/${payment.transaction_id}`).then(async (answer) => {
    seen.push(await answer.text());
  });
  const before = await shownCheck();
  expect(before).toContain(payment.transaction_id);
  for (const part of ["asha.rao.e2e", "9812398123", "Raokumari"]) expect(before).not.toContain(part);

  await customer.getByRole("button", { name: "Reveal" }).click();
  await expect(customer).toContainText(CUSTOMER.customer_email);
  await expect(customer).toContainText(CUSTOMER.customer_phone);
  expect(page.url()).not.toContain("asha");

  await customer.getByRole("button", { name: "Hide" }).click();
  await expect(customer).not.toContainText(CUSTOMER.customer_email);
  await page.reload();
  await expect(customer).toContainText("a•••@e•••.com");
});

test("a cancellation from here that the customer was faster than tells so", async ({ browser }) => {
  const payment = await createPayment("16.00");
  const ops = await newSession(browser, "ops");
  await ops.goto(`/payments/${payment.transaction_id}`);
  await record(ops, payment.transaction_id).getByRole("button", { name: "Cancel payment" }).click();
  const dialog = ops.getByRole("alertdialog");
  await choose(payment.payment_link, "success");
  await dialog.getByRole("button", { name: "Cancel payment" }).click();
  await expect(dialog.getByText("The customer paid before it could be cancelled")).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(record(ops, payment.transaction_id).getByText("SUCCESS", { exact: true })).toBeVisible();
  await ops.context().close();
});

test("every record of a reference leads to the others", async ({ page }) => {
  const payment = await createPayment("17.00");
  await choose(payment.payment_link, "failure");
  await choose(payment.payment_link, "retry");
  await startSession(page, "support");
  await page.goto(`/payments/${payment.transaction_id}`);
  await expect(record(page, payment.transaction_id)).toContainText("Not the latest attempt");
  const records = page.getByRole("region", { name: "All attempts" });
  await expect(records.getByRole("listitem")).toHaveCount(2);
  await records.getByRole("link").click();
  await expect(page).not.toHaveURL(new RegExp(payment.transaction_id));
  await expect(page.getByRole("main").getByText("INITIATED", { exact: true }).first()).toBeVisible();
});

test("an id that the service does not know is shown as unknown, with the way on", async ({ page }) => {
  await startSession(page, "support");
  await page.goto("/payments/TXN202611211");
  await expect(page.getByText("No payment has this id")).toBeVisible();
  await page.getByRole("link", { name: "Search payments" }).click();
  await expect(page).toHaveURL("/payments");
});

test("the payment page is clean for axe and scrolls no way but down", async ({ page }) => {
  const open = await createPayment("149900.00", {
    merchant_transaction_id: `لطلب-${"LONG-REFERENCE-".repeat(12)}${String(Date.now())}`,
    udf1: "x".repeat(255),
  });
  const paid = await createPaidPayment("77.00");
  await refundOutsideDashboard(paid.transaction_id, "7.00");
  await startSession(page, "admin");
  for (const [what, id] of [
    ["open", open.transaction_id],
    ["paid", paid.transaction_id],
    ["unknown", "TXN1"],
  ] as const) {
    await page.goto(`/payments/${id}`);
    await expectCleanState(page, what);
  }
});

test("a payment that failed says on top why, in the gateway's words too, and what to do; nothing says it again", async ({
  page,
}) => {
  await startSession(page, "support");
  const poor = await createPayment("251.81");
  await choose(poor.payment_link, "failure");
  await page.goto(`/payments/${poor.transaction_id}`);
  const banner = page.getByRole("region", { name: "Why it was not paid" });
  await expect(banner).toContainText("Not paid: insufficient funds");
  await expect(banner).toContainText("Ask the customer to use another card or account");
  await expect(banner).toContainText("The simulated card has insufficient funds.");
  await expect(page.getByText(/nothing was paid|was not paid/i)).toHaveCount(0);

  const left = await createPayment("252.00");
  await choose(left.payment_link, "drop");
  await page.goto(`/payments/${left.transaction_id}`);
  await expect(banner).toContainText("Not paid: the customer left the checkout");
  await expect(page.getByText("left the checkout")).toHaveCount(1);

  await choose(left.payment_link, "retry");
  await choose(left.payment_link, "success");
  await page.reload();
  await expect(banner).toContainText("The customer must not pay again.");
});
