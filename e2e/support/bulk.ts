import { expect, type Locator, type Page } from "@playwright/test";
import { E2E } from "../../tools/testing/e2e-stack";

type BulkKind = "Refunds" | "Cancellations" | "Lookups";

export async function openBulkForm(
  page: Page,
  kind: BulkKind,
  url: string = E2E.dashboardUrl,
): Promise<void> {
  await page.goto(`${url}/bulk/new`);
  const kinds = page.getByRole("navigation", { name: "Action" });
  await kinds.getByRole("link", { name: kind }).click();
  await expect(kinds.getByRole("link", { name: kind })).toHaveAttribute("aria-current", "page");
}

/** Pastes rows into the form, and waits until they are checked. */
export async function pasteRows(page: Page, kind: BulkKind, rows: string, url?: string): Promise<void> {
  await openBulkForm(page, kind, url);
  await page.getByLabel("Or paste rows").fill(rows);
  await checkRows(page);
}

/** The same with a file. */
export async function uploadRows(
  page: Page,
  kind: BulkKind,
  file: { name: string; rows: string },
  url?: string,
): Promise<void> {
  await openBulkForm(page, kind, url);
  await page
    .getByLabel("CSV file")
    .setInputFiles({ name: file.name, mimeType: "text/csv", buffer: Buffer.from(file.rows) });
  await checkRows(page);
}

async function checkRows(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Check rows" }).click();
  await expect(page.getByRole("region", { name: "Before you start" })).toBeVisible({ timeout: 90_000 });
}

/** The button of a checked run, which says what it would do. */
export const START = /^(?:Refund|Cancel|Look up|Request approval:) [0-9,]+ rows?/;

/** Opens the dialog of a checked run of refunds, and types what it would send. */
export async function openStart(page: Page, sent: { rows: string; total: string }): Promise<Locator> {
  await page.getByRole("button", { name: START }).click();
  const dialog = page.getByRole("dialog", { name: /^Refund \d+ payments?\?$/ });
  await dialog.getByLabel("Number of rows").fill(sent.rows);
  await dialog.getByLabel("Total in INR").fill(sent.total);
  return dialog;
}
