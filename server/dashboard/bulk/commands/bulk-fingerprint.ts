import { createHash } from "node:crypto";
import type { BulkKind } from "@/lib/bulk";
import type { AskedRow } from "../store/bulk-duplicates";

/** Equal for rows of two runs that ask for the same. A lookup changes nothing, so none repeats another. */
export function bulkFingerprint(kind: BulkKind, reference: string, amountPaise: bigint | null): string {
  return kind === "lookup" ? "" : hashOf(kind, reference, amountPaise?.toString() ?? "");
}

export function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}

/** Equal for the same rows with the same requests as they were shown. */
export function signOf(asked: readonly AskedRow[]): string {
  return hashOf(...asked.map(({ rowId, requestId, steps }) => `${rowId} ${requestId} ${steps}`));
}
