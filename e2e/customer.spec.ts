import { randomInt } from "node:crypto";
import { expect, test } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { choose, createPayment } from "./support/merchant";
import { startSession, newSession } from "./support/staff";

/** A customer of this test alone. */
function newCustomer(): { customer_email: string; customer_phone: string } {
  const digits = String(randomInt(100_000_000, 999_999_999));
  return { customer_email: `c${digits}@example.com`, customer_phone: `9${digits}` };
}

test("from one payment to all of the customer, by address or number, without the contact in an address", async ({
  page,
  browser,
}) => {
  const customer = newCustomer();
  const first = await createPayment("100.00", { customer_details: customer });
  await choose(first.payment_link, "success");
  const byNumber = await createPayment("50.00", {
    customer_details: {
      customer_email: `x${customer.customer_email}`,
      customer_phone: `91${customer.customer_phone}`,
    },
  });
  const other = await createPayment("70.00", { customer_details: newCustomer() });

  const requested: string[] = [];
  page.on("request", (request) => requested.push(request.url()));
  await startSession(page, "support");
  await page.goto(`/payments/${first.transaction_id}`);
  await page.getByRole("button", { name: "All payments of this customer" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Customer" })).toBeVisible();
  const payments = page.getByRole("table");
  await expect(payments).toContainText(first.transaction_id);
  await expect(payments).toContainText(byNumber.transaction_id);
  await expect(payments).not.toContainText(other.transaction_id);
  await expect(page.getByText("Refunded share")).toBeVisible();
  const html = await page.content();
  for (const contact of Object.values(customer)) {
    expect(html).not.toContain(contact);
    expect(requested.filter((url) => decodeURIComponent(url).includes(contact))).toEqual([]);
  }
  await expectCleanState(page, "the page of a customer");

  // The page works for this person alone.
  const colleague = await newSession(browser, "admin");
  await colleague.goto(page.url());
  await expect(colleague.getByText("This customer’s page has expired")).toBeVisible();
  await colleague.context().close();

  await page.getByRole("button", { name: "Reveal" }).click();
  await expect(page.getByText(customer.customer_email)).toBeVisible();
  await page.getByRole("link", { name: first.transaction_id }).first().click();
  await expect(page).toHaveURL(new RegExp(`/payments/${first.transaction_id}`));
});
