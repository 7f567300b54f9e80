import { expect, test, type Browser, type Locator, type Page } from "@playwright/test";
import { expectCleanState } from "./support/accessible";
import { openStart, pasteRows } from "./support/bulk";
import { startDashboardOn } from "./support/faulty-wire";
import { E2E } from "../tools/testing/e2e-stack";
import { createPaidPayment, refundOutsideDashboard, type CreatedPayment } from "./support/merchant";
import { openRefund, newSession } from "./support/staff";
import { setThreshold as setThresholdAt } from "./support/threshold";

/** Its own dashboard: a threshold would hold up the refunds of all other tests. */
let dashboard: { url: string; stop(): Promise<void> };
test.beforeAll(async () => {
  dashboard = await startDashboardOn(E2E.routingUrl);
  await setThreshold("50.00");
});
test.afterAll(() => dashboard.stop());

const at = (path: string): string => `${dashboard.url}${path}`;

const setThreshold = (amount: string): Promise<void> =>
  setThresholdAt({ dashboardUrl: dashboard.url, role: "finance" }, amount);

/** A payment of 100.00, its list of attempts, and its refund dialog, opened by finance. */
async function openRefundForm(browser: Browser): Promise<Asked & { dialog: Locator }> {
  const payment = await createPaidPayment("100.00");
  const finance = await newSession(browser, "finance", dashboard.url);
  await finance.goto(at(`/payments?reference=${payment.merchant_transaction_id}`));
  return { payment, finance, dialog: await openRefund(finance, payment.transaction_id) };
}

type Asked = { payment: CreatedPayment; finance: Page };

/** Finance requests 80.00 of a payment of 100.00, which is above the threshold, and opens the request. */
async function askAbove(browser: Browser): Promise<Asked> {
  const { payment, finance, dialog } = await openRefundForm(browser);
  await dialog.getByLabel("Refund amount").fill("80.00");
  await dialog.getByRole("button", { name: "Refund ₹80.00" }).click();
  await expectWaiting(finance, dialog);
  return { payment, finance };
}

/** The request of 80.00 is made; opens its page. */
async function expectWaiting(finance: Page, dialog: Locator): Promise<void> {
  await expect(dialog.getByRole("status")).toContainText("Waiting for approval");
  await dialog.getByRole("link", { name: "View request" }).click();
  await expect(finance.getByRole("heading", { level: 1, name: "Refund of ₹80.00" })).toBeVisible();
}

test("forms that say approval is needed send nothing once an admin has raised the limit, and say that the next click refunds", async ({
  browser,
}) => {
  const { finance, dialog } = await openRefundForm(browser);
  await dialog.getByLabel("Refund amount").fill("80.00");
  const request = dialog.getByRole("button", { name: "Refund ₹80.00: request approval" });
  await expect(request).toBeVisible();

  const bulk = await finance.context().newPage();
  const inFile = await createPaidPayment("100.00");
  const rows = `${inFile.merchant_transaction_id}\t80.00\tother: Late`;
  await pasteRows(bulk, "Refunds", rows, dashboard.url);
  const start = await openStart(bulk, { rows: "1", total: "80" });
  await expect(start).toContainText("Nothing is sent until a second person approves.");

  const admin = await newSession(browser, "admin", dashboard.url);
  try {
    await test.step("the limit is refused at its field when it is none, and set", async () => {
      await admin.goto(at("/approvals/rules"));
      await admin.getByLabel("Requested by").selectOption("finance");
      await admin.getByLabel("Above").fill("1,00");
      await admin.getByRole("button", { name: "Set threshold" }).click();
      await expect(admin.getByLabel("Above")).toHaveAccessibleDescription(/at most two decimals/);
      await admin.getByLabel("Above").fill("90.00");
      await admin.getByRole("button", { name: "Set threshold" }).click();
      await expect(admin.getByText("Threshold set.")).toBeVisible();
    });

    await request.click();
    await expect(dialog.getByRole("alert")).toContainText("This refund no longer needs approval");
    const refund = dialog.getByRole("button", { name: "Refund ₹80.00" });
    await expect(refund).toHaveText("Refund ₹80.00");
    await expect(dialog.getByLabel("Refund amount")).toHaveValue("80.00");
    await expect(dialog.getByText("₹100.00").first()).toBeVisible();
    await refund.click();
    await expect(finance).toHaveURL(/\/refunds\/RFD/);

    await test.step("a bulk run", async () => {
      await start.getByRole("button", { name: "Request approval" }).click();
      await expect(bulk.getByRole("main").getByRole("alert")).toContainText(
        "The run no longer needs approval",
      );
      const again = await openStart(bulk, { rows: "1", total: "80" });
      await expect(again).toContainText("Money goes back to the customers.");
      await again.getByRole("button", { name: "Refund 1 payment" }).click();
      await expect(bulk.getByRole("region", { name: "Progress" })).toBeVisible();
    });

    await test.step("the limit is removed after a question", async () => {
      const remove = admin.getByRole("button", { name: "Remove the threshold for finance in INR" });
      await remove.click();
      const question = admin.getByRole("alertdialog", { name: "Remove this threshold?" });
      await question.getByRole("button", { name: "Remove threshold" }).click();
      await expect(admin.getByText("Threshold removed.")).toBeVisible();
      await expect(remove).toHaveCount(0);
    });
  } finally {
    await setThreshold("50.00");
  }
  for (const person of [finance, admin]) await person.context().close();
});

test("a refund above the threshold says so before it is sent, waits, is never approved by its requester, and is made once a second person approves", async ({
  browser,
}) => {
  const { payment, finance, dialog } = await openRefundForm(browser);
  await dialog.getByRole("button", { name: "Refund half" }).click();
  await expect(dialog.getByRole("button", { name: "Refund ₹50.00" })).toHaveText("Refund ₹50.00");
  await expect(dialog.getByRole("status")).toHaveText("");
  await dialog.getByLabel("Refund amount").fill("80.00");
  await expect(dialog.getByRole("status")).toContainText("₹80.00 needs approval (limit ₹50.00).");
  const button = dialog.getByRole("button", { name: "Refund ₹80.00: request approval" });
  await expect(button).toHaveText("Request approval");
  await button.dblclick();
  await expectWaiting(finance, dialog);
  await expect(finance.getByRole("button", { name: /^Approve/ })).toHaveCount(0);
  await expect(finance.getByRole("button", { name: "Withdraw request" })).toBeVisible();

  await test.step("its amount is reserved meanwhile", async () => {
    await finance.goto(at(`/payments?reference=${payment.merchant_transaction_id}`));
    const again = await openRefund(finance, payment.transaction_id);
    await expect(again.getByText("₹20.00").first()).toBeVisible();
  });

  await test.step("a second person finds it in the list and approves it", async () => {
    const admin = await newSession(browser, "admin", dashboard.url);
    await admin.goto(at("/approvals"));
    await admin.getByRole("link", { name: payment.merchant_transaction_id }).click();
    await expect(admin.getByRole("heading", { name: "Current payment balance" })).toBeVisible();
    // Whose money it is, masked.
    await expect(admin.getByText("c•••@e•••.com")).toBeVisible();
    await admin.getByLabel("Note", { exact: true }).fill("Photos seen");
    await admin.getByRole("button", { name: "Approve and refund ₹80.00" }).click();
    await expect(admin.getByText("Approved, and the payment service accepted the refund")).toBeVisible();
    // The page polls its refund until it is final.
    await expect(admin.getByText("SUCCESS", { exact: true })).toBeVisible();
    await admin.getByRole("link", { name: "View refund" }).first().click();
    await expect(admin).toHaveURL(/\/refunds\/RFD/);
    await expect(admin.getByText("₹80.00").first()).toBeVisible();
    await admin.context().close();
  });

  await test.step("the requester sees who approved it, and with what note", async () => {
    await finance.goto(at("/approvals?tab=mine"));
    await finance.getByRole("link", { name: payment.merchant_transaction_id }).click();
    await expect(finance.getByText("Photos seen")).toBeVisible();
  });
  await finance.context().close();
});

test("declining needs a note, frees the amount, and tells the requester why", async ({ browser }) => {
  const { payment, finance } = await askAbove(browser);

  const admin = await newSession(browser, "admin", dashboard.url);
  await admin.goto(finance.url());
  await admin.getByRole("button", { name: "Decline" }).click();
  await expect(admin.getByText("Enter why you decline.")).toBeVisible();
  await expectCleanState(admin, "a request, an error at its field");
  await admin.getByLabel("Note", { exact: true }).fill("Ask for the photos first");
  await admin.getByRole("button", { name: "Decline" }).click();
  await expect(admin.getByRole("status").filter({ hasText: "Nothing was sent" })).toBeVisible();
  await admin.context().close();

  await finance.reload();
  await expect(finance.getByText("Ask for the photos first")).toBeVisible();
  await finance.goto(at(`/payments?reference=${payment.merchant_transaction_id}`));
  const dialog = await openRefund(finance, payment.transaction_id);
  await expect(dialog.getByText("₹100.00").first()).toBeVisible();
  await finance.context().close();
});

test("approved when the balance is gone, it ends as not possible with the reason; a second decision says it has ended", async ({
  browser,
}) => {
  const { payment, finance } = await askAbove(browser);
  const [one, two] = [
    await newSession(browser, "admin", dashboard.url),
    await newSession(browser, "admin", dashboard.url),
  ];
  for (const person of [one, two]) {
    await person.goto(finance.url());
    await expect(person.getByRole("button", { name: "Approve and refund ₹80.00" })).toBeVisible();
  }
  await refundOutsideDashboard(payment.transaction_id, "70.00");
  await one.getByRole("button", { name: "Approve and refund ₹80.00" }).click();
  const outcome = one.getByRole("main").getByRole("alert");
  await expect(outcome).toContainText("No longer possible");
  await expect(outcome).toContainText("Only ₹30.00 was left to refund");
  const approve = two.getByRole("button", { name: "Approve and refund ₹80.00" });
  // The page may already have noticed that the request has ended.
  if (await approve.isVisible()) await approve.click().catch(() => undefined);
  await expect(two.getByText(/Already ended|Not possible/).first()).toBeVisible();
  for (const person of [one, two, finance]) await person.context().close();
});

test("the requester withdraws it; support sees requests and decides nothing", async ({ browser }) => {
  const { finance } = await askAbove(browser);

  const support = await newSession(browser, "support", dashboard.url);
  await support.goto(finance.url());
  await expect(support.getByText("Only finance and admins can decide.")).toBeVisible();
  await expect(support.getByRole("button", { name: /Approve|Decline|Withdraw/ })).toHaveCount(0);
  await support.context().close();

  await finance.getByRole("button", { name: "Withdraw request" }).click();
  await expect(finance.getByRole("status").filter({ hasText: "Withdrawn" })).toBeVisible();
  await finance.context().close();
});
