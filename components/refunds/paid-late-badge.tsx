"use client";

import { TriangleAlert } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { Status } from "@/components/ui/status";

/** Stands beside the FAILURE of a refund that the gateway paid afterwards (decision 0213): the money has left. */
export function PaidLateBadge() {
  const t = useTranslations("common");
  return (
    <span title={t("refundPaidLateMeaning")}>
      <Status tone="warning" icon={TriangleAlert} word={t("refundPaidLate")} />
    </span>
  );
}
