import { z } from "zod";
import {
  columnRules,
  LIST_NAMES,
  type ListName,
  readLayout,
  withWidth,
  type ColumnsOutcome,
} from "@/lib/lists/list-columns";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteColumns, lockColumns, saveColumns } from "../store/list-columns";

const list = z.enum(LIST_NAMES);
/** A server action can be called with anything. */
const changeSchema = z.discriminatedUnion("change", [
  z.object({ change: z.literal("reset"), list }),
  z.object({ change: z.literal("all"), list, columns: z.unknown() }),
  z.object({ change: z.literal("width"), list, id: z.string(), width: z.number() }),
]);

/**
 * Stores which columns of a list one sees oneself, in which order and how wide (decision 0298). Like the appearance it
 * is nobody else's business, so the audit log has no entry. A width changes only its own column, so that two tabs do
 * not overwrite each other.
 */
export async function chooseColumns(ctx: Ctx, input: unknown): Promise<ColumnsOutcome> {
  const change = changeSchema.safeParse(input);
  if (!(await authorize(ctx, "save_view", { kind: "saved_view", id: "columns" })))
    return { kind: "forbidden" };
  if (!change.success) return { kind: "invalid" };
  const { list } = change.data;
  const personId = ctx.actor.userId;
  return inTransaction(ctx.pool, async (db): Promise<ColumnsOutcome> => {
    const stored = readLayout(list, await lockColumns(db, personId, list));
    if (change.data.change === "reset") {
      await deleteColumns(db, personId, list);
      return { kind: "done" };
    }
    const columns =
      change.data.change === "all"
        ? readLayout(list, change.data.columns)
        : changeWidth(list, stored, change.data);
    if (columns === null) return { kind: "invalid" };
    await saveColumns(db, { personId, list, columns, at: ctx.clock.now() });
    return { kind: "done" };
  });
}

function changeWidth(
  list: ListName,
  stored: ReturnType<typeof readLayout>,
  { id, width }: { id: string; width: number },
): ReturnType<typeof readLayout> {
  return Object.hasOwn(columnRules(list), id) ? withWidth(list, stored, id, width) : null;
}
