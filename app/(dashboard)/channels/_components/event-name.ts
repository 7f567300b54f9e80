import { useTranslations } from "use-intl/react";
import type { NotificationEvent } from "@/lib/notifications/events";

/** The words for an event that a whole team receives, not its person. */
export function useEventName(): (event: NotificationEvent) => string {
  const t = useTranslations("channels");
  const words = useTranslations("notifications");
  return (event) =>
    event === "bulk_ended" || event === "bulk_paused" ? t(`event.${event}`) : words(`event.${event}`);
}
