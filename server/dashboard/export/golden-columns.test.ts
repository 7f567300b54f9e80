import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { stateOfStatus } from "@/lib/payments/payment-state";
import { AUDIT_TABLE } from "../audit/queries/export-audit";
import { bulkResultTable } from "../bulk/queries/export-bulk-result";
import { MANUAL_REFUNDS_TABLE } from "../manual-refunds/queries/export-manual-refunds";
import { LINES_TABLE } from "../payments/queries/export-lines";
import { LINES_OF_ALL_TABLE } from "../payments/queries/export-lines-of-all";
import { PAYMENTS_TABLE } from "../payments/queries/export-payments";
import { REFUNDS_TABLE } from "../refunds/queries/export-refunds";
import { DELIVERIES_TABLE } from "../webhooks/queries/export-deliveries";
import type { ExportTable } from "./export-table";

/**
 * The columns of every export, in their order: programs of merchants read them. A golden file has a line for each column,
 * with its heading, its kind, and the field that it shows; a column that is added or changed is changed there too.
 */
const FOLDER = `${projectRoot()}/server/dashboard/export/golden`;
const AT = new Date("2026-11-25T02:30:00Z");

/** A row in which each field is its own name, except for the fields that are not texts. */
function named<Row extends object>(known: Partial<Row>): Row {
  return new Proxy(known, {
    get: (fields, name) => (name in fields ? Reflect.get(fields, name) : String(name)),
  }) as Row;
}

function goldenOf<Row>({ columns }: ExportTable<Row>, row: Row): string {
  return columns.map(({ heading, kind, cell }) => `${heading} (${kind}): ${cell(row) ?? ""}\n`).join("");
}

type RowOf<Table> = Table extends ExportTable<infer Row> ? Row : never;
const refund = named<RowOf<typeof REFUNDS_TABLE>["row"]>({
  requestedAt: AT,
  completedAt: new Date("2026-11-25T03:00:00Z"),
  lateSuccessSeenAt: new Date("2026-11-25T04:00:00Z"),
  amountPaise: 149_900n,
  isTest: true,
});
const manualRefund = named<RowOf<typeof MANUAL_REFUNDS_TABLE>>({
  recordedAt: AT,
  decidedAt: new Date("2026-11-25T03:00:00Z"),
  voidProposedAt: new Date("2026-11-25T03:30:00Z"),
  voidedAt: new Date("2026-11-25T04:00:00Z"),
  amountPaise: 149_900n,
  isTest: true,
});
const payment = named<RowOf<typeof PAYMENTS_TABLE>["row"]>({ attempt: 2, test: true });
const found = named<NonNullable<RowOf<typeof LINES_TABLE>["payment"]>>({
  isTest: true,
  state: { ...stateOfStatus("SUCCESS"), state: "PARTLY_REFUNDED" },
});
const line = {
  line: { kind: "found" as const, line: "line", payments: [found], isMore: true },
  payment: found,
};
const delivery = named<RowOf<typeof DELIVERIES_TABLE>>({
  attempts: 3,
  last_response_status: 503,
  endpoint: { kind: "known", id: "id", url: "https://shop.example/hook", description: "description" },
});
const record = named<RowOf<typeof AUDIT_TABLE>>({ position: 7n, at: AT, detail: { amount: "1499.00" } });
const bulkRow = named<RowOf<ReturnType<typeof bulkResultTable>>["row"]>({
  line: 4,
  isTest: true,
  // Paid late.
  state: "done",
  refundStatus: "FAILURE",
  faults: [{ kind: "not_found" }],
  found: named({}),
});
const bulk = { row: bulkRow, notes: "notes", runNotes: "runNotes" };

test.each([
  ["audit", goldenOf(AUDIT_TABLE, record)],
  ["bulk-cancel", goldenOf(bulkResultTable("cancel"), bulk)],
  ["bulk-lookup", goldenOf(bulkResultTable("lookup"), bulk)],
  ["bulk-refund", goldenOf(bulkResultTable("refund"), bulk)],
  ["lines", goldenOf(LINES_TABLE, line)],
  [
    "lines-of-all-accounts",
    goldenOf(LINES_OF_ALL_TABLE, {
      account: named<RowOf<typeof LINES_OF_ALL_TABLE>["account"]>({ name: "account" }),
      exported: line,
      gap: null,
    }),
  ],
  ["manual-refunds", goldenOf(MANUAL_REFUNDS_TABLE, manualRefund)],
  ["payments", goldenOf(PAYMENTS_TABLE, { row: payment, notes: "notes" })],
  ["refunds", goldenOf(REFUNDS_TABLE, { row: refund, notes: "notes" })],
  ["webhook-deliveries", goldenOf(DELIVERIES_TABLE, delivery)],
])("the export %s has the columns of its golden file", async (name, columns) => {
  expect(columns).toBe(await readFile(`${FOLDER}/${name}.txt`, "utf8"));
});
