import { LOCALES } from "@/lib/messages/locale";
import { type EmailPreferences, minutesOf } from "@/lib/notifications/email-time";
import { isOnByDefault, isRequired, NOTIFICATION_CHANNELS } from "@/lib/notifications/settings";
import { isTimeZone } from "@/lib/time-zone";
import { inTransaction } from "@/server/platform/transaction";
import { requirePermission } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { channelsOf } from "../domain/channels";
import { visibleEvents } from "../domain/visible-events";
import { replaceChoices } from "../store/choices";
import { DEFAULT_PREFERENCES, savePreferences } from "../store/preferences";

/** A field of the form, or an empty text. */
export type ReadField = (name: string) => string;

/**
 * Saves one's own settings. `${event}.${channel}` is "on" where it was ticked. Only what differs from the role's
 * defaults is stored, so that a better default reaches people who have not chosen. A time that is none turns its
 * setting off.
 */
export async function saveNotificationSettings(ctx: Ctx, field: ReadField): Promise<void> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  // The form has no choice for what the role requires, so one of an earlier role stays as it is.
  const events = visibleEvents(role).filter((event) => !isRequired(role, event));
  const about = { events, channels: channelsOf(ctx.mail) };
  const choices = about.events.flatMap((event) =>
    about.channels
      .map((channel) => ({ event, channel, isOn: field(`${event}.${channel}`) === "on" }))
      .filter((choice) => choice.isOn !== isOnByDefault(role, event, choice.channel)),
  );
  await inTransaction(ctx.pool, async (db) => {
    await replaceChoices(db, userId, about, choices);
    if (ctx.mail !== null) await savePreferences(db, userId, readPreferences(field));
  });
}

function readPreferences(field: ReadField) {
  const zone = field("timeZone");
  const [from, until] = [minutesOf(field("quietFrom")), minutesOf(field("quietUntil"))];
  const isQuiet = field("quiet") === "on" && from !== null && until !== null && from !== until;
  const email: EmailPreferences = {
    timeZone: isTimeZone(zone) ? zone : DEFAULT_PREFERENCES.timeZone,
    quiet: isQuiet ? { from, until } : null,
    digestAt: field("delivery") === "digest" ? minutesOf(field("digestAt")) : null,
  };
  return { ...email, language: LOCALES.find((locale) => locale === field("language")) ?? "en" };
}

/** Back to the defaults of the role. */
export async function resetNotificationSettings(ctx: Ctx): Promise<void> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const about = { events: visibleEvents(role), channels: NOTIFICATION_CHANNELS };
  await inTransaction(ctx.pool, (db) => replaceChoices(db, userId, about, []));
}
