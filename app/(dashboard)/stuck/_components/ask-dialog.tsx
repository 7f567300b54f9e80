"use client";

import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { displayMoney, parseAmount } from "@/lib/money";
import type { StuckRow } from "@/lib/stuck-view";

type AskDialogProps = { rows: readonly StuckRow[]; onKeep: () => void; onCancel: () => void };

/** Asks once for all of them, with their number and what they add up to. */
export function AskDialog({ rows, onKeep, onCancel }: AskDialogProps) {
  const t = useTranslations("stuck");
  const warningId = useId();
  const n = rows.length;
  return (
    <Dialog role="alertdialog" title={t("ask.title", { n })} describedBy={warningId} onDismiss={onKeep}>
      <Facts>
        <Fact name={t("ask.count")}>
          <span className="font-semibold tabular-nums">{n}</span>
        </Fact>
        <Fact name={t("ask.total")}>
          {totalsOf(rows).map((total) => (
            <p key={total} className="font-semibold tabular-nums">
              {total}
            </p>
          ))}
        </Fact>
      </Facts>
      <p id={warningId} className="mt-3">
        {t("ask.warning")}
      </p>
      <DialogButtons>
        <Button data-initial-focus onClick={onKeep}>
          {t("ask.keep", { n })}
        </Button>
        <Button variant="danger" onClick={onCancel}>
          {t("cancel", { n })}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** One sum a currency: they are never added to each other. */
function totalsOf(rows: readonly StuckRow[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of rows) {
    const parsed = parseAmount(amount);
    if (parsed.ok) sums.set(currency, (sums.get(currency) ?? 0n) + parsed.value);
  }
  return [...sums].map(([currency, sumPaise]) => displayMoney(sumPaise, currency));
}
