import { Download } from "lucide-react";
import { currentLocale, translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { Time } from "@/components/ui/time";
import { scheduledListHref } from "@/lib/exports/scheduled-lists";
import type { ExportRunView, ScheduledExportView } from "@/lib/exports/scheduled-export-views";
import { paths } from "@/lib/paths";
import { ScheduleActions } from "./schedule-actions";

/** One scheduled export: when it runs, what it exports, and its files. */
export async function ScheduledExport({
  schedule,
  mayExport,
}: {
  schedule: ScheduledExportView;
  mayExport: boolean;
}) {
  const [t, common] = await Promise.all([translator("scheduledExports"), translator("common")]);
  const { scheduleId, name, list, query, format, times, nextAt, paused, runs } = schedule;
  const clock = `${pad(Math.floor(times.atMinute / 60))}:${pad(times.atMinute % 60)}`;
  const source = scheduledListHref(list, query);
  return (
    <Panel
      title={<bdi>{name}</bdi>}
      aside={
        <ScheduleActions
          scheduleId={scheduleId}
          name={name}
          isPaused={paused !== null}
          mayExport={mayExport}
        />
      }
    >
      <p className="text-sm">
        <Link href={source} className="text-accent underline underline-offset-2">
          {t(`source.${list}${query === "" ? "" : "Filtered"}`)}
        </Link>{" "}
        · {common(format)} ·{" "}
        {t(`repeats.${times.frequency}`, {
          time: clock,
          zone: times.timeZone,
          weekday: times.weekday === null ? "" : t(`weekday.d${weekdayKey(times.weekday)}`),
          day: times.monthDay ?? 0,
        })}
      </p>
      <p className={`mt-1 text-sm ${paused === null ? "text-ink-muted" : "text-warning"}`}>
        {paused === null ? (
          <>
            {t("next")} <Time iso={nextAt} precision="minutes" />
          </>
        ) : (
          t(`paused.${paused}`)
        )}
      </p>
      {runs.length > 0 && (
        <ul
          aria-label={t("runs", { name })}
          className="mt-3 divide-y divide-line border-t border-line text-sm"
        >
          {runs.map((run) => (
            <Run key={run.runId} run={run} mayExport={mayExport} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

async function Run({ run, mayExport }: { run: ExportRunView; mayExport: boolean }) {
  const [t, locale] = await Promise.all([translator("scheduledExports"), currentLocale()]);
  const { runId, at, isExtra, state, rows, bytes, why, expiresAt } = run;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <span className="min-w-44">
        <Time iso={at} precision="minutes" />
        {isExtra && <span className="block text-xs text-ink-muted">{t("extra")}</span>}
      </span>
      <span className="min-w-0 grow basis-48">
        {state === "done" && t("done", { rows: rows ?? 0, size: sizeOf(bytes ?? 0, locale) })}
        {state === "failed" && <span className="text-danger">{t(`why.${why ?? "failed"}`)}</span>}
        {(state === "waiting" || state === "running") && t(`state.${state}`)}
        {expiresAt !== null && (
          <span className="block text-xs text-ink-muted">
            {t("until")} <Time iso={expiresAt} precision="minutes" />
          </span>
        )}
        {state === "done" && expiresAt === null && (
          <span className="block text-xs text-ink-muted">{t("expired")}</span>
        )}
      </span>
      {expiresAt !== null && mayExport && (
        <a
          href={await requestedAddress(paths.api.exportFile(runId))}
          className={buttonClass("secondary", "sm")}
        >
          <Download aria-hidden className="size-3.5" />
          {t("download")}
        </a>
      )}
    </li>
  );
}

/** Formats kilobytes of 1,000 bytes, and from a thousand of them megabytes. */
function sizeOf(bytes: number, locale: string): string {
  const isLarge = bytes >= 1_000_000;
  return new Intl.NumberFormat(`${locale}-IN`, {
    style: "unit",
    unit: isLarge ? "megabyte" : "kilobyte",
    maximumFractionDigits: 1,
  }).format(bytes / (isLarge ? 1_000_000 : 1_000));
}

const WEEKDAY_KEYS = ["1", "2", "3", "4", "5", "6", "7"] as const;

function weekdayKey(weekday: number): (typeof WEEKDAY_KEYS)[number] {
  return WEEKDAY_KEYS[weekday - 1] ?? "1";
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
