import type { BulkKind, BulkSource } from "./kinds";

/** What a run is called: its file, or what it does without one; who uploaded it; when. */
export type BulkRunName = {
  kind: BulkKind;
  source: BulkSource;
  /** Null for rows that are not from a file. */
  fileName: string | null;
  rowCount: number;
  createdBy: string;
  createdAt: string;
};
