"use client";

import { useId, useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import type { ResolutionVerdict } from "@/lib/refunds/unknown-refund-views";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { ProblemNotice } from "./resolve-notices";
import { type ResolveEnd, useResolve } from "./use-resolve";

type ResolveDialogProps = {
  intent: RefundIntentView;
  onClose: () => void;
  onEnd: (end: ResolveEnd) => void;
};

const VERDICTS = ["accepted", "not_sent"] as const;

/** A person's decision on the outcome, checked against the service. A refused decision keeps the input. */
export function ResolveDialog({ intent, onClose, onEnd }: ResolveDialogProps) {
  const t = useTranslations("refunds.settle");
  const { settle, forgetFault, isBusy, problem } = useResolve(onEnd);
  const [verdict, setVerdict] = useState<ResolutionVerdict>("accepted");
  const group = useId();

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    const { intentId } = intent;
    const reason = text("reason");
    void settle(
      verdict === "accepted"
        ? { verdict, intentId, reason, refundId: text("refundId") }
        : { verdict, intentId, reason, confirmation: text("confirmation") },
    );
  };
  const errorOf = (field: "refundId" | "reason" | "confirmation"): string | undefined =>
    problem?.kind === "invalid" && problem.field === field ? t(`faults.${problem.fault}`) : undefined;

  return (
    <Dialog
      title={t("title", { amount: displayAmount(intent.amount, intent.currency) })}
      onDismiss={onClose}
      canDismiss={!isBusy}
    >
      <form noValidate onSubmit={submit} onChange={forgetFault} className="space-y-4">
        <fieldset>
          <legend className="mb-1 text-sm font-medium">{t("which")}</legend>
          {VERDICTS.map((value) => (
            <label key={value} className="flex min-h-8 touch-target items-start gap-2 py-1 text-sm">
              <input
                type="radio"
                name={group}
                checked={verdict === value}
                onChange={() => setVerdict(value)}
                disabled={isBusy}
                className="mt-0.5 size-4 shrink-0 accent-accent-solid"
              />
              {t(value === "accepted" ? "accepted" : "notSent")}
            </label>
          ))}
        </fieldset>
        {verdict === "accepted" && (
          <TextField
            label={t("refundId")}
            hint={t("refundIdHint")}
            name="refundId"
            error={errorOf("refundId")}
            autoComplete="off"
            spellCheck={false}
            readOnly={isBusy}
            className="font-mono"
          />
        )}
        <TextAreaField
          label={t("reason")}
          hint={t("reasonHint")}
          name="reason"
          rows={2}
          dir="auto"
          maxLength={500}
          error={errorOf("reason")}
          readOnly={isBusy}
        />
        {verdict === "not_sent" && (
          <>
            <Notice tone="danger" title={t("warningTitle")}>
              <p>{t("warningBody")}</p>
            </Notice>
            <TextField
              label={t("confirmation", { amount: intent.amount })}
              name="confirmation"
              inputMode="decimal"
              autoComplete="off"
              error={errorOf("confirmation")}
              readOnly={isBusy}
              className="text-right tabular-nums"
            />
          </>
        )}
        {problem !== null && problem.kind !== "invalid" && (
          <ProblemNotice problem={problem} currency={intent.currency} />
        )}
        {problem?.kind === "invalid" && problem.field === "form" && (
          <Notice tone="warning" role="alert" title={t("outcomes.formTitle")}>
            <p>{t("outcomes.formBody")}</p>
          </Notice>
        )}
        <DialogButtons>
          <Button onClick={onClose} disabled={isBusy}>
            {t("cancel")}
          </Button>
          <Button type="submit" variant={verdict === "accepted" ? "primary" : "danger"} busy={isBusy}>
            {t(verdict === "accepted" ? "submitAccepted" : "submitNotSent")}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
