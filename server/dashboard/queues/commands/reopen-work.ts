import { z } from "zod";
import type { WorkOutcomeView } from "@/lib/queues/work-views";
import { ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { changeWork } from "./change-work";

/** Opens a waiting or done item again. */
export function reopenWork(ctx: Ctx, given: unknown): Promise<WorkOutcomeView> {
  return changeWork(ctx, given, {
    input: z.looseObject({}),
    by: "owner",
    needsSameMark: false,
    change: () => ok({ state: { name: "open", reason: null, returnsAt: null }, action: "work_reopened" }),
  });
}
