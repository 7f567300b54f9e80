import { type Locale, LOCALES } from "@/lib/messages/locale";
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
type ReadField = (name: string) => string;

/**
 * Saves one's own settings. `${event}.${channel}` is "on" where it was ticked. Only what differs from the role's
 * defaults is stored, so that a better default reaches people who have not chosen. `quiet_times`: nothing is saved, because
 * quiet hours are on without two different times.
 */
export async function saveNotificationSettings(
  ctx: Ctx,
  field: ReadField,
): Promise<{ kind: "saved" | "quiet_times" }> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const preferences = ctx.mail === null ? null : readPreferences(field);
  if (preferences === "quiet_times") return { kind: "quiet_times" };
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
    if (preferences !== null) await savePreferences(db, userId, preferences);
  });
  return { kind: "saved" };
}

function readPreferences(field: ReadField): (EmailPreferences & { language: Locale }) | "quiet_times" {
  const zone = field("timeZone");
  const [from, until] = [minutesOf(field("quietFrom")), minutesOf(field("quietUntil"))];
  const isQuiet = field("quiet") === "on";
  const quiet = from === null || until === null || from === until ? null : { from, until };
  if (isQuiet && quiet === null) return "quiet_times";
  return {
    timeZone: isTimeZone(zone) ? zone : DEFAULT_PREFERENCES.timeZone,
    quiet: isQuiet ? quiet : null,
    digestAt: field("delivery") === "digest" ? minutesOf(field("digestAt")) : null,
    language: LOCALES.find((locale) => locale === field("language")) ?? "en",
  };
}

/** Back to the defaults of the role. */
export async function resetNotificationSettings(ctx: Ctx): Promise<{ kind: "saved" }> {
  const { userId, role } = ctx.actor;
  await requirePermission(ctx, "manage_account", { kind: "account", id: userId });
  const about = { events: visibleEvents(role), channels: NOTIFICATION_CHANNELS };
  await inTransaction(ctx.pool, (db) => replaceChoices(db, userId, about, []));
  return { kind: "saved" };
}
