import { z } from "zod";
import type { FulfilBulkRequestsInput, SteerBulkOutcome } from "@/lib/bulk";
import type { Ctx } from "../../context";
import { fulfilAskedRows, listAskedRows } from "../store/bulk-duplicates";
import { signOf } from "./bulk-fingerprint";
import { compareBulkRows } from "./compare-bulk-rows";
import { steerBulkRun } from "./steer-bulk-run";

const inputSchema = z.object({
  runId: z.uuid(),
  sign: z.string(),
}) satisfies z.ZodType<FulfilBulkRequestsInput>;

/**
 * A person lets all rows of which nothing else is asked fulfil the waiting refund requests of their payments, of the same amount
 * (decision 0278): those that their page showed, or none.
 */
export async function fulfilBulkRequests(ctx: Ctx, input: unknown): Promise<SteerBulkOutcome> {
  const parsed = inputSchema.safeParse(input);
  return steerBulkRun(ctx, input, {
    from: ["checked"],
    action: "bulk_requests_fulfilled",
    move: async (db, run, at) => {
      await compareBulkRows(db, run.id, ctx.actor, at);
      const asked = await listAskedRows(db, run.id, ctx.actor.userId);
      if (asked.length === 0 || signOf(asked) !== parsed.data?.sign) return "row_changed";
      await fulfilAskedRows(db, asked, { byId: ctx.actor.userId, at });
      await compareBulkRows(db, run.id, ctx.actor, at);
      return {
        kind: "done",
        detail: { rows: asked.length, requestId: asked.map(({ requestId }) => requestId).join(", ") },
      };
    },
  });
}
