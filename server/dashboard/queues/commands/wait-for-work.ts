import { z } from "zod";
import { WAIT_DAYS, type WorkOutcomeView } from "@/lib/queues/work-views";
import { err, ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { changeWork, readWorkReason } from "./change-work";

const DAY_MS = 24 * 60 * 60_000;
const inputSchema = z.looseObject({
  reason: z.string().max(10_000),
  days: z.int().refine((days) => WAIT_DAYS.some((one) => one === days)),
});

/**
 * Sets an item waiting, with what it waits for. It is open again when its condition changes, and after the days in any
 * case. Somebody has to come back to it, so an item of nobody becomes the person's own, unless a second person has
 * to do it.
 */
export function waitForWork(ctx: Ctx, given: unknown): Promise<WorkOutcomeView> {
  return changeWork(ctx, given, {
    input: inputSchema,
    by: "owner",
    needsSameMark: true,
    change: ({ reason, days }, item) => {
      const text = readWorkReason(reason);
      if (!text.ok) return err({ kind: "invalid", field: "reason", fault: text.error });
      const returnsAt = new Date(ctx.clock.now().getTime() + days * DAY_MS);
      return ok({
        assigneeId: item.assigneeId ?? (item.notForIds.includes(ctx.actor.userId) ? null : ctx.actor.userId),
        state: { name: "waiting", reason: text.value, returnsAt },
        action: "work_waiting",
        detail: { note: text.value, until: returnsAt.toISOString() },
      });
    },
  });
}
