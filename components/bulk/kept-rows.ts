import type { BulkKind } from "@/lib/bulk";

type Kept = { kind: BulkKind; rows: string };

/** Rows chosen on another page, until the form of a bulk run is open. Only in memory: references may be personal. */
let kept: Kept | null = null;

export function keepBulkRows(rows: Kept): void {
  kept = rows;
}

export function takeBulkRows(kind: BulkKind): string {
  const rows = kept?.kind === kind ? kept.rows : "";
  kept = null;
  return rows;
}
