"use client";

import { useEffect, useId, useRef } from "react";
import { useForm, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { displayMoney } from "@/lib/money";
import type { BalanceView } from "@/lib/views";
import { RefundBalance } from "./refund-balance";
import { nothingMoreThan, problemAtAmount, RefundProblemNotice } from "./refund-notices";
import { previewRefund, type RefundPreview } from "./refund-preview";
import { REFUND_REASONS, refundReason } from "./refund-reason";
import type { CorrectableOutcome } from "./use-refund-request";

const REASON_MAX_LENGTH = 100;
const NOTE_MAX_LENGTH = 200;

type RefundFormProps = {
  currency: string;
  balance: BalanceView;
  /** What was entered before something else stood in the way; null for a form that begins. */
  entered: { amount: string; reason: string } | null;
  /** Why the last submission refunded nothing. */
  problem: CorrectableOutcome | null;
  isSending: boolean;
  onSubmit: (entered: { amount: string; reason: string }) => Promise<void>;
};

type Entry = { amount: string; reason: string; note: string };

export function RefundForm({ currency, balance, entered, problem, isSending, onSubmit }: RefundFormProps) {
  const { control, register, handleSubmit, setError, setFocus, setValue, formState } = useForm<Entry>({
    defaultValues: { amount: entered?.amount ?? "", reason: entered?.reason ?? "", note: "" },
  });
  const preview = previewRefund(useWatch({ control, name: "amount" }).trim(), balance.left);
  const shownProblem = useRef<CorrectableOutcome | null>(null);
  const reasonsId = useId();

  useEffect(() => setFocus("amount"), [setFocus]);

  // The server's word about the amount stands at the amount, like the form's own.
  useEffect(() => {
    if (problem === null || problem === shownProblem.current) return;
    shownProblem.current = problem;
    const message = problemAtAmount(problem, currency);
    if (message !== null) setError("amount", { message }, { shouldFocus: true });
  }, [problem, currency, setError]);

  const submit = handleSubmit(({ amount, reason, note }) =>
    onSubmit({ amount: amount.trim(), reason: refundReason(reason, note) }),
  );

  const refundAll = (): void => {
    setValue("amount", balance.left, { shouldValidate: true });
    setFocus("amount");
  };

  return (
    <form noValidate onSubmit={submit} className="space-y-4">
      <RefundBalance
        balance={balance}
        currency={currency}
        afterPaise={preview.kind === "possible" ? preview.leftAfterPaise : null}
      />
      {problem !== null && <RefundProblemNotice problem={problem} />}
      <Field
        label="Refund amount"
        error={formState.errors.amount?.message}
        hint={`In ${currency}, digits only: 1499 or 1499.50`}
        aside={
          <Button variant="link" size="sm" className="-mr-2.5" onClick={refundAll}>
            Refund all
          </Button>
        }
      >
        {(field) => (
          <input
            {...field}
            {...register("amount", {
              validate: (typed) => amountFault(previewRefund(typed.trim(), balance.left), currency),
            })}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            readOnly={isSending}
            className={`${CONTROL_CLASS} text-right tabular-nums`}
          />
        )}
      </Field>
      <Field label="Reason" hint="Choose one or write your own.">
        {(field) => (
          <>
            <input
              {...field}
              {...register("reason")}
              type="text"
              list={reasonsId}
              dir="auto"
              maxLength={REASON_MAX_LENGTH}
              autoComplete="off"
              readOnly={isSending}
              className={CONTROL_CLASS}
            />
            <datalist id={reasonsId}>
              {REFUND_REASONS.map((reason) => (
                <option key={reason} value={reason} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Field label="Note">
        {(field) => (
          <input
            {...field}
            {...register("note")}
            type="text"
            dir="auto"
            maxLength={NOTE_MAX_LENGTH}
            autoComplete="off"
            readOnly={isSending}
            className={CONTROL_CLASS}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" busy={isSending} className="w-full">
        {submitLabel(preview, currency)}
      </Button>
    </form>
  );
}

/** The button names the amount that it would send. */
function submitLabel(preview: RefundPreview, currency: string): string {
  return "amountPaise" in preview ? `Refund ${displayMoney(preview.amountPaise, currency)}` : "Refund";
}

/** What is wrong with the amount, or `true` as react-hook-form wants it. */
function amountFault(preview: RefundPreview, currency: string): string | true {
  switch (preview.kind) {
    case "empty":
      return "Enter how much to refund.";
    case "malformed":
      return "Write the amount in digits with at most two decimals, like 1499.50: no commas, signs or spaces.";
    case "zero":
      return "Refund at least 0.01.";
    case "too_large":
    case "exceeds":
      return nothingMoreThan(displayMoney(preview.leftPaise, currency));
    case "possible":
      return true;
  }
}
