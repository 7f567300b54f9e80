import type { SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { startOrRequestApproval } from "./start-or-request-approval";
import { steerBulkRun } from "./steer-bulk-run";

/** Goes on where it stood, from here on for the person who resumes it: their permission
 * and their approval threshold count, and their name stands by it. */
export function resumeBulkRun(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  return steerBulkRun(ctx, input, {
    from: ["paused"],
    action: "bulk_resumed",
    move: async (db, run) => ((await startOrRequestApproval(db, ctx, run)) ? "done" : "awaits_approval"),
  });
}
