"use client";

import { type SubmitEvent, useId, useState } from "react";
import { useTranslations } from "use-intl/react";
import { startBulkAction } from "@/app/(dashboard)/bulk/actions";
import { TestAmountBadge } from "@/components/payments/test-badge";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { BulkRunView, StartBulkOutcome } from "@/lib/bulk";
import { displayAmount } from "@/lib/money";
import type { RunOutcome } from "./run-outcome";

type Wrong = Extract<StartBulkOutcome, { kind: "mismatch" }>;

/** Starts a run after the person types its number of rows and its total amount. The server compares both. */
export function StartDialog({
  run,
  sign,
  isApprovalNeeded,
  onClose,
  onFinished,
}: {
  run: BulkRunView;
  sign: string;
  isApprovalNeeded: boolean;
  onClose: () => void;
  onFinished: (outcome: RunOutcome) => void;
}) {
  const t = useTranslations("bulk");
  const aboutId = useId();
  const [isSending, setIsSending] = useState(false);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const n = run.counts.ready;
  const needsTyping = run.kind !== "lookup";

  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isSending) return;
    const fields = new FormData(event.currentTarget);
    const typed = (name: string): string => {
      const value = fields.get(name);
      return typeof value === "string" ? value : "";
    };
    setIsSending(true);
    const totals = Object.fromEntries(
      run.totals.map(({ currency }) => [currency, typed(`total-${currency}`)]),
    );
    const answered = await start({
      runId: run.runId,
      count: typed("count"),
      totals,
      isApprovalExpected: isApprovalNeeded,
      sign,
    });
    setIsSending(false);
    if (answered.kind === "mismatch") setWrong(answered);
    else onFinished(answered);
  };

  return (
    <Dialog
      title={t(`start.title.${run.kind}`, { n })}
      describedBy={aboutId}
      onDismiss={onClose}
      canDismiss={!isSending}
    >
      <form onSubmit={submit} className="space-y-4" autoComplete="off">
        <p id={aboutId}>{t(isApprovalNeeded ? "start.aboutApproval" : `start.about.${run.kind}`)}</p>
        {needsTyping && (
          <TextField
            label={t("start.count")}
            hint={t("start.countHint", { n: String(n) })}
            error={wrong?.count === true ? t("start.countWrong", { n: String(n) }) : undefined}
            name="count"
            inputMode="numeric"
            data-initial-focus
            required
          />
        )}
        {run.kind === "refund" &&
          run.totals.map((total) => {
            const { currency } = total;
            const amount = displayAmount(total.amount, currency);
            return (
              <div key={currency} className="space-y-1">
                <TextField
                  label={t("start.total", { currency })}
                  hint={t("start.totalHint", { amount })}
                  error={
                    wrong?.currencies.includes(currency) === true
                      ? t("start.totalWrong", { amount })
                      : undefined
                  }
                  name={`total-${currency}`}
                  inputMode="decimal"
                  required
                />
                <TestAmountBadge total={total} />
              </div>
            );
          })}
        <DialogButtons>
          <Button disabled={isSending} onClick={onClose}>
            {t("start.keep")}
          </Button>
          <Button
            type="submit"
            variant={needsTyping && !isApprovalNeeded ? "danger" : "primary"}
            busy={isSending}
          >
            {isApprovalNeeded ? t("start.requestApproval") : t(`start.submit.${run.kind}`, { n })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}

async function start(input: Parameters<typeof startBulkAction>[0]): Promise<RunOutcome> {
  try {
    return await startBulkAction(input);
  } catch {
    return { kind: "cut_off" };
  }
}
