import { Download } from "lucide-react";
import { translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";

/**
 * At the end of a list's bar: everything that its filter matches, as a file. Plain links: the browser downloads, tells how
 * far it is, and says when a download failed.
 */
export async function ExportLinks({ csv, xlsx }: { csv: string; xlsx: string }) {
  const t = await translator("common");
  return (
    <span className="ml-auto flex gap-2">
      <a href={csv} aria-label={t("exportCsv")} className={buttonClass("secondary", "sm")}>
        <Download aria-hidden className="size-3.5" />
        {t("csv")}
      </a>
      <a href={xlsx} aria-label={t("exportXlsx")} className={buttonClass("secondary", "sm")}>
        <Download aria-hidden className="size-3.5" />
        {t("xlsx")}
      </a>
    </span>
  );
}
