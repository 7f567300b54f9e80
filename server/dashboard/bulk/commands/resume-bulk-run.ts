import type { SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { startOrRequestApproval } from "./start-or-request-approval";
import { steerBulkRun } from "./steer-bulk-run";

/** Resumes a run where it stopped, in the name of the person who resumes it: their permission and threshold apply. */
export function resumeBulkRun(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  return steerBulkRun(ctx, input, {
    from: ["paused"],
    action: "bulk_resumed",
    move: async (db, run) => ((await startOrRequestApproval(db, ctx, run)) ? "done" : "awaits_approval"),
  });
}
