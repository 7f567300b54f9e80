import { createHash } from "node:crypto";
import type { BulkKind } from "@/lib/bulk";

/** Equal for rows of two runs that ask for the same. A lookup changes nothing, so none repeats another. */
export function bulkFingerprint(kind: BulkKind, reference: string, amountPaise: bigint | null): string {
  return kind === "lookup" ? "" : hashOf(kind, reference, amountPaise?.toString() ?? "");
}

export function hashOf(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex");
}
