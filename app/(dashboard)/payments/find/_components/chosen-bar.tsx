"use client";

import { useTranslations } from "use-intl/react";
import { keepBulkRows } from "@/components/bulk/kept-rows";
import { Button } from "@/components/ui/button";
import { useRouter } from "@/components/ui/use-router";
import type { Role } from "@/lib/can";
import type { LineResult } from "@/lib/payments/lines-view";
import { paths } from "@/lib/paths";
import { actionsOf, type BulkAction, bulkRowsOf, onlyPaymentOf, possibleFor } from "./chosen-payments";

type ChosenBarProps = { lines: readonly LineResult[]; chosen: ReadonlySet<string>; role: Role };

/** What one may do with the chosen payments. Each opens a bulk run with their rows, which are checked before anything is sent. */
export function ChosenBar({ lines, chosen, role }: ChosenBarProps) {
  const t = useTranslations("findLines");
  const router = useRouter();
  if (chosen.size === 0) return null;
  const payments = lines.flatMap((line) => onlyPaymentOf(line) ?? []);
  const selected = payments.filter(({ transactionId }) => chosen.has(transactionId));
  const open = (action: BulkAction): void => {
    keepBulkRows({ kind: action.kind, rows: bulkRowsOf(action, possibleFor(action, selected)) });
    router.push(paths.newBulk({ kind: action.kind }));
  };
  return (
    <div
      role="group"
      aria-label={t("choose.actions")}
      className="flex flex-wrap items-center gap-2 rounded-lg border border-line bg-surface px-3 py-2 text-sm"
    >
      <span role="status" className="mr-auto">
        {t("choose.chosen", { n: chosen.size })}
      </span>
      {actionsOf(role).map((action) => {
        const { length } = possibleFor(action, selected);
        return (
          <Button key={action.kind} size="sm" disabled={length === 0} onClick={() => open(action)}>
            {t(`choose.${action.kind}`, { n: length })}
          </Button>
        );
      })}
    </div>
  );
}
