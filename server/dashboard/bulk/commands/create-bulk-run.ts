import { randomUUID } from "node:crypto";
import { z } from "zod";
import {
  BULK_COLUMNS,
  BULK_PERMISSIONS,
  BULK_KINDS,
  BULK_REQUIRED_COLUMNS,
  type BulkColumn,
  type BulkFilePreview,
  type BulkKind,
  type BulkLayout,
  type CreateBulkOutcome,
  MAX_BULK_BYTES,
} from "@/lib/bulk";
import { isAcceptedText } from "@/lib/text";
import { inTurns } from "@/server/platform/in-turns";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import { readReasonRules } from "../../reasons/store";
import type { Ctx } from "../../context";
import { bulkFingerprint, hashOf } from "./bulk-fingerprint";
import { findLayout, HEADING_LINES, headingName } from "../domain/bulk-layout";
import { type BulkTableRow, meansPayment, readBulkTable } from "../domain/bulk-table";
import { type BulkRecord } from "../domain/split-records";
import { findBulkLayout, saveBulkLayout } from "../store/bulk-layouts";
import { insertBulkRows, type NewBulkRow } from "../store/bulk-rows";
import { insertBulkRun } from "../store/bulk-runs";
import { type BulkFile, readBulkFile } from "./read-bulk-file";

const MAX_FILE_NAME = 200;
const MAX_COLUMN = 500;
/** The limit of each cell of the preview. */
const MAX_PREVIEW_LENGTH = 80;
const MAX_PREVIEW_COLUMNS = 60;
/** A refund's reason may be this long at most. */
const MAX_REASON_LENGTH = 1_000;

const inputSchema = z.object({
  kind: z.enum(BULK_KINDS),
  /** Null for pasted rows. */
  fileName: z
    .string()
    .refine(isAcceptedText)
    .transform((name) => [...name].slice(0, MAX_FILE_NAME).join(""))
    .nullable(),
  bytes: z.instanceof(Uint8Array),
  /** The reason for refunds without one: a listed reason and a text, written like a cell of the file. */
  reason: z.string().max(MAX_REASON_LENGTH).refine(isAcceptedText).default(""),
  /** The layout that a person chose for this file; null to use what is found. */
  layout: z
    .strictObject({
      headingLine: z.int().positive().nullable(),
      columns: z.partialRecord(z.enum(BULK_COLUMNS.refund), z.int().min(0).max(MAX_COLUMN)),
      decimalSign: z.enum([".", ","]),
    })
    .nullable()
    .default(null),
});

/**
 * Accepts a file: reads all of it, stores its rows with the errors of each, and has the rows without errors compared
 * with the service in the background. Nothing is sent. A file that cannot be read, or whose columns are not certain, stores
 * nothing.
 */
export async function createBulkRun(ctx: Ctx, input: unknown): Promise<CreateBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "bulk_run", id: "" } as const;
  if (!(await authorize(ctx, "run_bulk", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid" };
  const { kind, fileName, bytes, reason: reasonOfRows, layout: chosen } = parsed.data;
  if (!(await authorize(ctx, BULK_PERMISSIONS[kind], subject))) return { kind: "forbidden" };
  if (bytes.byteLength > MAX_BULK_BYTES) {
    return { kind: "file_fault", fault: { kind: "too_large", maxBytes: MAX_BULK_BYTES } };
  }

  const file = await readBulkFile(bytes);
  if (!file.ok) return { kind: "file_fault", fault: file.error };
  const { records, isAssumed } = file.value;
  const found = findLayout(kind, records);
  if (chosen === null && (isAssumed || !found.isCertain)) {
    const remembered = await rememberedLayout(ctx, kind, records);
    return { kind: "choose_columns", preview: previewOf(file.value, found.layout, remembered) };
  }
  if (chosen !== null && !fits(kind, chosen, records)) return { kind: "invalid" };
  const layout = chosen ?? found.layout;
  const rules = { ...(await readReasonRules(ctx.pool)), reasonOfRows };
  const table = await inTurns(readBulkTable(kind, records, layout, rules));
  if (!table.ok) return { kind: "file_fault", fault: table.error };
  const { rows, identities, ignoredColumns } = table.value;

  const runId = randomUUID();
  const at = ctx.clock.now();
  const written = rows.map((row, index) => newRow(kind, row, index + 1));
  // A lookup is its own check: there is nothing to compare first.
  const isChecked = written.every(({ state }) => state !== "unchecked");
  await inTransaction(ctx.pool, async (db) => {
    await insertBulkRun(db, {
      id: runId,
      kind,
      serviceAddress: ctx.routing.serviceAddress,
      fileName,
      contentHash: hashOf(kind, ...identities.sort()),
      ignoredColumns,
      rowCount: rows.length,
      createdById: ctx.actor.userId,
      createdAt: at,
      state: isChecked ? "checked" : "checking",
    });
    await insertBulkRows(db, runId, written);
    const headings = chosen === null ? null : headingsOf(records, chosen.headingLine);
    if (headings !== null) {
      const { columns, decimalSign } = layout;
      const of = { personId: ctx.actor.userId, kind, headingsHash: headings, at };
      await saveBulkLayout(db, { ...of, choice: { columns, decimalSign } });
    }
    await recordAudit(db, {
      at,
      actor: ctx.actor,
      action: "bulk_uploaded",
      subject: { kind: "bulk_run", id: runId },
      detail: {
        kind,
        file: fileName,
        rows: rows.length,
        problems: rows.filter((row) => row.faults.length > 0).length,
      },
      requestId: ctx.requestId,
    });
  });
  return { kind: "created", runId };
}

/** The person's last choice for a file with the same headings; its line may be another one. */
async function rememberedLayout(
  ctx: Ctx,
  kind: BulkKind,
  records: readonly BulkRecord[],
): Promise<BulkLayout | null> {
  const first = records.slice(0, HEADING_LINES);
  const hashes = first.flatMap(({ line }) => headingsOf(records, line) ?? []);
  const saved = await findBulkLayout(ctx.pool, { personId: ctx.actor.userId, kind, hashes });
  const record = first[hashes.indexOf(saved?.headingsHash ?? "")];
  return saved === null || record === undefined ? null : { headingLine: record.line, ...saved.choice };
}

/** The headings at a line, as they are remembered: their hash, because they may be anything. */
function headingsOf(records: readonly BulkRecord[], headingLine: number | null): string | null {
  const heading = records.find(({ line }) => line === headingLine);
  return heading === undefined ? null : hashOf(...heading.cells.map(headingName));
}

function previewOf(
  { records, isAssumed }: BulkFile,
  found: BulkLayout,
  remembered: BulkLayout | null,
): BulkFilePreview {
  return {
    records: records.slice(0, HEADING_LINES).map(({ line, cells }) => ({
      line,
      cells: cells
        .slice(0, MAX_PREVIEW_COLUMNS)
        .map((cell) => [...cell.slice(0, 2 * MAX_PREVIEW_LENGTH)].slice(0, MAX_PREVIEW_LENGTH).join("")),
    })),
    recordCount: records.length,
    layout: remembered ?? found,
    isRemembered: remembered !== null,
    isAssumed,
  };
}

/** Each needed column is there, and none has two meanings. */
function fits(kind: BulkKind, { headingLine, columns }: BulkLayout, records: readonly BulkRecord[]): boolean {
  const indices = Object.values(columns);
  const isHeadingThere =
    headingLine === null || records.slice(0, HEADING_LINES).some(({ line }) => line === headingLine);
  const used: readonly BulkColumn[] = BULK_COLUMNS[kind];
  const areOfKind = (Object.keys(columns) as BulkColumn[]).every((column) => used.includes(column));
  const hasAll = BULK_REQUIRED_COLUMNS[kind].every((column) => columns[column] !== undefined);
  return isHeadingThere && areOfKind && hasAll && new Set(indices).size === indices.length;
}

function newRow(kind: BulkKind, row: BulkTableRow, position: number): NewBulkRow {
  const { line, reference, transactionId, amountText, amountPaise, reason, reasonCode, faults } = row;
  const sound = kind === "lookup" ? "ready" : "unchecked";
  const isLookedUp = faults.length === 0 || (kind === "refund" && meansPayment(faults));
  return {
    id: randomUUID(),
    position,
    line,
    reference,
    transactionId,
    amountText,
    amountPaise,
    reason,
    reasonCode,
    faults,
    state: isLookedUp ? sound : "problem",
    fingerprint: bulkFingerprint(kind, reference, amountPaise),
  };
}
