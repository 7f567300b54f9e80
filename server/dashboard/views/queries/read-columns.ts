import { type ColumnLayout, type ListName, readLayout } from "@/lib/lists/list-columns";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { findColumns } from "../store/list-columns";

/** The columns that the person chose for a list; null for the default ones. */
export async function readColumns(ctx: Ctx, list: ListName): Promise<ColumnLayout | null> {
  await requirePermission(ctx, "save_view", { kind: "saved_view", id: "columns" });
  return readLayout(list, await findColumns(ctx.pool, ctx.actor.userId, list));
}
