import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type Locator, type Page } from "@playwright/test";
import pg from "pg";
import { stackFolder } from "../../tools/testing/e2e-stack";

/** The database of the service: what its gateway charged, the simulator stores there. */
export async function atGateway(sql: string, values: unknown[]): Promise<void> {
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

/** The gateway has charged 400.00 for a paid payment of more. */
export function chargeLess(transactionId: string): Promise<void> {
  return atGateway("update simulator.charges set amount_paise = 40000 where checkout_id like '%' || $1", [
    transactionId,
  ]);
}

/** Compares today with the gateways from the page, and waits until that is done. */
export async function runToday(page: Page): Promise<void> {
  await page.goto("/reconciliation");
  const dialog = await openForm(page);
  const today = new Date().toISOString().slice(0, 10);
  await dialog.getByLabel("First day (UTC)").fill(today);
  await dialog.getByLabel("Last day (UTC)").fill(today);
  await start(page, dialog);
  await expectDone(page);
}

export async function openForm(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Run again" }).click();
  return page.getByRole("dialog", { name: "Compare with the gateways" });
}

/** Starts what the form says, which opens the page of the new run. */
export async function start(page: Page, dialog: Locator): Promise<void> {
  const before = page.url();
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(page).toHaveURL((url) => url.href !== before && /\/reconciliation\/\d+$/.test(url.pathname));
}

/** Of the run whose page is open. */
const facts = (page: Page): Locator => page.getByRole("region", { name: "Comparison" });

export async function expectDone(page: Page): Promise<void> {
  await expect(facts(page).getByText("Done")).toBeVisible({ timeout: 60_000 });
}

/** From the page of a run. */
export async function openFinding(page: Page, problem: string, reference: string): Promise<void> {
  const row = page.getByRole("row").filter({ hasText: reference });
  await row.getByRole("link", { name: problem }).click();
  await expect(page.getByRole("heading", { level: 1, name: problem })).toBeVisible();
}
