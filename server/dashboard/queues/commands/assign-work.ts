import { z } from "zod";
import type { WorkOutcomeView } from "@/lib/queues/work-views";
import { ok } from "@/lib/result";
import type { Ctx } from "../../context";
import { changeWork } from "./change-work";

const inputSchema = z.looseObject({ personId: z.uuid().nullable() });

/** Assigns an item to a person, or to nobody. Its assignee may hand it on or back. */
export function assignWork(ctx: Ctx, given: unknown): Promise<WorkOutcomeView> {
  return changeWork(ctx, given, {
    input: inputSchema,
    by: "owner",
    needsSameMark: false,
    change: ({ personId }) =>
      ok({ assigneeId: personId, action: personId === null ? "work_unassigned" : "work_assigned" }),
  });
}
