import type { SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { moveBulkRows } from "../store/bulk-row-moves";
import { markBulkOver } from "../store/bulk-runs";
import { steerBulkRun } from "./steer-bulk-run";

/** Discards a run that was never started: nothing of it was sent, and nothing will be. */
export function discardBulkRun(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  return steerBulkRun(ctx, input, {
    from: ["checking", "checked"],
    action: "bulk_discarded",
    move: async (db, run, at) => {
      await moveBulkRows(db, run.id, ["unchecked", "ready"], "not_sent", { kind: "stopped" });
      await moveBulkRows(db, run.id, ["problem", "likely_duplicate"], "skipped", null);
      await markBulkOver(db, run.id, "discarded", at);
    },
  });
}
