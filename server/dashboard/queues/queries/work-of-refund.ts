import { kindsOf } from "@/lib/queues/work-kinds";
import type { WorkItemView } from "@/lib/queues/work-views";
import { isStorableText } from "@/lib/text";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { presentItem } from "../domain/work-item";
import { listWorkOfRefund } from "../store/items-of-record";

/** Open items about a refund that was made here, for its own page. */
export async function workOfRefund(ctx: Ctx, refundId: string): Promise<WorkItemView[]> {
  await requirePermission(ctx, "view_refunds", { kind: "refund", id: refundId });
  if (!isStorableText(refundId)) return [];
  const of = { refundId, kinds: kindsOf(ctx.actor.role) };
  const items = await listWorkOfRefund(ctx.pool, ctx.clock.now(), ctx.routing.serviceAddress, of);
  return items.map((item) => presentItem(item, ctx.actor));
}
