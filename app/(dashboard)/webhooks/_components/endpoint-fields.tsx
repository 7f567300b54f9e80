"use client";

import { useTranslations } from "use-intl/react";
import { Checkbox, TextField } from "@/components/ui/controls";
import { ENDPOINT_EVENTS, type EndpointEvent } from "@/lib/contract/webhook-constants";

export type EndpointTexts = { url: string; description: string; events: EndpointEvent[] };

type EndpointFieldsProps = {
  texts: EndpointTexts;
  faults: { url: string | undefined; description: string | undefined; events: string | undefined };
  onChange: (texts: EndpointTexts) => void;
};

/** An endpoint's URL, description and events. */
export function EndpointFields({ texts, faults, onChange }: EndpointFieldsProps) {
  const t = useTranslations("webhooks");
  const eventsFault = texts.events.length === 0 ? t("eventsNone") : faults.events;
  return (
    <>
      <TextField
        label={t("url")}
        type="url"
        inputMode="url"
        dir="ltr"
        spellCheck={false}
        data-initial-focus
        value={texts.url}
        hint={t("urlHint")}
        error={faults.url}
        onChange={({ target }) => onChange({ ...texts, url: target.value })}
      />
      <TextField
        label={t("description")}
        dir="auto"
        value={texts.description}
        hint={t("descriptionHint")}
        error={faults.description}
        onChange={({ target }) => onChange({ ...texts, description: target.value })}
      />
      <fieldset>
        <legend className="mb-1 text-sm font-medium">{t("eventsLegend")}</legend>
        {ENDPOINT_EVENTS.map((event) => (
          <Checkbox
            key={event}
            label={<code className="font-mono text-[0.8125rem]">{event}</code>}
            checked={texts.events.includes(event)}
            onChange={({ target }) =>
              onChange({
                ...texts,
                events: ENDPOINT_EVENTS.filter((one) =>
                  one === event ? target.checked : texts.events.includes(one),
                ),
              })
            }
          />
        ))}
        {eventsFault !== undefined && <p className="mt-1 text-sm text-danger">{eventsFault}</p>}
      </fieldset>
    </>
  );
}
