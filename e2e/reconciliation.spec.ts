import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import pg from "pg";
import { stackFolder } from "../server/checks/e2e-stack";
import { expectCleanState } from "./support/accessible";
import { createPaidPayment, createPayment } from "./support/merchant";
import { newPerson, signIn } from "./support/staff";

/** The database of the service: what its gateway charged, the simulator stores there. */
async function atGateway(sql: string, values: unknown[]): Promise<void> {
  const running = JSON.parse(readFileSync(join(stackFolder(), "running.json"), "utf8")) as {
    routingDatabaseUrl: string;
  };
  const client = new pg.Client({ connectionString: running.routingDatabaseUrl });
  await client.connect();
  try {
    const { rowCount } = await client.query(sql, values);
    if (rowCount !== 1) throw new Error(`${String(rowCount)} rows were changed`);
  } finally {
    await client.end();
  }
}

/** Compares today with the gateways from the page, and waits until that is done. */
async function runToday(page: Page): Promise<void> {
  await page.goto("/reconciliation");
  await page.getByRole("button", { name: "Run again" }).click();
  const dialog = page.getByRole("dialog", { name: "Compare with the gateways" });
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel("First day (UTC)").fill(today);
  await dialog.getByLabel("Last day (UTC)").fill(today);
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL(/\/reconciliation\/\d+$/);
  await expect(page.getByRole("region", { name: "Comparison" }).getByText("Done")).toBeVisible({
    timeout: 60_000,
  });
}

async function openFinding(page: Page, problem: string, reference: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: reference });
  await row.getByRole("link", { name: problem }).click();
  await expect(page.getByRole("heading", { level: 1, name: problem })).toBeVisible();
}

test("a charge that was never reported is found by a run from the page, and repaired with one button", async ({
  page,
}) => {
  const payment = await createPayment("500.00");
  await atGateway(
    `insert into simulator.charges (checkout_id, transaction_id, amount_paise, currency, outcome, charged_at)
     select gateway_checkout_id, 'simpay_lost_' || id, amount_paise, currency, 'SUCCESS', now()
     from payments where id = $1`,
    [payment.transaction_id],
  );
  await signIn(page, "finance");
  await runToday(page);
  await openFinding(page, "Ended at the gateway, open here", payment.merchant_transaction_id);
  await expectCleanState(page, "a finding that can be repaired");
  await page.getByRole("button", { name: "Repair", exact: true }).click();
  const dialog = page.getByRole("alertdialog", { name: "Repair this payment?" });
  await dialog.getByRole("button", { name: "Repair", exact: true }).dblclick();
  await expect(page.getByText("This record agrees with its gateway again.")).toBeVisible();
  await page.getByRole("link", { name: payment.merchant_transaction_id }).click();
  await expect(page.getByText("SUCCESS").first()).toBeAttached();
});

test("amounts that differ are settled by evidence and a second person, and stay settled", async ({
  page,
  browser,
}) => {
  const payment = await createPaidPayment("500.00");
  await atGateway("update simulator.charges set amount_paise = 40000 where checkout_id like '%' || $1", [
    payment.transaction_id,
  ]);
  await signIn(page, "finance");
  await runToday(page);
  await openFinding(page, "Amounts differ", payment.merchant_transaction_id);
  await expect(page.getByRole("region", { name: "Here" })).toContainText("₹500.00");
  await expect(page.getByRole("region", { name: "At simulator" })).toContainText("₹400.00");
  await page.getByRole("button", { name: "Save for confirmation" }).click();
  await expect(page.getByText("Enter a text.")).toHaveCount(2);
  await page.getByLabel("Evidence").fill("The settlement report lists 400.00 after a correction.");
  await page.getByLabel("Gateway’s reference").fill("SR-318");
  await page.getByRole("button", { name: "Save for confirmation" }).click();
  await expect(page.getByText("Somebody else has to confirm what you wrote.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Confirm and settle" })).toHaveCount(0);
  await expectCleanState(page, "evidence that waits");
  const address = page.url();

  const admin = await newPerson(browser, "admin");
  await admin.goto(address);
  await admin.getByRole("button", { name: "Confirm and settle" }).click();
  await expect(admin.getByText("Settled", { exact: true })).toBeVisible();
  await admin.context().close();
  await runToday(page);
  await expect(page.getByRole("row").filter({ hasText: payment.merchant_transaction_id })).toContainText(
    "Settled",
  );
});

test("ops sees it and does not decide", async ({ browser }) => {
  const ops = await newPerson(browser, "ops");
  await ops.goto("/reconciliation");
  await expect(ops.getByRole("heading", { level: 1, name: "Reconciliation" })).toBeVisible();
  await expect(ops.getByRole("button", { name: "Run again" })).toHaveCount(0);
  await ops.context().close();
});
