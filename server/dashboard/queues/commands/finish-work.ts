import { z } from "zod";
import { doneOf } from "@/lib/queues/work-kinds";
import type { WorkOutcomeView } from "@/lib/queues/work-views";
import { err, ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { changeWork, readWorkReason } from "./change-work";

const HOUR_MS = 60 * 60_000;
const inputSchema = z.looseObject({ reason: z.string().max(10_000) });

/**
 * Sets an item done, with the reason. While its money question is open it is only out of sight: it is open again when its
 * condition changes, and after a day (decision 0287). Only members of its team do it, and only for kinds that
 * no decision ends.
 */
export function finishWork(ctx: Ctx, given: unknown): Promise<WorkOutcomeView> {
  return changeWork(ctx, given, {
    input: inputSchema,
    by: "team",
    needsSameMark: true,
    change: ({ reason }, { kind }) => {
      const done = doneOf(kind);
      if (done === undefined) return err({ kind: "forbidden" });
      const text = readWorkReason(reason);
      if (!text.ok) return err({ kind: "invalid", field: "reason", fault: text.error });
      const hours = done.forHours;
      const returnsAt = hours === null ? null : new Date(ctx.clock.now().getTime() + hours * HOUR_MS);
      return ok({
        state: { name: "done", reason: text.value, returnsAt },
        action: "work_done",
        detail: { note: text.value },
      });
    },
  });
}
