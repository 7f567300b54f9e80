"use client";

import { useTranslations } from "use-intl/react";
import type { NotificationChannel, NotificationSettingsView } from "@/lib/notifications/settings";

type EventChoicesProps = {
  events: NotificationSettingsView["events"];
  channels: readonly NotificationChannel[];
};

/** A table of events and channels, with a checkbox in each cell. */
export function EventChoices({ events, channels }: EventChoicesProps) {
  const t = useTranslations("notifications");
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="border-b border-line text-xs text-ink-muted">
          <th scope="col" className="py-1.5 text-left font-medium">
            {t("choices.events")}
          </th>
          {channels.map((channel) => (
            <th key={channel} scope="col" className="w-24 py-1.5 text-center font-medium">
              {t(`choices.channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {events.map(({ event, on, isRequired }) => (
          <tr key={event}>
            <th scope="row" className="py-2 pr-3 text-left font-normal">
              {t(`event.${event}`)}
              {isRequired && <span className="block text-xs text-ink-muted">{t("choices.required")}</span>}
            </th>
            {channels.map((channel) => (
              <td key={channel} className="p-0 text-center">
                <label className="grid min-h-9 touch-target place-items-center">
                  <span className="sr-only">
                    {t("choices.toggle", {
                      event: t(`event.${event}`),
                      channel: t(`choices.channel.${channel}`),
                    })}
                  </span>
                  <input
                    type="checkbox"
                    name={`${event}.${channel}`}
                    defaultChecked={on.includes(channel)}
                    disabled={isRequired}
                    className="size-4 accent-accent-solid"
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
