import type { BulkFault, BulkRowView } from "@/lib/bulk";
import type { Db } from "@/server/platform/pool";
import { findRunNames } from "../store/bulk-run-names";

/** The rows, with the names of the other runs that their faults are about. */
export async function nameRuns(db: Db, rows: readonly BulkRowView[]): Promise<BulkRowView[]> {
  const ids = new Set(rows.flatMap(({ faults }) => faults.flatMap((fault) => runOf(fault) ?? [])));
  const names = await findRunNames(db, [...ids]);
  return rows.map((row) => ({
    ...row,
    faults: row.faults.map((fault) => {
      const run = names.get(runOf(fault) ?? "");
      return run === undefined ? fault : { ...fault, run };
    }),
  }));
}

function runOf(fault: BulkFault): string | null {
  return fault.kind === "in_other_run" || fault.kind === "reserved" ? fault.runId : null;
}
