import { createHash, randomUUID } from "node:crypto";
import { z } from "zod";
import {
  BULK_PERMISSIONS,
  BULK_KINDS,
  type BulkKind,
  type CreateBulkOutcome,
  MAX_BULK_BYTES,
} from "@/lib/bulk";
import { isAcceptedText } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import { readReasonRules } from "../../reasons/store";
import type { Ctx } from "../../context";
import { type BulkTableRow, identityOf, readBulkTable } from "../domain/bulk-table";
import { scheduleBulkCheck } from "../../jobs/schedule";
import { insertBulkRows, type NewBulkRow } from "../store/bulk-rows";
import { insertBulkRun } from "../store/bulk-runs";
import { readBulkFile } from "./read-bulk-file";

const MAX_FILE_NAME = 200;
/** As long as the longest reason of a refund may be. */
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
  /** For refunds without one: a listed reason and a text, written like a cell of the file. */
  reason: z.string().max(MAX_REASON_LENGTH).refine(isAcceptedText).default(""),
});

/**
 * Accepts a file: reads all of it, stores its rows with the errors of each, and has the rows without errors compared
 * with the service in the background. Nothing is sent. A file that cannot be read stores nothing.
 */
export async function createBulkRun(ctx: Ctx, input: unknown): Promise<CreateBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  const subject = { kind: "bulk_run", id: "" } as const;
  if (!(await authorize(ctx, "run_bulk", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid" };
  const { kind, fileName, bytes, reason: reasonOfRows } = parsed.data;
  if (!(await authorize(ctx, BULK_PERMISSIONS[kind], subject))) return { kind: "forbidden" };
  if (bytes.byteLength > MAX_BULK_BYTES) {
    return { kind: "file_fault", fault: { kind: "too_large", maxBytes: MAX_BULK_BYTES } };
  }

  const records = await readBulkFile(bytes);
  if (!records.ok) return { kind: "file_fault", fault: records.error };
  const table = readBulkTable(kind, records.value, { ...(await readReasonRules(ctx.pool)), reasonOfRows });
  if (!table.ok) return { kind: "file_fault", fault: table.error };
  const { rows, ignoredColumns } = table.value;

  const runId = randomUUID();
  const at = ctx.clock.now();
  // A lookup is its own check: there is nothing to compare first.
  const isChecked = kind === "lookup" || rows.every((row) => row.faults.length > 0);
  const written = rows.map((row, index) => newRow(kind, row, index + 1));
  await inTransaction(ctx.pool, async (db) => {
    await insertBulkRun(db, {
      id: runId,
      kind,
      serviceAddress: ctx.routing.serviceAddress,
      fileName,
      contentHash: hashOf(kind, ...rows.map(identityOf).sort()),
      ignoredColumns,
      rowCount: rows.length,
      createdById: ctx.actor.userId,
      createdAt: at,
      state: isChecked ? "checked" : "checking",
    });
    await insertBulkRows(db, runId, written);
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
    if (!isChecked) await scheduleBulkCheck(db, runId, 0);
  });
  return { kind: "created", runId };
}

function newRow(kind: BulkKind, row: BulkTableRow, position: number): NewBulkRow {
  const { line, reference, transactionId, amountText, amountPaise, reason, reasonCode, faults } = row;
  const sound = kind === "lookup" ? "ready" : "unchecked";
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
    state: faults.length > 0 ? "problem" : sound,
    // A lookup changes nothing, so no lookup is a duplicate of another.
    fingerprint: kind === "lookup" ? "" : hashOf(kind, reference, amountPaise?.toString() ?? ""),
  };
}

function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
