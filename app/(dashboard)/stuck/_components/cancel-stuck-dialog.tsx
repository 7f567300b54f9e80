"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { ConfirmDialog } from "@/components/actions/confirm-dialog";
import { OutcomePlace } from "@/components/actions/outcome-place";
import { CUT_OFF, useSend } from "@/components/actions/use-send";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { displayMoney, parseAmount } from "@/lib/money";
import type { StuckRow } from "@/lib/payments/stuck-view";
import { cancelStuckAction } from "../actions";

type AskDialogProps = {
  rows: readonly StuckRow[];
  /** `isOpen`: the response was lost, so the run may have started. */
  onKeep: (isOpen: boolean) => void;
  onStarted: (runId: string) => void;
};

/**
 * Confirms all of them at once, with their number and total. The run id is created with the dialog, so that after a
 * lost response the same run can be sent again: it starts only once.
 */
export function CancelStuckDialog({ rows, onKeep, onStarted }: AskDialogProps) {
  const t = useTranslations("stuck");
  const [runId] = useState(() => crypto.randomUUID());
  const n = rows.length;
  const targets = rows.map(({ reference, transactionId }) => ({ reference, transactionId }));
  const [mayHaveStarted, setMayHaveStarted] = useState(false);
  const { sending, outcome, send } = useSend(cancelStuckAction, CUT_OFF, ({ kind }) => {
    if (kind === "started") onStarted(runId);
    if (kind === "cut_off") setMayHaveStarted(true);
  });
  // The dialog of a run that has started closes.
  const isSending = sending !== null || outcome?.kind === "started";
  return (
    <ConfirmDialog
      title={t("ask.title", { n })}
      keep={t("ask.keep", { n })}
      confirm={t("cancel", { n })}
      isSending={isSending}
      outcome={
        outcome !== null &&
        outcome.kind !== "started" && (
          <OutcomePlace outcome={outcome} className="mt-3">
            <Notice tone="warning" role="alert" title={t(`problem.${outcome.kind}`)} />
          </OutcomePlace>
        )
      }
      onKeep={() => onKeep(mayHaveStarted)}
      onConfirm={() => void send({ runId, targets })}
    >
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
      <p>{t("ask.warning")}</p>
    </ConfirmDialog>
  );
}

/** One sum per currency: they are never added. */
function totalsOf(rows: readonly StuckRow[]): string[] {
  const sums = new Map<string, bigint>();
  for (const { amount, currency } of rows) {
    const parsed = parseAmount(amount);
    if (parsed.ok) sums.set(currency, (sums.get(currency) ?? 0n) + parsed.value);
  }
  return [...sums].map(([currency, sumPaise]) => displayMoney(sumPaise, currency));
}
