import { SCHEDULED_PERMISSIONS } from "@/lib/exports/scheduled-lists";
import { parseUuid } from "@/lib/parse";
import { recordAudit } from "../../audit/store";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { attachment, MEDIA_TYPES, requireStillAllowed } from "../../export/export-response";
import type { ExportFormat } from "../../export/export-table";
import { findFile, readChunk } from "../store/runs";

/**
 * The file of one of one's own scheduled exports; null when it is somebody else's, or no longer kept. Needs the
 * permissions to export now and to see the list, and while it is sent (decision 0111). Each download is audited before its first byte.
 */
export async function downloadExport(ctx: Ctx, input: { runId: string }): Promise<Response | null> {
  const runId = parseUuid(input.runId);
  const subject = { kind: "export", id: runId ?? "file" } as const;
  await requirePermission(ctx, "export_records", subject);
  if (runId === null) return null;
  const file = await findFile(ctx.pool, { runId, ownerId: ctx.actor.userId, at: ctx.clock.now() });
  if (file === null) return null;
  const listPermission = SCHEDULED_PERMISSIONS[file.list];
  await requirePermission(ctx, listPermission, subject);
  await recordAudit(ctx.pool, {
    at: ctx.clock.now(),
    actor: ctx.actor,
    action: "export_file_downloaded",
    subject,
    requestId: ctx.requestId,
  });
  let position = 0;
  let left = file.bytes;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (position > 0) await requireStillAllowed(ctx, [listPermission, "export_records"]);
        const bytes = await readChunk(ctx.pool, file, position);
        // Deleted meanwhile: never a part that looks like a whole (decision 0111).
        if (bytes === null) throw new Error("a chunk of the file is missing");
        position += 1;
        left -= BigInt(bytes.length);
        controller.enqueue(bytes);
        if (left <= 0n) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: {
      "content-type": MEDIA_TYPES[file.format as ExportFormat],
      "content-disposition": attachment(file.fileName),
      "content-length": String(file.bytes),
      "cache-control": "no-store, no-transform",
    },
  });
}
