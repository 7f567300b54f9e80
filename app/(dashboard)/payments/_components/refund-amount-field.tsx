"use client";

import { useTranslations } from "use-intl/react";
import type { UseFormRegisterReturn } from "react-hook-form";
import { Button } from "@/components/ui/button";
import { CONTROL_CLASS, Field } from "@/components/ui/field";
import { displayMoney, formatPaise } from "@/lib/money";
import { halfOf } from "./refund-preview";

type RefundAmountFieldProps = {
  input: UseFormRegisterReturn<"amount">;
  leftPaise: bigint;
  currency: string;
  error: string | undefined;
  isSending: boolean;
  /** The whole balance or half of it. `isByKey`: pressed from the keyboard, so the person goes on without a mouse. */
  onFill: (amount: string, isByKey: boolean) => void;
};

/** The amount, and the two that are refunded most, filled in by one click. */
export function RefundAmountField({
  input,
  leftPaise,
  currency,
  error,
  isSending,
  onFill,
}: RefundAmountFieldProps) {
  const t = useTranslations("refund.form");
  const chip = (name: "all" | "half", amountPaise: bigint) => (
    <Button
      aria-label={t(`${name}Named`)}
      title={displayMoney(amountPaise, currency)}
      disabled={isSending || amountPaise === 0n}
      // The field keeps the focus, so that it is not checked just before it is filled in.
      onMouseDown={(event) => event.preventDefault()}
      onClick={({ detail }) => onFill(formatPaise(amountPaise), detail === 0)}
      className="px-3"
    >
      {t(name)}
    </Button>
  );
  return (
    <Field
      label={t("amount")}
      error={error}
      hint={
        leftPaise === 0n ? t("nothingLeft") : t("amountHint", { left: displayMoney(leftPaise, currency) })
      }
    >
      {(field) => (
        <div className="flex gap-2">
          <input
            {...field}
            {...input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="next"
            readOnly={isSending}
            className={`${CONTROL_CLASS} text-right tabular-nums`}
          />
          {chip("half", halfOf(leftPaise, currency))}
          {chip("all", leftPaise)}
        </div>
      )}
    </Field>
  );
}
