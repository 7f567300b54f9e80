import type { NotificationLimits, NotificationLimitsView } from "@/lib/notifications/limits";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import type { Services } from "../../runtime";
import { findLimits } from "../store/limits";

/** Those that an admin saved for the account, or else the installation's. */
export async function limitsInForce({
  pool,
  notificationLimits,
}: Pick<Services, "pool" | "notificationLimits">): Promise<NotificationLimits> {
  return (await findLimits(pool))?.limits ?? notificationLimits;
}

/** Reads the limits for the form that changes them. Throws ForbiddenError. */
export async function viewLimits(ctx: Ctx): Promise<NotificationLimitsView> {
  await requirePermission(ctx, "manage_chat_channels", { kind: "notification_limits", id: "" });
  const stored = await findLimits(ctx.pool);
  return {
    limits: stored?.limits ?? ctx.notificationLimits,
    defaults: ctx.notificationLimits,
    version: stored?.version ?? 0,
    changedBy: stored === null ? null : { name: stored.changedBy, at: stored.changedAt.toISOString() },
  };
}
