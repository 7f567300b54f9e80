import type { Role } from "@/lib/can";
import { NOTIFICATION_EVENT_NAMES, type NotificationEvent } from "@/lib/notifications/events";
import { mayReceive } from "@/lib/notifications/settings";

/** The events whose subjects a role may see. */
export function visibleEvents(role: Role): NotificationEvent[] {
  return NOTIFICATION_EVENT_NAMES.filter((event) => mayReceive(role, event));
}
