import type { ReasonRow } from "@/lib/reasons/reason-views";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { listReasonRows as listStored } from "../store/refund-reasons";

/** All refund reasons, for the page that changes them. */
export async function listReasonRows(ctx: Ctx): Promise<ReasonRow[]> {
  await requirePermission(ctx, "manage_refund_reasons", { kind: "refund_reason", id: "" });
  return listStored(ctx.pool);
}
