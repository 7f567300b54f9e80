import { expect, test } from "@playwright/test";
import { choose, createPayment } from "./support/merchant";
import { record, startSession } from "./support/staff";

const CUSTOMER = {
  customer_email: "asha.rao.e2e@example.com",
  customer_phone: "9812398123",
  customer_name: "Asha Raokumari",
};

test("one payment is shown whole and goes on live while it can be paid; the contact reaches the browser only when it is revealed, and goes with the page", async ({
  page,
}) => {
  const payment = await createPayment("1499.00", { udf1: "blue sofa", customer_details: CUSTOMER });
  await startSession(page, "support");
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
  await page.goto(`/payments/${payment.transaction_id}`);
  const whole = record(page, payment.transaction_id);
  await expect(whole.getByText("INITIATED", { exact: true })).toBeVisible();
  await expect(whole.getByRole("heading", { level: 1 })).toContainText("₹1,499.00");
  await expect(whole.getByText(payment.merchant_transaction_id)).toBeVisible();
  await expect(page.getByRole("img", { name: "QR code of the payment link" })).toBeVisible();
  await expect(page.getByRole("link", { name: /Open checkout/ })).toHaveAttribute(
    "href",
    payment.payment_link,
  );
  const story = page.getByRole("region", { name: "Timeline" });
  await expect(story.getByRole("listitem").last()).toContainText("Payment created");
  await expect(page.getByRole("region", { name: "Why this gateway" })).toContainText("Matched: decides");
  await expect(page.getByRole("region", { name: "Custom fields" })).toContainText("blue sofa");
  const customer = page.getByRole("region", { name: "Customer" });
  await expect(customer).toContainText("a•••@e•••.com");

  await page.getByRole("button", { name: "Check now" }).click();

  await choose(payment.payment_link, "success");
  await expect(whole.getByRole("status").getByText("SUCCESS", { exact: true })).toBeVisible({
    timeout: 90_000,
  });
  await expect(story).toContainText("Paid");
  await expect(page.getByRole("link", { name: /Open checkout/ })).toHaveCount(0);
  // Also in the response of the handler that the page polls.
  seen.push(await (await page.request.get(`/api/payments/${payment.transaction_id}`)).text());
  await Promise.all(reading);
  const before = seen.join("\n");
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
