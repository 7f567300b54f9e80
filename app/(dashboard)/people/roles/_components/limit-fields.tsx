"use client";

import { X } from "lucide-react";
import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import type { AmountLimits, AmountPermission } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import type { TypedLimit } from "@/lib/people/role-views";
import { limitsText } from "./limits-text";

/** Stored limits as the fields begin with them. */
export function typedLimits(limits: AmountLimits | null): TypedLimit[] | null {
  if (limits === null) return null;
  return Object.entries(limits).map(([currency, paise]) => ({
    currency,
    amount: formatPaise(BigInt(paise)),
  }));
}

type LimitFieldsProps = {
  permission: AmountPermission;
  /** Null: any amount. */
  limits: TypedLimit[] | null;
  /** Of the viewer's own role; null: any amount. */
  ownLimits: AmountLimits | null;
  fault: string | undefined;
  isReadOnly: boolean;
  onChange: (limits: TypedLimit[] | null) => void;
};

/** Any amount, or amounts by currency. */
export function LimitFields({
  permission,
  limits,
  ownLimits,
  fault,
  isReadOnly,
  onChange,
}: LimitFieldsProps) {
  const t = useTranslations("people.roles");
  const id = useId();
  const change = (at: number, changed: Partial<TypedLimit>): void =>
    onChange((limits ?? []).map((line, index) => (index === at ? { ...line, ...changed } : line)));
  const radio = (isLimited: boolean, label: string) => (
    <label className="flex min-h-6 touch-target items-center gap-2 text-sm">
      <input
        type="radio"
        name={id}
        checked={(limits !== null) === isLimited}
        disabled={isReadOnly || (!isLimited && ownLimits !== null)}
        className="size-4 shrink-0 accent-accent-solid"
        onChange={() => onChange(isLimited ? [{ currency: "INR", amount: "" }] : null)}
      />
      {label}
    </label>
  );
  return (
    <fieldset className="mt-1 mb-2 ml-6 min-w-0 space-y-2 border-l-2 border-line pl-3">
      <legend className="text-sm text-ink-muted">{t(`limitOf.${permission}`)}</legend>
      {radio(false, t("all"))}
      {radio(true, t("limited"))}
      {ownLimits !== null && (
        <p className="text-sm text-ink-muted">{t("ownLimit", { limits: limitsText(ownLimits) })}</p>
      )}
      {limits !== null && (
        <>
          {limits.map((line, index) => (
            // Lines have no identity but their place.
            <div key={index} className="flex items-end gap-2">
              <div className="w-20 shrink-0">
                <TextField
                  label={t("currency")}
                  maxLength={3}
                  autoComplete="off"
                  readOnly={isReadOnly}
                  value={line.currency}
                  onChange={({ target }) => change(index, { currency: target.value.toUpperCase() })}
                />
              </div>
              <div className="min-w-0 grow">
                <TextField
                  label={t("amount")}
                  inputMode="decimal"
                  autoComplete="off"
                  className="text-right tabular-nums"
                  readOnly={isReadOnly}
                  value={line.amount}
                  onChange={({ target }) => change(index, { amount: target.value })}
                />
              </div>
              {!isReadOnly && (
                <Button
                  aria-label={t("removeCurrency", { currency: line.currency })}
                  onClick={() => onChange(limits.filter((_, other) => other !== index))}
                >
                  <X aria-hidden className="size-4" />
                </Button>
              )}
            </div>
          ))}
          {fault !== undefined && (
            <p role="alert" className="text-sm text-danger">
              {fault}
            </p>
          )}
          {!isReadOnly && (
            <Button size="sm" onClick={() => onChange([...limits, { currency: "", amount: "" }])}>
              {t("addCurrency")}
            </Button>
          )}
          <p className="text-sm text-ink-muted">{t(`limitHint.${permission}`)}</p>
        </>
      )}
    </fieldset>
  );
}
