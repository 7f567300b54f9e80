import type { BulkKind } from "@/lib/bulk";

type Kept = { owner: string; kind: BulkKind; rows: string };

/**
 * Rows chosen on another page, until the form of a bulk run is open for the same person. Only in memory: references may be
 * personal.
 */
let kept: Kept | null = null;

export function keepBulkRows(rows: Kept): void {
  kept = rows;
}

export function takeBulkRows(owner: string, kind: BulkKind): string {
  const rows = kept?.owner === owner && kept.kind === kind ? kept.rows : "";
  kept = null;
  return rows;
}
