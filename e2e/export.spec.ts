import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, type Page, test } from "@playwright/test";
import { parse } from "csv-parse/sync";
import exceljs from "exceljs";
import { E2E } from "../server/checks/e2e-stack";
import { startDashboardOn } from "./support/faulty-wire";
import { createPayment } from "./support/merchant";
import { signIn, startSession } from "./support/staff";

async function download(page: Page, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name }).click()]);
  return readFile(await file.path());
}

/** More than one page of the screen and of the service; a formula is the oldest, and so the last row. */
async function createMany(count: number): Promise<{ mark: string; ids: Set<string> }> {
  const mark = `export-${randomUUID()}`;
  const create = (reference: string) =>
    createPayment("1499.50", { merchant_transaction_id: reference, udf1: mark });
  const ids = new Set([(await create(`=1+1;${mark}`)).transaction_id]);
  while (ids.size < count) {
    const begun = ids.size;
    const batch = Array.from({ length: Math.min(30, count - begun) }, (_, index) =>
      create(`${mark}-${begun + index}`),
    );
    for (const payment of await Promise.all(batch)) ids.add(payment.transaction_id);
  }
  return { mark, ids };
}

test("an export holds everything that the filter matches, and no cell that a spreadsheet would run", async ({
  page,
}) => {
  const { mark, ids } = await createMany(205);
  await startSession(page, "finance");
  await page.goto(`/payments?udf1=${mark}`);

  const rows: Record<string, string>[] = parse(await download(page, "Export CSV"), {
    bom: true,
    columns: true,
  });
  expect(new Set(rows.map((row) => row.transaction_id))).toEqual(ids);
  expect(rows.at(-1)).toMatchObject({
    merchant_transaction_id: `'=1+1;${mark}`,
    transaction_amount: "1499.50",
    currency: "INR",
  });

  const workbook = new exceljs.Workbook();
  await workbook.xlsx.load(new Uint8Array(await download(page, "Export XLSX")).buffer);
  const sheet = workbook.worksheets[0];
  expect(sheet?.rowCount).toBe(206);
  expect(sheet?.getCell(206, 2)).toMatchObject({ value: `=1+1;${mark}`, type: exceljs.ValueType.String });
  expect(sheet?.getCell(206, 7).value).toBe(1499.5);
});

test("an export that breaks in the middle is a failed download, not a shorter file", async ({ browser }) => {
  const { mark } = await createMany(205);
  const wire = await openWireThatLosesTheSecondPage();
  const dashboard = await startDashboardOn(wire.url);
  const context = await browser.newContext();
  const page = await context.newPage();
  await startSession(page, "finance", dashboard.url);
  await page.goto(`${dashboard.url}/payments?udf1=${mark}`);
  for (const name of ["Export CSV", "Export XLSX"]) {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name }).click(),
    ]);
    expect(await file.failure(), name).not.toBeNull();
  }
  await context.close();
  await dashboard.stop();
  await wire.close();
});

test("a service that is away from the beginning is shown on the page, in words", async ({ page }) => {
  await startSession(page, "finance");
  await page.goto("/payments?status=DROP&export=unavailable");
  const notice = page.getByRole("alert").filter({ hasText: "Nothing was exported" });
  await expect(notice).toContainText("Try again in a moment");
});

test("who may not export sees no button, and the address alone does not help", async ({ page }) => {
  await signIn(page, "support");
  await expect(
    page.getByRole("table", { name: "Payments, newest first" }).or(page.getByText("No payments yet")),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Export CSV" })).toHaveCount(0);
  for (const list of ["payments", "refunds"]) {
    await page.goto(`/api/export/${list}?format=csv&status=SUCCESS`);
    await expect(page).toHaveURL(`/${list}?status=SUCCESS&export=forbidden`);
    await expect(page.getByText("Your role does not allow this export")).toBeVisible();
  }
  await page.goto("/api/export/webhook-deliveries?format=csv&status=FAILED");
  await expect(page).toHaveURL("/webhooks/deliveries?status=FAILED&export=forbidden");
  await page.goto("/api/export/audit?format=csv");
  await expect(page).toHaveURL("/audit?export=forbidden");
  await expect(page.getByRole("main").getByText("Your role does not allow this")).toBeVisible();
});

test("an address of an export that cannot be read leads back to its list, in words", async ({ page }) => {
  await startSession(page, "admin");
  for (const [address, list] of [
    ["/api/export/refunds?format=csv&min=abc", "/refunds?min=abc&export=invalid"],
    ["/api/export/refunds?format=exe", "/refunds?export=invalid"],
    ["/api/export/webhook-deliveries?format=csv&status=LOST", "/webhooks/deliveries?export=invalid"],
    ["/api/export/audit?format=exe&action=signed_in", "/audit?action=signed_in&export=invalid"],
    ["/api/export/audit?format=csv&from=2026-11-31", "/audit?from=2026-11-31&export=invalid"],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveURL(list);
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was exported" })).toContainText(
      "is not valid",
    );
  }
  await page.goto("/api/bulk/3f0c5a52-8c40-4a7d-9a43-0d51b0f7a1de/result?format=csv");
  await expect(page).toHaveURL("/bulk/3f0c5a52-8c40-4a7d-9a43-0d51b0f7a1de");
  await expect(page.getByText("Bulk run not found")).toBeVisible();
});

test("signed out, an export leads to the sign-in", async ({ page }) => {
  await page.goto("/api/export/payments?format=csv");
  await expect(page).toHaveURL(/\/login/);
});

/** Between a dashboard and the real service: all pages of a search but the first are lost. */
async function openWireThatLosesTheSecondPage(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
    incoming.on("end", () => {
      const body = Buffer.concat(chunks);
      if (incoming.url === "/v1/ops/payments/search" && body.includes('"cursor"'))
        return void outgoing.destroy();
      const onward = httpRequest(
        E2E.routingUrl + (incoming.url ?? "/"),
        { method: incoming.method, headers: { ...incoming.headers, host: new URL(E2E.routingUrl).host } },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.on("error", () => outgoing.destroy());
      onward.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
