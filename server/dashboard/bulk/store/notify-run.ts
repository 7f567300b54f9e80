import type { BulkPauseCause, BulkRowState } from "@/lib/bulk";
import type { Db } from "@/server/platform/pool";
import { notify } from "../../notifications/store";
import { countBulkRows } from "./bulk-rows";
import type { BulkRun } from "./bulk-runs";

/** Rows that somebody should read: they did not do what they request, or it is not known. */
const FAILED: readonly BulkRowState[] = ["failed", "refused", "unknown", "not_sent", "skipped"];

const peopleOf = (run: BulkRun): string[] => [
  ...new Set([run.createdById, ...(run.actingId === null ? [] : [run.actingId])]),
];

/** Notifies the people of a run that it has ended, in the transaction that ends it. */
export async function notifyRunEnded(db: Db, run: BulkRun, at: Date): Promise<void> {
  const counts = await countBulkRows(db, [run.id]);
  const failed = counts.reduce((sum, { state, rows }) => (FAILED.includes(state) ? sum + rows : sum), 0);
  await notify(db, {
    event: "bulk_ended",
    detail: { runId: run.id, runKind: run.kind, rows: run.rowCount, failed },
    at,
    to: { people: peopleOf(run) },
    dedupeKey: `bulk_ended:${run.id}`,
  });
}

/**
 * Notifies people that the dashboard itself paused a run: it waits for a person. Where the run's own person may not go on,
 * all who may are asked.
 */
export async function notifyRunPaused(db: Db, run: BulkRun, cause: BulkPauseCause, at: Date): Promise<void> {
  await notify(db, {
    event: "bulk_paused",
    detail: { runId: run.id, runKind: run.kind, rows: run.rowCount },
    at,
    to: cause === "not_allowed" ? "everybody_permitted" : { people: peopleOf(run) },
    dedupeKey: `bulk_paused:${run.id}:${at.toISOString()}`,
  });
}
