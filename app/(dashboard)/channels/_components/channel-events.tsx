"use client";

import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Checkbox } from "@/components/ui/controls";
import { CHAT_EVENTS } from "@/lib/notifications/chat";
import type { NotificationEvent } from "@/lib/notifications/events";
import { useEventName } from "./event-name";

type ChannelEventsProps = {
  chosen: readonly NotificationEvent[];
  error: string | undefined;
  onChange: (events: NotificationEvent[]) => void;
};

/** The events that a channel can receive, each with a checkbox. */
export function ChannelEvents({ chosen, error, onChange }: ChannelEventsProps) {
  const t = useTranslations("channels");
  const eventName = useEventName();
  const id = useId();
  const change = (event: NotificationEvent, isOn: boolean): void =>
    onChange(CHAT_EVENTS.filter((each) => (each === event ? isOn : chosen.includes(each))));
  return (
    <fieldset aria-describedby={error === undefined ? `${id}-hint` : `${id}-error`}>
      <legend className="text-sm font-medium">{t("events")}</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-muted">
        {t("eventsHint")}
      </p>
      {error !== undefined && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      <div className="mt-2 grid gap-x-4 gap-y-2 sm:grid-cols-2">
        {CHAT_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={eventName(event)}
            checked={chosen.includes(event)}
            onChange={({ target }) => change(event, target.checked)}
          />
        ))}
      </div>
    </fieldset>
  );
}
