import { z } from "zod";
import type { FulfilBulkRequestsInput, SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { countAskedRows, fulfilAskedRows } from "../store/bulk-duplicates";
import { compareBulkRows } from "./compare-bulk-rows";
import { steerBulkRun } from "./steer-bulk-run";

const inputSchema = z.object({
  runId: z.uuid(),
  rows: z.int().positive(),
}) satisfies z.ZodType<FulfilBulkRequestsInput>;

/**
 * A person lets all rows of which nothing else is asked fulfil the waiting refund requests of their payments (decision 0381): as many
 * as their page names, or none.
 */
export async function fulfilBulkRequests(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  return steerBulkRun(ctx, input, {
    from: ["checked"],
    action: "bulk_requests_fulfilled",
    move: async (db, run, at) => {
      await compareBulkRows(db, run.id, ctx.actor, at);
      const rows = await countAskedRows(db, run.id, ctx.actor.userId);
      if (rows !== parsed.data?.rows) return "row_changed";
      await fulfilAskedRows(db, run.id, { byId: ctx.actor.userId, at });
      await compareBulkRows(db, run.id, ctx.actor, at);
      return { kind: "done", detail: { rows } };
    },
  });
}
