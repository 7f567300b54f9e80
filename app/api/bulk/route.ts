import type { NextRequest } from "next/server";
import { BULK_LAYOUT_HEADER, BULK_REASON_HEADER, type CreateBulkOutcome, MAX_BULK_BYTES } from "@/lib/bulk";
import { createBulkRun } from "@/server/dashboard/bulk/commands/create-bulk-run";
import { respondWithQuery } from "../_response";

/**
 * Uploads a file of rows. The body is the file; it is read only up to its size limit. The reason for rows without one
 * and the columns that a person chose are in headers: a text does not belong in an address.
 */
export function POST(request: NextRequest): Promise<Response> {
  const { searchParams } = request.nextUrl;
  return respondWithQuery<CreateBulkOutcome>(
    async (ctx) => {
      const bytes = await readAtMost(request.body, MAX_BULK_BYTES);
      if (bytes === null)
        return { kind: "file_fault", fault: { kind: "too_large", maxBytes: MAX_BULK_BYTES } };
      return createBulkRun(ctx, {
        kind: searchParams.get("kind"),
        fileName: searchParams.get("name"),
        bytes,
        reason: decodeHeader(request.headers.get(BULK_REASON_HEADER) ?? ""),
        layout: readLayout(request.headers.get(BULK_LAYOUT_HEADER)),
      });
    },
    (outcome) => STATUSES[outcome.kind],
  );
}

const STATUSES: Record<CreateBulkOutcome["kind"], number> = {
  created: 201,
  choose_columns: 200,
  file_fault: 422,
  invalid: 400,
  forbidden: 403,
  signed_out: 401,
};

/** Null is refused as invalid. */
function decodeHeader(header: string): string | null {
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}

/** What is no JSON is refused as invalid. */
function readLayout(header: string | null): unknown {
  if (header === null) return null;
  try {
    return JSON.parse(decodeHeader(header) ?? "");
  } catch {
    return "";
  }
}

/** Null when there is more. */
async function readAtMost(body: ReadableStream<Uint8Array> | null, max: number): Promise<Uint8Array | null> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (body !== null) {
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
      if (size > max) {
        await reader.cancel();
        return null;
      }
      chunks.push(value);
    }
  }
  return new Uint8Array(Buffer.concat(chunks));
}
