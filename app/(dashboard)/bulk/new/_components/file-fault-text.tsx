import { useTranslations } from "use-intl/react";
import type { BulkFileFault } from "@/lib/bulk";

/** Why a file could not be read, and what to do about it. */
export function FileFaultText({ fault }: { fault: BulkFileFault }) {
  const t = useTranslations("bulk");
  switch (fault.kind) {
    case "empty":
    case "encoding":
    case "workbook":
      return t(`fileFault.${fault.kind}`);
    case "too_large":
      return t("fileFault.too_large", { megabytes: Math.floor(fault.maxBytes / (1024 * 1024)) });
    case "too_many_rows":
      return t("fileFault.too_many_rows", { max: fault.max });
  }
}
