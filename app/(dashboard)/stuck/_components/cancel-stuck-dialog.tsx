"use client";

import { useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Fact, Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { displayMoney, parseAmount } from "@/lib/money";
import type { CancelStuckOutcome, StuckRow } from "@/lib/payments/stuck-view";
import { cancelStuckAction } from "../actions";

type AskDialogProps = {
  rows: readonly StuckRow[];
  /** `isOpen`: the response was lost, so the run may have started. */
  onKeep: (isOpen: boolean) => void;
  onStarted: (runId: string) => void;
};

type Problem = Exclude<CancelStuckOutcome["kind"], "started"> | "lost";

/**
 * Confirms all of them at once, with their number and total. The run id is created with the dialog, so that after a
 * lost response the same run can be sent again: it starts only once.
 */
export function CancelStuckDialog({ rows, onKeep, onStarted }: AskDialogProps) {
  const t = useTranslations("stuck");
  const warningId = useId();
  const [runId] = useState(() => crypto.randomUUID());
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const n = rows.length;
  const cancel = async (): Promise<void> => {
    if (isSending) return;
    setIsSending(true);
    setProblem(null);
    const outcome = await start(runId, rows);
    if (outcome === "started") return onStarted(runId);
    setIsSending(false);
    setProblem(outcome);
  };
  const keep = (): void => onKeep(problem === "lost");
  return (
    <Dialog
      role="alertdialog"
      title={t("ask.title", { n })}
      describedBy={warningId}
      onDismiss={keep}
      canDismiss={!isSending}
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
      <p id={warningId} className="mt-3">
        {t("ask.warning")}
      </p>
      {problem !== null && (
        <div className="mt-3">
          <Notice tone="warning" role="alert" title={t(`problem.${problem}`)} />
        </div>
      )}
      <DialogButtons>
        <Button data-initial-focus disabled={isSending} onClick={keep}>
          {t("ask.keep", { n })}
        </Button>
        <Button variant="danger" busy={isSending} onClick={() => void cancel()}>
          {t("cancel", { n })}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

async function start(runId: string, rows: readonly StuckRow[]): Promise<Problem | "started"> {
  const targets = rows.map(({ reference, transactionId }) => ({ reference, transactionId }));
  try {
    return (await cancelStuckAction({ runId, targets })).kind;
  } catch {
    return "lost";
  }
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
