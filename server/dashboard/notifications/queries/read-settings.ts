import {
  type NotificationSettingsView,
  isChannelOn,
  NOTIFICATION_CHANNELS,
} from "@/lib/notifications/settings";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { visibleEvents } from "../domain/visible-events";
import { listChoices } from "../store/choices";

/** One's own settings: for each event that the role may see, whether each channel is on. */
export async function readNotificationSettings(ctx: Ctx): Promise<NotificationSettingsView> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const choices = await listChoices(ctx.pool, userId);
  return {
    events: visibleEvents(role).map((event) => {
      const person = { role, choices: choices.filter((choice) => choice.event === event) };
      return { event, on: NOTIFICATION_CHANNELS.filter((channel) => isChannelOn(person, event, channel)) };
    }),
  };
}
