"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { useFormAction } from "@/components/forms/use-form-action";
import { Button } from "@/components/ui/button";
import type { ChangeScheduleOutcome } from "@/lib/exports/scheduled-export-views";
import { changeScheduleAction } from "../actions";

type ScheduleActionsProps = { scheduleId: string; name: string; isPaused: boolean; mayExport: boolean };

/** Run now, pause or resume, and delete after one more question. */
export function ScheduleActions({ scheduleId, name, isPaused, mayExport }: ScheduleActionsProps) {
  const t = useTranslations("scheduledExports");
  const common = useTranslations("common");
  const [isAsking, setIsAsking] = useState(false);
  const { state, send, isSending, isLost } = useFormAction<ChangeScheduleOutcome | null>(
    changeScheduleAction,
    null,
  );
  const problem = isLost
    ? common("lostResponse.body")
    : state === null || state.kind === "done"
      ? null
      : t(`change.${state.kind}`);
  const button = (change: "run" | "pause" | "resume") => (
    <Button
      type="submit"
      name="do"
      value={change}
      size="sm"
      busy={isSending}
      aria-label={t(`named.${change}`, { name })}
    >
      {t(`do.${change}`)}
    </Button>
  );
  return (
    <form action={send} className="flex flex-wrap items-center gap-2">
      <input type="hidden" name="schedule" value={scheduleId} />
      {mayExport && button("run")}
      {isPaused ? mayExport && button("resume") : button("pause")}
      {isAsking ? (
        <>
          <span className="text-sm">{t("deleteAsk")}</span>
          <Button type="submit" name="do" value="delete" variant="danger" size="sm" busy={isSending}>
            {t("do.delete")}
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setIsAsking(false)}>
            {t("keep")}
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          variant="ghost"
          aria-label={t("named.delete", { name })}
          onClick={() => setIsAsking(true)}
        >
          {t("do.delete")}
        </Button>
      )}
      {problem !== null && (
        <p role="alert" className="basis-full text-sm text-danger">
          {problem}
        </p>
      )}
    </form>
  );
}
