import { z } from "zod";
import { type ColumnsOutcome, LIST_NAMES, readLayout } from "@/lib/lists/list-columns";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteColumns, saveColumns } from "../store/list-columns";

const list = z.enum(LIST_NAMES);
/** A server action can be called with anything. */
const changeSchema = z.discriminatedUnion("change", [
  z.object({ change: z.literal("reset"), list }),
  z.object({ change: z.literal("all"), list, columns: z.unknown() }),
]);

/**
 * Stores which columns of a list one sees oneself (decision 0298). Like the appearance it is nobody else's business, so
 * the audit log has no entry.
 */
export async function chooseColumns(ctx: Ctx, input: unknown): Promise<ColumnsOutcome> {
  const change = changeSchema.safeParse(input);
  if (!(await authorize(ctx, "save_view", { kind: "saved_view", id: "columns" })))
    return { kind: "forbidden" };
  if (!change.success) return { kind: "invalid" };
  const { list } = change.data;
  const personId = ctx.actor.userId;
  if (change.data.change === "reset") {
    await deleteColumns(ctx.pool, personId, list);
    return { kind: "done" };
  }
  const columns = readLayout(list, change.data.columns);
  if (columns === null) return { kind: "invalid" };
  await saveColumns(ctx.pool, { personId, list, columns, at: ctx.clock.now() });
  return { kind: "done" };
}
