import { CalendarClock, Download } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";

/**
 * At the end of a list's bar: exports everything that its filter matches. Plain links: the browser downloads, shows the
 * progress, and reports a failed download.
 */
export async function ExportLinks({
  csv,
  xlsx,
  schedule,
}: {
  csv: string;
  xlsx: string;
  /** Where the same export is scheduled, if it can be. */
  schedule?: string | undefined;
}) {
  const t = await translator("common");
  return (
    <span className="ml-auto flex gap-2">
      <a
        href={await requestedAddress(csv)}
        aria-label={t("exportCsv")}
        className={buttonClass("secondary", "sm")}
      >
        <Download aria-hidden className="size-3.5" />
        {t("csv")}
      </a>
      <a
        href={await requestedAddress(xlsx)}
        aria-label={t("exportXlsx")}
        className={buttonClass("secondary", "sm")}
      >
        <Download aria-hidden className="size-3.5" />
        {t("xlsx")}
      </a>
      {schedule !== undefined && (
        <Link href={schedule} aria-label={t("scheduleExport")} className={buttonClass("secondary", "sm")}>
          <CalendarClock aria-hidden className="size-3.5" />
          <span className="max-sm:hidden">{t("schedule")}</span>
        </Link>
      )}
    </span>
  );
}
