import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { readRefundSettings, type RefundSettings } from "../store/refund-settings";

/** What an admin has set for refunds, for the page that changes it. */
export async function readReasonSettings(ctx: Ctx): Promise<RefundSettings> {
  await requirePermission(ctx, "manage_refund_reasons", { kind: "refund_reason", id: "" });
  return readRefundSettings(ctx.pool);
}
