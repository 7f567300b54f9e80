import { findRefundHold, isHeld } from "@/server/platform/refund-hold";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";

type RestoreView = { backupMadeAt: Date; restoredAt: Date; isHeld: boolean };

/** The restore of a backup, and whether refunds are on hold since (decision 0237); null when there was none. */
export async function readRestore(ctx: Ctx): Promise<RestoreView | null> {
  await requirePermission(ctx, "view_refunds", { kind: "refund_list", id: "" });
  const hold = await findRefundHold(ctx.pool);
  if (hold === null) return null;
  const { backupMadeAt, restoredAt } = hold;
  return { backupMadeAt, restoredAt, isHeld: isHeld(hold) };
}
