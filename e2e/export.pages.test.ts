import { randomUUID } from "node:crypto";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { within } from "@testing-library/dom";
import { parse } from "csv-parse/sync";
import exceljs from "exceljs";
import { expect, test } from "vitest";
import { E2E } from "../tools/testing/e2e-stack";
import { actionNamed, call, callAction, returned, Staff } from "./support/direct";
import { startDashboardOn } from "./support/faulty-wire";
import { createPayment } from "./support/merchant";
import { cookieOf, openAs, openPage, type PageOverHttp } from "./support/page-over-http";

/** What the link of a page leads to, as a browser downloads it. */
async function download(page: PageOverHttp, name: string, cookie: string): Promise<Buffer> {
  const address = page.getByRole("link", { name }).getAttribute("href") ?? "";
  const response = await fetch(new URL(address, page.document.URL), { headers: { cookie } });
  expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
  return Buffer.from(await response.arrayBuffer());
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

test("an export holds everything that the filter matches, and no cell that a spreadsheet would run; one that breaks in the middle is a failed download, not a shorter file", async () => {
  const { mark, ids } = await createMany(205);
  const page = await openAs("finance", `/payments?udf1=${mark}`);
  const cookie = await cookieOf("finance");
  const rows: Record<string, string>[] = parse(await download(page, "Export CSV", cookie), {
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
  await workbook.xlsx.load(new Uint8Array(await download(page, "Export XLSX", cookie)).buffer);
  const sheet = workbook.worksheets[0];
  expect(sheet?.rowCount).toBe(206);
  expect(sheet?.getCell(206, 2)).toMatchObject({ value: `=1+1;${mark}`, type: exceljs.ValueType.String });
  expect(sheet?.getCell(206, 7).value).toBe(1499.5);

  const wire = await openWireThatLosesTheSecondPage();
  const dashboard = await startDashboardOn(wire.url);
  const staff = new Staff(dashboard);
  try {
    const session = { cookie: await staff.as("finance"), dashboardUrl: dashboard.url };
    const list = await openPage(`/payments?udf1=${mark}`, session);
    for (const name of ["Export CSV", "Export XLSX"])
      await expect(download(list, name, session.cookie), name).rejects.toThrow("terminated");
  } finally {
    await staff.db.end();
    await dashboard.stop();
    await wire.close();
  }
});

test("a service that is away from the beginning is shown on the page, in words", async () => {
  const { text } = await openAs("finance", "/payments?status=DROP&export=unavailable");
  expect(text).toMatch(/Nothing was exported.*Try again in a moment/);
});

test("who may not export sees no button, and the address alone does not help", async () => {
  const list = await openAs("support", "/payments");
  expect(list.text).toMatch(/Reference|No payments yet/);
  expect(list.queryByRole("link", { name: "Export CSV" })).toBeNull();
  for (const name of ["payments", "refunds"]) {
    const page = await openAs("support", `/api/export/${name}?format=csv&status=SUCCESS`);
    expect(page.path).toBe(`/${name}?status=SUCCESS&export=forbidden`);
    expect(page.text).toContain("Your role does not allow this export");
  }
  const deliveries = await openAs("support", "/api/export/webhook-deliveries?format=csv&status=FAILED");
  expect(deliveries.path).toBe("/webhooks/deliveries?status=FAILED&export=forbidden");
  const audit = await openAs("support", "/api/export/audit?format=csv");
  expect(audit.path).toBe("/audit?export=forbidden");
  expect(audit.text).toContain("Your role does not allow this");
});

test("an address of an export that cannot be read leads back to its list, in words", async () => {
  for (const [address, list] of [
    ["/api/export/refunds?format=csv&min=abc", "/refunds?min=abc&export=invalid"],
    ["/api/export/refunds?format=exe", "/refunds?export=invalid"],
    ["/api/export/webhook-deliveries?format=csv&status=LOST", "/webhooks/deliveries?export=invalid"],
    ["/api/export/audit?format=exe&action=signed_in", "/audit?action=signed_in&export=invalid"],
    ["/api/export/audit?format=csv&from=2026-11-31", "/audit?from=2026-11-31&export=invalid"],
  ] as const) {
    const page = await openAs("admin", address);
    expect(page.path).toBe(list);
    expect(page.text, list).toMatch(/Nothing was exported.*is not valid/);
  }
  const bulk = "3f0c5a52-8c40-4a7d-9a43-0d51b0f7a1de";
  const page = await openAs("admin", `/api/bulk/${bulk}/result?format=csv`);
  expect(page.path).toBe(`/bulk/${bulk}`);
  expect(page.text).toContain("Bulk run not found");
});

test("signed out, an export leads to the sign-in", async () => {
  const response = await call("/api/export/payments?format=csv");
  expect([response.status, response.location]).toEqual([
    expect.any(Number),
    expect.stringContaining("/login"),
  ]);
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
        (response) => {
          outgoing.writeHead(response.statusCode ?? 502, response.headers);
          response.pipe(outgoing);
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

test("manual refunds of the tab that is open are scheduled, and the schedule leads back to them", async () => {
  const refunds = await openAs("finance", "/refunds/manual?tab=all");
  const schedule = refunds.getByRole("link", { name: "Schedule export" }).getAttribute("href") ?? "";
  const page = await openAs("finance", schedule);
  page.getByRole("heading", { name: "New scheduled export of manual refunds" });
  expect(page.text).toContain("Exports the whole list.");
  const form = page.getByLabelText("Name").closest("form");
  const field = (name: string): string =>
    form?.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value ?? "";
  const name = `Monthly closing ${randomUUID().slice(0, 8)}`;
  const times = { frequency: "daily", weekday: "1", monthDay: "1", time: "08:00", timeZone: "Asia/Kolkata" };
  const given = { list: field("list"), query: field("query"), name, format: "csv", ...times };
  const response = await callAction(actionNamed("createScheduleAction"), await cookieOf("finance"), {
    form: given,
  });
  expect(returned(response)).toContain('"created"');
  const made = (await openAs("finance", "/exports")).getByRole("region", { name });
  const back = within(made).getByRole("link", { name: "All manual refunds" });
  expect(back.getAttribute("href")).toBe("/refunds/manual?tab=all");
});
