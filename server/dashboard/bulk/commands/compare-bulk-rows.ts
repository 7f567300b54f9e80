import type { Db } from "@/server/platform/pool";
import { compareRows, isNews } from "../domain/bulk-comparison";
import {
  findLikelyDuplicates,
  listComparedRows,
  listReservations,
  storeComparison,
} from "../store/bulk-duplicates";

/**
 * Compares the rows of a checked run with each other and with all other refunds as they are now, and stores the result
 * (decision 0200). Returns how many rows became ready or stopped being ready. The caller holds the run's lock and has
 * seen that it was not started.
 */
export async function compareBulkRows(db: Db, runId: string): Promise<number> {
  const rows = await listComparedRows(db, runId);
  const [duplicates, reservations] = await Promise.all([
    findLikelyDuplicates(db, runId),
    listReservations(db, runId),
  ]);
  const known = new Map(rows.map((row) => [row.rowId, row]));
  const verdicts = compareRows(rows, { duplicates, reservations });
  const isNew = verdicts.filter((verdict) => {
    const row = known.get(verdict.rowId);
    return row !== undefined && isNews(row, verdict);
  });
  await storeComparison(db, isNew);
  return isNew.filter(({ rowId, state }) => (known.get(rowId)?.state === "ready") !== (state === "ready"))
    .length;
}
