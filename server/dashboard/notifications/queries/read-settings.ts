import {
  type EmailSettingsView,
  isChannelOn,
  isRequired,
  type NotificationSettingsView,
} from "@/lib/notifications/settings";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { channelsOf } from "../domain/channels";
import { visibleEvents } from "../domain/visible-events";
import { listChoices } from "../store/choices";
import { findLastEmail, type LastEmail } from "../store/emails";
import { findPreferences, type Preferences } from "../store/preferences";

/** One's own settings: for each event that the role may see, whether each channel is on. `initial`: those of the browser, until one has chosen. */
export async function readNotificationSettings(
  ctx: Ctx,
  initial: Pick<Preferences, "language" | "timeZone">,
): Promise<NotificationSettingsView> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const choices = await listChoices(ctx.pool, userId);
  const channels = channelsOf(ctx.mail);
  return {
    events: visibleEvents(role).map((event) => {
      const person = { role, choices: choices.filter((choice) => choice.event === event) };
      return {
        event,
        on: channels.filter((channel) => isChannelOn(person, event, channel)),
        isRequired: isRequired(role, event),
      };
    }),
    email: ctx.mail === null ? null : await readEmail(ctx, initial),
  };
}

async function readEmail(
  { pool, actor }: Ctx,
  initial: Pick<Preferences, "language" | "timeZone">,
): Promise<EmailSettingsView> {
  const chosen = (await findPreferences(pool, [actor.userId])).get(actor.userId);
  const last = await findLastEmail(pool, actor.userId);
  const preferences = chosen ?? { ...initial, quiet: null, digestAt: null };
  return {
    address: actor.email,
    ...preferences,
    timeZones: [...new Set([preferences.timeZone, initial.timeZone])],
    last: last === null ? null : lastView(last),
  };
}

function lastView({ createdAt, sentAt, failedAt, error }: LastEmail): EmailSettingsView["last"] {
  if (sentAt !== null) return { state: "sent", at: sentAt.toISOString(), error: null };
  if (failedAt !== null) return { state: "failed", at: failedAt.toISOString(), error };
  return { state: "waiting", at: createdAt.toISOString(), error };
}
