"use client";

import { useTranslations } from "use-intl/react";
import { useFormAction } from "@/components/forms/use-form-action";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/controls";
import { Link } from "@/components/ui/link";
import { EXPORT_FREQUENCIES } from "@/lib/exports/next-slot";
import {
  type CreateScheduleOutcome,
  EXPORT_FILE_FORMATS,
  type ScheduleField,
} from "@/lib/exports/scheduled-export-views";
import { textOf } from "@/lib/form";
import type { ScheduledList } from "@/lib/exports/scheduled-lists";
import { createScheduleAction } from "../actions";

type ScheduleFormProps = {
  list: ScheduledList;
  /** The filter, as in the list's address; empty for none. */
  query: string;
  /** The list with this filter. */
  source: string;
  /** That of the viewer. */
  zone: string;
};

const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "7"] as const;
const MONTH_DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** Schedules an export of a list with its filter. The day is asked for only where the frequency has one; without scripts, too. */
export function ScheduleForm({ list, query, source, zone }: ScheduleFormProps) {
  const t = useTranslations("scheduledExports");
  const common = useTranslations("common");
  const { state, sent, send, isSending, isLost } = useFormAction<CreateScheduleOutcome | null>(
    createScheduleAction,
    null,
  );
  const faults = state?.kind === "invalid" && !isLost ? state.faults : {};
  const wasRefused = state !== null && state.kind !== "created";
  const field = (name: ScheduleField, initial: string) => ({
    name,
    label: t(`field.${name}`),
    defaultValue: wasRefused && sent !== null ? textOf(sent, name) : initial,
    error: faults[name] === undefined ? undefined : t(`fault.${faults[name]}`),
  });
  // React resets a form after its action: a select that is mounted again has what was sent as its default.
  const keyOf = (name: ScheduleField): string => `${name} ${wasRefused ? textOf(sent, name) : ""}`;
  return (
    <form action={send} className="group/schedule">
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="query" value={query} />
      <p className="mb-3 text-sm">
        {t(query === "" ? "everything" : "filtered")}{" "}
        <Link href={source} className="text-accent underline underline-offset-2">
          {t("openList")}
        </Link>
      </p>
      {faults.filter !== undefined && (
        <p role="alert" className="mb-3 text-sm text-danger">
          {t(`fault.filter_${faults.filter === "contact" ? "contact" : "unknown"}`)}
        </p>
      )}
      <div className="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-3">
        <TextField {...field("name", "")} autoComplete="off" required />
        <SelectField
          key={keyOf("format")}
          {...field("format", "csv")}
          options={EXPORT_FILE_FORMATS.map((value) => ({ value, label: common(value) }))}
        />
        <SelectField
          key={keyOf("frequency")}
          {...field("frequency", "daily")}
          options={EXPORT_FREQUENCIES.map((value) => ({ value, label: t(`frequency.${value}`) }))}
        />
        <div className="hidden group-has-[option[value=weekly]:checked]/schedule:block">
          <SelectField
            key={keyOf("weekday")}
            {...field("weekday", "1")}
            options={WEEKDAYS.map((value) => ({ value, label: t(`weekday.d${value}`) }))}
          />
        </div>
        <div className="hidden group-has-[option[value=monthly]:checked]/schedule:block">
          <SelectField
            key={keyOf("monthDay")}
            {...field("monthDay", "1")}
            hint={t("monthDayHint")}
            options={MONTH_DAYS.map((value) => ({ value, label: value }))}
          />
        </div>
        <TextField {...field("time", "08:00")} type="time" required />
        <TextField {...field("timeZone", zone)} autoComplete="off" spellCheck={false} dir="ltr" required />
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" size="sm" busy={isSending}>
          {t("create")}
        </Button>
        <p role="status" className="text-sm text-success">
          {!isLost && state?.kind === "created" && t("created")}
        </p>
      </div>
      {!isLost && state?.kind === "signed_out" && <SignedOut />}
      {(isLost || state?.kind === "too_many" || state?.kind === "forbidden") && (
        <p role="alert" className="mt-2 text-sm text-danger">
          {isLost
            ? common("lostResponse.body")
            : state?.kind === "too_many"
              ? t("tooMany", { max: state.max })
              : t("forbidden")}
        </p>
      )}
      <p className="mt-3 max-w-prose text-xs text-ink-muted">{t("rules")}</p>
    </form>
  );
}
