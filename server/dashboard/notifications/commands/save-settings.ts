import { isOnByDefault, NOTIFICATION_CHANNELS } from "@/lib/notifications/settings";
import { inTransaction } from "@/server/platform/transaction";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { visibleEvents } from "../domain/visible-events";
import { replaceChoices } from "../store/choices";

/**
 * Saves one's own settings. `isOn` says of each event and channel whether it was ticked. Only what differs from the
 * role's defaults is stored, so that a better default reaches people who have not chosen.
 */
export async function saveNotificationSettings(ctx: Ctx, isOn: (name: string) => boolean): Promise<void> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const events = visibleEvents(role);
  const choices = events.flatMap((event) =>
    NOTIFICATION_CHANNELS.map((channel) => ({ event, channel, isOn: isOn(`${event}.${channel}`) })).filter(
      (choice) => choice.isOn !== isOnByDefault(role, event, choice.channel),
    ),
  );
  await inTransaction(ctx.pool, (db) => replaceChoices(db, userId, events, choices));
}

/** Back to the defaults of the role. */
export async function resetNotificationSettings(ctx: Ctx): Promise<void> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  await inTransaction(ctx.pool, (db) => replaceChoices(db, userId, visibleEvents(role), []));
}
