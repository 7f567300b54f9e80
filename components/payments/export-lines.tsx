"use client";

import { Download } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { cx } from "@/components/ui/cx";
import { useAddress } from "@/components/ui/page-account";
import { paths } from "@/lib/paths";

type Format = "csv" | "xlsx";

type ExportLinesProps = {
  /** Where the lines are sent: by default the export of the page's account. */
  path?: string;
  /** Identifiers, one in each line. */
  lines: string;
  label: (format: Format) => string;
  className?: string;
};

/**
 * Sends the lines by POST, because they may be contacts. They are looked up again, so the file is of the time of the
 * export.
 */
export function ExportLines({ path = paths.api.exportLines(), lines, label, className }: ExportLinesProps) {
  const t = useTranslations("common");
  return (
    <form method="post" action={useAddress(path)} className={cx("flex gap-2", className)}>
      <input type="hidden" name="lines" value={lines} />
      {(["csv", "xlsx"] as const).map((format) => (
        <Button
          key={format}
          isPlain
          type="submit"
          name="format"
          value={format}
          size="sm"
          aria-label={label(format)}
        >
          <Download aria-hidden className="size-3.5" />
          {t(format)}
        </Button>
      ))}
    </form>
  );
}
