import { roleAllows } from "@/lib/can";
import { type ColumnLayout, type ListName, readLayout } from "@/lib/lists/list-columns";
import type { Ctx } from "../../context";
import { findColumns } from "../store/list-columns";

/** The columns that the person chose for a list; null for the default ones, also for those who may not choose. */
export async function readColumns(ctx: Ctx, list: ListName): Promise<ColumnLayout | null> {
  if (!roleAllows(ctx.actor.role, "save_view")) return null;
  return readLayout(list, await findColumns(ctx.pool, ctx.actor.userId, list));
}
