import { CalendarClock, Download, File } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { requestedAddress } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { MENU_LINK, ToolMenu } from "@/components/ui/tool-bar";

/**
 * Exports everything that a list's filter matches, at the end of its bar. Plain links: the browser downloads, shows the
 * progress, and reports a failed download.
 */
export async function ExportMenu({
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
    <ToolMenu icon={Download} label={t("export")}>
      <a href={await requestedAddress(csv)} aria-label={t("exportCsv")} className={MENU_LINK}>
        <File aria-hidden className="size-3.5 text-ink-muted" />
        {t("csv")}
      </a>
      <a href={await requestedAddress(xlsx)} aria-label={t("exportXlsx")} className={MENU_LINK}>
        <File aria-hidden className="size-3.5 text-ink-muted" />
        {t("xlsx")}
      </a>
      {schedule !== undefined && (
        <Link
          href={schedule}
          aria-label={t("scheduleExport")}
          className={`${MENU_LINK} mt-1 border-t border-line`}
        >
          <CalendarClock aria-hidden className="size-3.5 text-ink-muted" />
          {t("schedule")}
        </Link>
      )}
    </ToolMenu>
  );
}
