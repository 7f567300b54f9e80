import { z } from "zod";
import type { SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { startOrRequestApproval } from "./start-or-request-approval";
import { steerBulkRun } from "./steer-bulk-run";

const expectationSchema = z.looseObject({ isApprovalExpected: z.boolean() });

/**
 * Resumes a run where it stopped, in the name of the person who resumes it: their permission and threshold apply. When
 * the page said that approval is needed and none is needed any more, nothing is resumed (decision 0120).
 */
export function resumeBulkRun(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  const expectation = expectationSchema.safeParse(input);
  const isApprovalExpected = expectation.success && expectation.data.isApprovalExpected;
  return steerBulkRun(ctx, input, {
    from: ["paused"],
    action: "bulk_resumed",
    move: async (db, run) => {
      const started = await startOrRequestApproval(db, ctx, run, { isApprovalExpected });
      return started === "started" ? "done" : started;
    },
  });
}
