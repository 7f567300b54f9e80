import { expect, type Page, type Request, test } from "@playwright/test";
import { createPaidPayment } from "./support/merchant";
import { newPerson, openRefund, search, newSession } from "./support/staff";

test("half of a payment is refunded from a link, once when the last click is a double click; Back shows the payment, and does not open the form again", async ({
  browser,
}) => {
  const payment = await createPaidPayment("3943.01");
  const finance = await newSession(browser, "finance");
  const reference = payment.merchant_transaction_id;
  await finance.goto(`/payments?reference=${reference}&refund=${payment.transaction_id}`);
  const dialog = finance.getByRole("dialog");
  await expect(dialog.getByText("Up to ₹3,943.01")).toBeVisible();
  await dialog.getByRole("button", { name: "Refund half" }).click();
  await expect(dialog.getByLabel("Refund amount")).toHaveValue("1971.50");
  await dialog.getByRole("button", { name: "Refund ₹1,971.50" }).dblclick();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await expect(finance.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(finance.getByRole("main").getByText("₹1,971.50").first()).toBeVisible();
  await finance.goBack();
  await expect(finance).toHaveURL(`/payments/${payment.transaction_id}?reference=${reference}`);
  await expect(finance.getByRole("article", { name: payment.transaction_id })).toBeVisible();
  // The form's scripts are there by now, and it would open at once.
  await finance.waitForTimeout(1_000);
  await expect(dialog).toHaveCount(0);
  await finance.goto("/refunds");
  const rows = finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id });
  await expect(rows).toHaveCount(1);
  await finance.context().close();
});

test("the amount is checked when the field is left, Enter in a field moves on and sends nothing, and the button says what is sent, to whom and for what", async ({
  browser,
}) => {
  const payment = await createPaidPayment("3943.00");
  const finance = await newPerson(browser, "finance");
  await search(finance, payment.merchant_transaction_id);
  const dialog = await openRefund(finance, payment.transaction_id);
  const amount = dialog.getByLabel("Refund amount");
  const sent: string[] = [];
  finance.on("request", (request) => {
    if (request.method() === "POST") sent.push(request.url());
  });
  await amount.fill(" Rs. 1,971.50 ");
  await amount.press("Tab");
  await expect(dialog.getByRole("button", { name: "Refund ₹1,971.50" })).toBeVisible();
  await expect(amount).toHaveAttribute("aria-invalid", "false");
  await amount.fill("");
  await amount.press("Tab");
  await expect(amount).toHaveAttribute("aria-invalid", "false");
  // How amounts are read is a test of lib/typed-amount.test.ts and of refund-preview.test.ts.
  for (const [text, fault] of [
    ["1.999", "Enter an amount with at most two decimals, like 1,499.50."],
    ["0", "The minimum refund is 0.01."],
    ["$5", "The payment is in INR. Enter the amount in INR."],
    ["3,943.01", "You can refund up to ₹3,943.00."],
  ] as const) {
    await amount.fill(text);
    await amount.press("Tab");
    await expect(amount).toHaveAccessibleDescription(fault);
    await dialog.getByRole("button", { name: /^Refund( ₹|$)/ }).click();
    await expect(amount).toBeFocused();
    // A correction is seen while it is typed.
    await amount.fill("1");
    await expect(amount).toHaveAttribute("aria-invalid", "false");
  }
  // Enter stays at what is wrong, and goes to the button otherwise.
  await amount.fill("3,943.01");
  await finance.keyboard.press("Enter");
  await expect(amount).toHaveAccessibleDescription("You can refund up to ₹3,943.00.");
  await expect(amount).toBeFocused();
  await amount.fill("1");
  await finance.keyboard.press("Enter");
  const button = dialog.getByRole("button", { name: "Refund ₹1.00" });
  await expect(button).toBeFocused();
  await expect(button).toHaveAccessibleDescription(
    `To c•••@e•••.com, ••• 10, for reference ${payment.merchant_transaction_id}`,
  );
  // Sooner, it would be the same press.
  await finance.waitForTimeout(400);
  expect(sent).toEqual([]);
  await finance.keyboard.press("Enter");
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await finance.context().close();
});

test("a refund's page checks at once when asked, and goes on after a reload", async ({ browser }) => {
  const payment = await createPaidPayment("45.92");
  const finance = await newPerson(browser, "finance");
  await search(finance, payment.merchant_transaction_id);
  const dialog = await openRefund(finance, payment.transaction_id);
  await dialog.getByRole("button", { name: "Refund all" }).click();
  await dialog.getByRole("button", { name: "Refund ₹45.92" }).click();
  const status = finance.getByRole("main").getByRole("status").first();
  await expect(status).toContainText("PROCESSING");
  const asked = finance.waitForRequest(
    (request) => request.method() === "POST" && request.url().includes("/api/refunds/"),
  );
  await finance.getByRole("button", { name: "Check now" }).click();
  expect((await (await asked).response())?.status()).toBe(200);
  await expect(status).toContainText("PROCESSING");
  const askedAgain = finance.waitForRequest((request) => request.url().includes("/api/refunds/"));
  await finance.reload();
  await expect(status).toContainText("PROCESSING");
  // That it ends is a test of refund-screen.test.tsx and of tasks.spec.ts.
  await askedAgain;
  await finance.context().close();
});

test("a request that the browser lost can be withdrawn: what arrives later is not carried out", async ({
  browser,
}) => {
  const payment = await createPaidPayment("80.00");
  const finance = await newPerson(browser, "finance");
  await search(finance, payment.merchant_transaction_id);
  const dialog = await openRefund(finance, payment.transaction_id);
  await dialog.getByLabel("Refund amount").fill("30.00");
  let isOffline = true;
  let lost: Request | null = null;
  await finance.route("**/payments/**", async (route) => {
    const request = route.request();
    if (request.method() !== "POST" || !isOffline) return route.fallback();
    lost ??= request;
    await route.abort();
  });
  await dialog.getByRole("button", { name: "Refund ₹30.00" }).click();
  await expect(dialog.getByRole("button", { name: "Send the same request again" })).toBeVisible();

  await finance.keyboard.press("Escape");
  await expect(dialog.getByText("The withdrawal did not reach Paydeck")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Leave anyway" })).toBeVisible();
  isOffline = false;

  // Signed out meanwhile: that says nothing about the lost request.
  const session = await finance.context().cookies();
  await finance.context().clearCookies();
  await dialog.getByRole("button", { name: "Withdraw request" }).click();
  await expect(dialog.getByText("did not accept this")).toBeVisible();
  await finance.context().addCookies(session);

  // The browser's own way to close a dialog, like the back gesture.
  const withdrawn = finance.waitForResponse((response) => response.request().method() === "POST");
  await dialog.evaluate((element) => element instanceof HTMLDialogElement && element.close());
  await expect(dialog).toHaveCount(0);
  // Wait until the withdrawal has arrived: a request that arrives before it is another case.
  await withdrawn;
  await expect(finance.getByRole("button", { name: "Refund" }).first()).toBeFocused();
  await sendLate(finance, lost);

  const again = await openRefund(finance, payment.transaction_id);
  await expect(again.getByText("₹80.00").first()).toBeVisible();
  isOffline = true;
  lost = null;
  await again.getByLabel("Refund amount").fill("30.00");
  await again.getByRole("button", { name: "Refund ₹30.00" }).click();
  await expect(again.getByRole("button", { name: "Withdraw request" })).toBeVisible();
  isOffline = false;
  await again.getByRole("button", { name: "Withdraw request" }).click();
  await expect(again.getByText("Request withdrawn")).toBeVisible();

  await sendLate(finance, lost);
  await dialog.getByRole("button", { name: "Back to the form" }).click();
  await expect(dialog.getByText("₹80.00").first()).toBeVisible();
  await expect(dialog.getByLabel("Refund amount")).toHaveValue("30.00");
  await dialog.getByRole("button", { name: "Refund ₹30.00" }).click();
  await expect(finance).toHaveURL(/\/refunds\/RFD/);
  await finance.goto("/refunds");
  await expect(finance.getByRole("row").filter({ hasText: payment.merchant_transaction_id })).toHaveCount(1);
  await finance.context().close();
});

/** Delivers a request late that the browser gave up. */
async function sendLate(page: Page, request: Request | null): Promise<void> {
  if (request === null) throw new Error("no request was lost");
  const response = await page.request.fetch(request.url(), {
    method: "POST",
    headers: await request.allHeaders(),
    data: request.postDataBuffer() ?? "",
  });
  expect(await response.text()).toContain("withdrawn");
}
