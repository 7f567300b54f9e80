"use client";

import { useTranslations } from "use-intl/react";
import { Panel } from "@/components/ui/panel";
import { NOTIFICATION_EVENTS, NOTIFICATION_GROUPS } from "@/lib/notifications/events";
import type { NotificationChannel, NotificationSettingsView } from "@/lib/notifications/settings";

type EventChoicesProps = {
  events: NotificationSettingsView["events"];
  channels: readonly NotificationChannel[];
};

/** One table of events by group, and of channels, with a checkbox in each cell. */
export function EventChoices({ events, channels }: EventChoicesProps) {
  const t = useTranslations("notifications");
  const groups = NOTIFICATION_GROUPS.map((group) => ({
    group,
    ofGroup: events.filter(({ event }) => NOTIFICATION_EVENTS[event].group === group),
  })).filter(({ ofGroup }) => ofGroup.length > 0);
  return (
    <Panel title={t("choices.events")}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-muted">
            <th scope="col" className="py-1.5 text-left font-medium">
              {t("choices.when")}
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="w-24 py-1.5 text-center font-medium">
                {t(`choices.channel.${channel}`)}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(({ group, ofGroup }) => (
          <tbody key={group} className="divide-y divide-line-soft">
            <tr>
              <th
                scope="rowgroup"
                colSpan={channels.length + 1}
                className="bg-sunken px-2 py-1.5 text-left text-xs font-semibold text-ink-muted"
              >
                {t(`group.${group}`)}
              </th>
            </tr>
            {ofGroup.map(({ event, on, isRequired }) => (
              <tr key={event}>
                <th scope="row" className="py-2 pr-3 text-left font-normal">
                  {t(`event.${event}`)}
                  {isRequired && (
                    <span className="block text-xs text-ink-muted">{t("choices.required")}</span>
                  )}
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
        ))}
      </table>
    </Panel>
  );
}
