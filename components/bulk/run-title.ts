import { currentLocale, translator } from "@/components/i18n/server";
import { firstPaintMoment } from "@/components/time-zone/server";
import { formatTime, formatUtcTime } from "@/components/ui/time-format";
import { isolated } from "@/lib/direction";
import type { BulkRunName } from "@/lib/bulk/run-name";

/** A run's name as plain text, for the title of a page. */
export async function runTitle(run: BulkRunName): Promise<string> {
  const at = new Date(run.createdAt);
  const [t, locale, { timeZone }] = await Promise.all([
    translator("common"),
    currentLocale(),
    firstPaintMoment(at),
  ]);
  const unnamed = run.source === "stuck_queue" ? t("run.cancel", { n: run.rowCount }) : t("run.pasted");
  const when = timeZone === null ? formatUtcTime(at, locale) : formatTime(at, locale, timeZone, "minutes");
  return [isolated(run.fileName ?? unnamed), isolated(run.createdBy), when].join(" · ");
}
