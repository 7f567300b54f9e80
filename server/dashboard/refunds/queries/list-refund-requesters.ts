import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listRequesters } from "../store/refund-list";

const MAX_REQUESTERS = 200;

/** Everyone who has requested a refund here, by name, for the list's filter. */
export async function listRefundRequesters(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return listRequesters(ctx.pool, MAX_REQUESTERS);
}
