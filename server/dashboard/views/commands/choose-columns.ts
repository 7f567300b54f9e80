import {
  columnRules,
  LIST_NAMES,
  type ListName,
  readLayout,
  withWidth,
  type ColumnChange,
  type ColumnsOutcome,
} from "@/lib/lists/list-columns";
import { inTransaction } from "@/server/platform/transaction";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { deleteColumns, lockColumns, saveColumns } from "../store/list-columns";

/**
 * Stores which columns of a list one sees oneself, in which order and how wide (decision 0298). Like the appearance it
 * is nobody else's business, so the audit log has no entry. A width changes only its own column, so that two tabs do
 * not overwrite each other.
 */
export async function chooseColumns(ctx: Ctx, input: ColumnChange): Promise<ColumnsOutcome> {
  const list = LIST_NAMES.find((name) => name === input.list);
  if (!(await authorize(ctx, "save_view", { kind: "saved_view", id: "columns" })))
    return { kind: "forbidden" };
  if (list === undefined) return { kind: "invalid" };
  const personId = ctx.actor.userId;
  return inTransaction(ctx.pool, async (db): Promise<ColumnsOutcome> => {
    const stored = readLayout(list, await lockColumns(db, personId, list));
    if (input.change === "reset") {
      await deleteColumns(db, personId, list);
      return { kind: "done" };
    }
    const columns =
      input.change === "all" ? readLayout(list, input.columns) : changeWidth(list, stored, input);
    if (columns === null) return { kind: "invalid" };
    await saveColumns(db, { personId, list, columns, at: ctx.clock.now() });
    return { kind: "done" };
  });
}

function changeWidth(
  list: ListName,
  stored: ReturnType<typeof readLayout>,
  { id, width }: Extract<ColumnChange, { change: "width" }>,
): ReturnType<typeof readLayout> {
  const isKnown = typeof id === "string" && Object.hasOwn(columnRules(list), id);
  return isKnown && Number.isFinite(width) ? withWidth(list, stored, id, width) : null;
}
