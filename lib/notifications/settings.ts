import { type Role, roleAllows } from "../can";
import type { Locale } from "../messages/locale";
import type { EmailPreferences } from "./email-time";
import { NOTIFICATION_EVENTS, type NotificationEvent } from "./events";

/** How a person gets a notification. */
export const NOTIFICATION_CHANNELS = ["dashboard", "email"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

export type NotificationChoice = { channel: NotificationChannel; isOn: boolean };

/** Whether a person of this role may be notified of the event at all. */
export function mayReceive(role: Role, event: NotificationEvent): boolean {
  return roleAllows(role, NOTIFICATION_EVENTS[event].permission);
}

/**
 * Puts everything in the dashboard, and sends what asks for an action by e-mail, where a person has not chosen. Admins
 * are asked in place of finance only in the dashboard.
 */
export function isOnByDefault(role: Role, event: NotificationEvent, channel: NotificationChannel): boolean {
  if (!mayReceive(role, event)) return false;
  if (channel === "dashboard") return true;
  const { group, isImportant } = NOTIFICATION_EVENTS[event];
  return isImportant && !(role === "admin" && group === "refunds");
}

/** Whether a person of this role gets the event by every channel, whatever they chose: they must learn of it (0315, 0327). */
export function isRequired(role: Role, event: NotificationEvent): boolean {
  const of = NOTIFICATION_EVENTS[event];
  return "requiredFor" in of && (of.requiredFor === "everybody" || role === "admin");
}

/** What holds for a person: the own choice, else the default of the role. */
export function isChannelOn(
  person: { role: Role; choices: readonly NotificationChoice[] },
  event: NotificationEvent,
  channel: NotificationChannel,
): boolean {
  if (!mayReceive(person.role, event)) return false;
  if (isRequired(person.role, event)) return true;
  const chosen = person.choices.find((choice) => choice.channel === channel);
  return chosen?.isOn ?? isOnByDefault(person.role, event, channel);
}

export type NotificationSettingsView = {
  /** What the person's role may see, with the channels that are on. */
  events: {
    event: NotificationEvent;
    on: NotificationChannel[];
    /** The person cannot turn it off. */
    isRequired: boolean;
  }[];
  /** Null without a mail server. */
  email: EmailSettingsView | null;
};

export type EmailSettingsView = EmailPreferences & {
  address: string;
  language: Locale;
  /** Those that can be chosen: the one in force, and that of the browser where it is another. */
  timeZones: readonly string[];
  /** The newest message to the person. */
  last: { state: "waiting" | "sent" | "failed"; at: string; error: string | null } | null;
};
