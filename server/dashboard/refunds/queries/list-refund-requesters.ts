import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listRequesters } from "../store/refund-list";

const MAX_REQUESTERS = 200;

/** Everybody who has asked for a refund here, by name: what the list can be filtered by. */
export async function listRefundRequesters(ctx: Ctx): Promise<{ id: string; name: string }[]> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  return listRequesters(ctx.pool, MAX_REQUESTERS);
}
