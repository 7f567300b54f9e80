"use client";

import { useState, type SyntheticEvent } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextAreaField, TextField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { displayAmount } from "@/lib/money";
import type { ResolutionVerdict } from "@/lib/refunds/unknown-refund-views";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";
import { ProblemNotice } from "./resolve-notices";
import { type ResolveEnd, useResolve } from "./use-resolve";

type ResolveFormProps = { intent: RefundIntentView; onEnd: (end: ResolveEnd) => void };

const CHOICES = ["accepted", "not_sent", "unknown"] as const;

/** A person's decision on the outcome, checked against the service. A refused decision keeps the input. */
export function ResolveForm({ intent, onEnd }: ResolveFormProps) {
  const t = useTranslations("refunds.settle");
  const { settle, forgetFault, isBusy, problem } = useResolve(onEnd);
  const [verdict, setVerdict] = useState<ResolutionVerdict | "unknown">("unknown");
  const amount = displayAmount(intent.amount, intent.currency);

  const submit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const text = (name: string): string => {
      const value = data.get(name);
      return typeof value === "string" ? value : "";
    };
    const { intentId } = intent;
    const reason = text("reason");
    if (verdict === "accepted") void settle({ verdict, intentId, reason, refundId: text("refundId") });
    if (verdict === "not_sent")
      void settle({ verdict, intentId, reason, confirmation: text("confirmation") });
  };
  const errorOf = (field: "refundId" | "reason" | "confirmation"): string | undefined =>
    problem?.kind === "invalid" && problem.field === field ? t(`faults.${problem.fault}`) : undefined;

  return (
    <form noValidate onSubmit={submit} onChange={forgetFault} className="space-y-4">
      <fieldset>
        <legend className="sr-only">{t("which")}</legend>
        {CHOICES.map((value) => (
          <label
            key={value}
            className="flex min-h-8 touch-target items-start gap-2 rounded px-2 py-1.5 text-sm has-checked:bg-accent-soft"
          >
            <input
              type="radio"
              name="verdict"
              checked={verdict === value}
              onChange={() => setVerdict(value)}
              disabled={isBusy}
              className="mt-0.5 size-4 shrink-0 accent-accent-solid"
            />
            <span>
              <span className="font-medium">{t(`choice.${value}`)}</span>
              {verdict === value && (
                <span className="block text-ink-muted">{t(`means.${value}`, { amount })}</span>
              )}
            </span>
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
      {verdict !== "unknown" && (
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
      )}
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
      {verdict !== "unknown" && (
        <Button type="submit" variant={verdict === "accepted" ? "primary" : "danger"} busy={isBusy}>
          {t(`submit.${verdict}`, { amount })}
        </Button>
      )}
    </form>
  );
}
