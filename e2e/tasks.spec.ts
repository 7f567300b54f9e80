import { randomUUID } from "node:crypto";
import { expect, type Locator, type Page, test } from "@playwright/test";
import { E2E } from "../tools/testing/e2e-stack";
import { startDashboardOn } from "./support/faulty-wire";
import { choose, createPaidPayment, createPayment, transactionStatus } from "./support/merchant";
import { waitForShortcuts } from "./support/palette";
import { newSession } from "./support/staff";
import { TaskCounter } from "./support/task-counter";
import { setThreshold } from "./support/threshold";

/** The clicks and keys that each task may take at most. */
const MOST = {
  "find a payment by its reference": 2,
  "find a payment by its transaction id": 2,
  "refund half of a payment": 3,
  "see the refund end": 0,
  "cancel a stuck payment": 4,
  "approve a refund": 3,
  "refund 20 payments from a file": 7,
  "see why a payment failed": 2,
  "invite a colleague": 4,
  "add a webhook endpoint": 5,
  "change a routing rule": 4,
  "see the audit entries of a refund": 1,
} as const;
type Task = keyof typeof MOST;

test.describe.configure({ mode: "serial" });

const counted = new Map<Task, TaskCounter>();

/** Its own dashboard: the tasks set a threshold, and leave a rule and an endpoint behind. */
let dashboard: { url: string; stop(): Promise<void> };
test.beforeAll(async () => {
  dashboard = await startDashboardOn(E2E.routingUrl);
});
test.afterAll(() => dashboard.stop());

function begin(page: Page, task: Task): TaskCounter {
  const counter = new TaskCounter(page);
  counted.set(task, counter);
  return counter;
}

function end(task: Task): void {
  expect(counted.get(task)?.total, `clicks and keys to ${task}`).toBeLessThanOrEqual(MOST[task]);
}

/** The page after signing in, where most tasks begin. */
async function home(page: Page): Promise<void> {
  await page.goto(`${dashboard.url}/payments`);
}

/** A time for the list of stuck payments to begin with this payment. */
async function justBefore(reference: string): Promise<string> {
  const [record] = await transactionStatus(reference);
  return encodeURIComponent(new Date(record?.transaction_date_time ?? "").toISOString());
}

const menu = (page: Page, name: string): Locator =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

test("support finds a payment, and why one failed", async ({ browser }) => {
  const paid = await createPaidPayment("120.00");
  const failed = await createPayment("121.00");
  await choose(failed.payment_link, "failure");
  const support = await newSession(browser, "support", dashboard.url);
  for (const [task, text] of [
    ["find a payment by its reference", paid.merchant_transaction_id],
    ["find a payment by its transaction id", paid.transaction_id],
    ["see why a payment failed", failed.merchant_transaction_id],
  ] as const) {
    await home(support);
    await waitForShortcuts(support);
    const hands = begin(support, task);
    await hands.press("/");
    await hands.type(text);
    await hands.press("Enter");
    await expect(support).toHaveURL(/\/payments\/TXN/);
    if (task === "see why a payment failed")
      await expect(support.getByText("Not paid: the bank declined it")).toBeInViewport();
    end(task);
  }
  await support.context().close();
});

test("finance refunds half of a payment and sees it end; an admin opens its audit entries", async ({
  browser,
}) => {
  const paid = await createPaidPayment("122.00");
  const admin = await newSession(browser, "admin", dashboard.url);
  await admin.goto(
    `${dashboard.url}/payments/${paid.transaction_id}?reference=${paid.merchant_transaction_id}`,
  );
  const refund = begin(admin, "refund half of a payment");
  await refund.click(admin.getByRole("button", { name: "Refund", exact: true }));
  await refund.click(admin.getByRole("button", { name: "Refund half" }));
  await refund.click(admin.getByRole("button", { name: "Refund ₹61.00" }));
  await expect(admin).toHaveURL(/\/refunds\/RFD/);
  end("refund half of a payment");

  begin(admin, "see the refund end");
  await expect(admin.getByRole("main").getByRole("status").first()).toContainText("Refunded", {
    timeout: 90_000,
  });
  end("see the refund end");

  const audit = begin(admin, "see the audit entries of a refund");
  await audit.click(admin.getByRole("link", { name: "View audit log" }));
  await expect(admin.getByRole("table", { name: "Audit entries" })).toContainText("admin@example.com");
  end("see the audit entries of a refund");
  await admin.context().close();
});

test("ops cancels a stuck payment", async ({ browser }) => {
  const open = await createPayment("123.00");
  const ops = await newSession(browser, "ops", dashboard.url);
  // The tab with its half an hour would not show a payment of now.
  await ops.goto(`${dashboard.url}/stuck?minutes=0&after=${await justBefore(open.merchant_transaction_id)}`);
  const hands = begin(ops, "cancel a stuck payment");
  // The tab of payments, which would have opened this page.
  hands.clicks += 1;
  await hands.click(ops.getByRole("checkbox", { name: `Select ${open.merchant_transaction_id}` }));
  await hands.click(ops.getByRole("button", { name: "Cancel 1 payment" }));
  await hands.click(ops.getByRole("alertdialog").getByRole("button", { name: /^Cancel 1/ }));
  await expect(ops).toHaveURL(/\/bulk\//);
  end("cancel a stuck payment");
  await ops.context().close();
});

test("an admin whose page is open is told of a request, opens it by keyboard, has read it and approves it", async ({
  browser,
}) => {
  const admin = await newSession(browser, "admin", dashboard.url);
  await setThreshold({ dashboardUrl: dashboard.url, role: "finance" }, "50.00");
  await home(admin);
  const paid = await createPaidPayment("124.00");
  const finance = await newSession(browser, "finance", dashboard.url);
  await finance.goto(
    `${dashboard.url}/payments/${paid.transaction_id}?reference=${paid.merchant_transaction_id}`,
  );
  await finance.getByRole("button", { name: "Refund", exact: true }).click();
  await finance.getByRole("button", { name: "Refund all" }).click();
  await finance.getByRole("button", { name: "Refund ₹124.00: request approval" }).click();
  await expect(finance.getByText("Waiting for approval").first()).toBeVisible();
  await finance.context().close();

  const bell = admin.getByRole("button", { name: /^Notifications, \d+ unread/ }).filter({ visible: true });
  await expect(bell).toBeVisible({ timeout: 60_000 });
  const hands = begin(admin, "approve a refund");
  await bell.focus();
  await hands.press("Enter");
  const panel = admin.getByRole("dialog", { name: "Notifications" });
  const item = panel.getByRole("link", { name: `₹124.00 for ${paid.merchant_transaction_id}` });
  await expect(item).toContainText("Approval requested");
  await item.focus();
  await hands.press("Enter");
  await expect(admin.getByRole("heading", { level: 1, name: "Refund of ₹124.00" })).toBeVisible();
  await expect(panel).toBeHidden();
  await hands.click(admin.getByRole("button", { name: /^Approve/ }));
  await expect(admin.getByText("Approved").first()).toBeVisible();
  end("approve a refund");

  await admin.goto(`${dashboard.url}/notifications`);
  const listed = admin
    .getByRole("list", { name: "Your notifications" })
    .getByRole("link", { name: paid.merchant_transaction_id });
  await expect(listed.first()).not.toContainText("Unread");
  await admin.getByRole("link", { name: "Refunds" }).last().click();
  await expect(admin.getByText("No notifications match this filter")).toBeVisible();
  await admin.context().close();
});

test("finance refunds twenty payments from a file", async ({ browser }) => {
  const paid = await Promise.all(Array.from({ length: 20 }, () => createPaidPayment("10.00")));
  const rows = paid.map(
    ({ merchant_transaction_id: reference }) => `${reference},1.00,order_cancelled: late delivery`,
  );
  const finance = await newSession(browser, "finance", dashboard.url);
  await home(finance);
  const hands = begin(finance, "refund 20 payments from a file");
  await hands.click(menu(finance, "Bulk"));
  await hands.click(finance.getByRole("link", { name: "New bulk run" }).first());
  await hands.chooseFile(finance.getByLabel("CSV file"), {
    name: "twenty.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`reference,amount,reason\n${rows.join("\n")}`),
  });
  await hands.click(finance.getByRole("button", { name: "Check rows" }));
  await hands.click(finance.getByRole("button", { name: "Refund 20 rows, ₹20.00" }));
  await hands.type("20");
  await hands.press("Tab");
  await hands.type("20");
  await hands.press("Enter");
  await expect(finance.getByRole("dialog")).toBeHidden();
  end("refund 20 payments from a file");
  await finance.context().close();
});

test("an admin invites a colleague, adds an endpoint and changes a rule", async ({ browser }) => {
  const admin = await newSession(browser, "admin", dashboard.url);
  await home(admin);
  // Keys before hydration do nothing: a busy machine hydrates after the first of them.
  await waitForShortcuts(admin);
  const invite = begin(admin, "invite a colleague");
  await invite.press("Control+k");
  await expect(admin.getByRole("combobox", { name: "Search or go to" })).toBeFocused();
  await invite.type("invite");
  await invite.press("Enter");
  await expect(admin.getByLabel("Name")).toBeFocused();
  await invite.type("Nila");
  await invite.press("Tab");
  await invite.type(`nila.${randomUUID()}@example.com`);
  await invite.press("Enter");
  await expect(admin.getByText("Send them this link")).toBeVisible();
  end("invite a colleague");

  await home(admin);
  const webhook = begin(admin, "add a webhook endpoint");
  await webhook.click(menu(admin, "Settings"));
  await webhook.click(admin.getByRole("link", { name: "Webhooks" }));
  await webhook.click(admin.getByRole("button", { name: "Add endpoint" }));
  await webhook.type("http://127.0.0.1:8099/tasks");
  await webhook.press("Enter");
  await webhook.click(admin.getByRole("button", { name: "I have stored it" }));
  await expect(admin.getByRole("heading", { name: "http://127.0.0.1:8099/tasks" })).toBeVisible();
  end("add a webhook endpoint");
  // Nothing listens there: the payments of later tests would queue behind it.
  await admin.getByRole("button", { name: "Delete" }).click();
  await admin.getByRole("button", { name: "Delete endpoint" }).click();
  await expect(admin).toHaveURL(/\/webhooks$/);

  await home(admin);
  const rule = begin(admin, "change a routing rule");
  await rule.click(menu(admin, "Routing"));
  await rule.click(admin.getByRole("button", { name: /^Copy: / }).first());
  await rule.click(admin.getByRole("button", { name: "Save…" }));
  await rule.click(admin.getByRole("button", { name: "Save as new version" }));
  await expect(admin.getByRole("button", { name: "Save…" })).toBeHidden();
  end("change a routing rule");
  await admin.context().close();
});

test("every task was counted", () => {
  for (const [task, { clicks, keys }] of counted)
    process.stdout.write(`${task}: ${String(clicks)} clicks, ${String(keys)} keys\n`);
  expect([...counted.keys()].toSorted()).toEqual(Object.keys(MOST).toSorted());
});
