"use client";

import { Plus } from "lucide-react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Checkbox, TextField } from "@/components/ui/controls";
import { instantOfLocal, localOfInstant } from "@/components/ui/local-time";
import type { WireActiveTimes } from "@/lib/contract/rules/active-times";
import { WEEKDAYS } from "@/lib/contract/rules/weekdays";
import { RemoveButton } from "./condition-editor";
import { type Faults, faultAt, faultUnder } from "./faults";

type Window = NonNullable<WireActiveTimes["windows"]>[number];

const OFFICE_HOURS: Omit<Window, "time_zone"> = {
  days: ["MON", "TUE", "WED", "THU", "FRI"],
  from: "09:00",
  to: "18:00",
};
const DEFAULT_ZONE = "Asia/Kolkata";

/** When the rule is active: a period, weekly windows, or both. */
export function TimesEditor({
  times,
  faults,
  onChange,
}: {
  times: WireActiveTimes | null;
  faults: Faults;
  onChange: (times: WireActiveTimes | null) => void;
}) {
  const t = useTranslations("rules.form");
  const zonesId = useId();
  const windows = times?.windows ?? [];
  const put = (next: Window[]): void => onChange({ ...times, windows: next.length === 0 ? null : next });
  return (
    <div className="space-y-3">
      <Checkbox
        label={t("timesOnly")}
        checked={times !== null}
        onChange={({ target }) =>
          onChange(target.checked ? { windows: [{ ...OFFICE_HOURS, time_zone: DEFAULT_ZONE }] } : null)
        }
      />
      {times !== null && (
        <>
          <div className="grid max-w-xl gap-2 sm:grid-cols-2">
            {(["from", "until"] as const).map((end) => (
              <TextField
                key={end}
                type="datetime-local"
                label={t(end === "from" ? "timesFrom" : "timesUntil")}
                defaultValue={times[end] ? localOfInstant(times[end]) : ""}
                hint={t("timesZone")}
                error={faultAt(faults, end) ?? (end === "from" ? faultAt(faults, "") : undefined)}
                onChange={({ target }) => onChange({ ...times, [end]: instantOfLocal(target.value) })}
              />
            ))}
          </div>
          {windows.map((window, index) => (
            <WindowEditor
              key={index}
              window={window}
              place={index + 1}
              zonesId={zonesId}
              faults={faults}
              onChange={(next) => put(windows.with(index, next))}
              onRemove={() => put(windows.toSpliced(index, 1))}
            />
          ))}
          <datalist id={zonesId}>
            {Intl.supportedValuesOf("timeZone").map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
          <Button
            size="sm"
            icon={<Plus aria-hidden className="size-3.5" />}
            onClick={() => put([...windows, { ...OFFICE_HOURS, time_zone: DEFAULT_ZONE }])}
          >
            {t("addWindow")}
          </Button>
        </>
      )}
    </div>
  );
}

function WindowEditor(props: {
  window: Window;
  place: number;
  zonesId: string;
  faults: Faults;
  onChange: (window: Window) => void;
  onRemove: () => void;
}) {
  const t = useTranslations("rules");
  const { window, place, zonesId, faults, onChange, onRemove } = props;
  const at = (field: string): string | undefined =>
    faultUnder(faults, `windows.${String(place - 1)}.${field}`);
  const daysFault = at("days");
  return (
    <fieldset className="relative max-w-xl rounded border border-line p-3">
      <legend className="px-1 text-sm font-medium">{t("form.window", { place })}</legend>
      <div className="absolute -top-1 right-2">
        <RemoveButton label={t("form.removeWindow", { place })} onRemove={onRemove} />
      </div>
      <fieldset>
        <legend className="sr-only">{t("form.windowDays")}</legend>
        <div className="flex flex-wrap gap-x-3 gap-y-1 pr-8">
          {WEEKDAYS.map((day) => (
            <Checkbox
              key={day}
              label={t(`day.${day}`)}
              checked={window.days.includes(day)}
              onChange={({ target }) =>
                onChange({
                  ...window,
                  days: WEEKDAYS.filter((one) => (one === day ? target.checked : window.days.includes(one))),
                })
              }
            />
          ))}
        </div>
        {daysFault !== undefined && <p className="mt-1 text-sm text-danger">{daysFault}</p>}
      </fieldset>
      <div className="mt-2 grid grid-cols-2 gap-2 sm:grid-cols-[8.5rem_8.5rem_minmax(0,1fr)]">
        <TextField
          type="time"
          label={t("form.windowFrom")}
          value={window.from}
          error={at("from")}
          onChange={({ target }) => onChange({ ...window, from: target.value })}
        />
        <TextField
          type="time"
          label={t("form.windowTo")}
          value={window.to}
          error={at("to")}
          hint={window.to <= window.from ? t("form.windowNight") : undefined}
          onChange={({ target }) => onChange({ ...window, to: target.value })}
        />
        <div className="col-span-2 sm:col-span-1">
          <TextField
            label={t("form.windowZone")}
            list={zonesId}
            value={window.time_zone}
            error={at("time_zone")}
            onChange={({ target }) => onChange({ ...window, time_zone: target.value })}
          />
        </div>
      </div>
    </fieldset>
  );
}
