import { NOTIFICATION_CHANNELS, type NotificationChannel } from "@/lib/notifications/settings";

/** The channels that there are: without a mail server none by e-mail. */
export function channelsOf(mail: unknown): readonly NotificationChannel[] {
  return mail === null ? ["dashboard"] : NOTIFICATION_CHANNELS;
}
