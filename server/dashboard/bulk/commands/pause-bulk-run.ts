import type { SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { markBulkPaused } from "../store/bulk-runs";
import { steerBulkRun } from "./steer-bulk-run";

/** No further row begins; rows in progress finish. */
export function pauseBulkRun(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  return steerBulkRun(ctx, input, {
    from: ["running"],
    action: "bulk_paused",
    move: (db, run) => markBulkPaused(db, run.id, "person"),
  });
}
