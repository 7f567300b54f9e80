"use client";

import { useTranslations } from "use-intl/react";
import type { Role } from "@/lib/can";
import { onlyPaymentOf, type LineResult } from "@/lib/payments/lines-view";
import { BulkButtons } from "../../_components/bulk-buttons";

type ChosenBarProps = { lines: readonly LineResult[]; chosen: ReadonlySet<string>; role: Role };

/** What one may do with the chosen payments. */
export function ChosenBar({ lines, chosen, role }: ChosenBarProps) {
  const t = useTranslations("findLines");
  if (chosen.size === 0) return null;
  const payments = lines.flatMap((line) => onlyPaymentOf(line) ?? []);
  return (
    <div
      role="group"
      aria-label={t("choose.actions")}
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-sm"
    >
      <span role="status" className="mr-auto">
        {t("choose.chosen", { n: chosen.size })}
      </span>
      <BulkButtons selected={payments.filter(({ transactionId }) => chosen.has(transactionId))} role={role} />
    </div>
  );
}
