"use client";

import { X } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { useTranslations } from "use-intl/react";
import { Button } from "@/components/ui/button";
import { removeKeepingFocus } from "@/components/ui/remove-row";
import { cx } from "@/components/ui/cx";
import { CONTROL_CLASS, ErrorText } from "@/components/ui/field";
import type { AmountLimits, AmountPermission } from "@/lib/can";
import { formatPaise } from "@/lib/money";
import { limitsText } from "@/lib/people/limits-text";
import type { RoleFault, TypedLimit } from "@/lib/people/role-views";

/** Stored limits as the fields begin with them. */
export function typedLimits(limits: AmountLimits | null): TypedLimit[] | null {
  if (limits === null) return null;
  return Object.entries(limits).map(([currency, paise]) => ({
    currency,
    amount: formatPaise(BigInt(paise)),
  }));
}

export type LimitFault = Extract<RoleFault, { field: "refundLimits" | "approveLimits" }>;

type LimitFieldsProps = {
  permission: AmountPermission;
  /** Null: any amount. */
  limits: TypedLimit[] | null;
  /** The limits of the viewer's own role; null: any amount. */
  ownLimits: AmountLimits | null;
  fault: LimitFault | undefined;
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
    <fieldset className="mt-1 mb-2 ml-6 min-w-0 space-y-2 border-l-2 border-line pl-3 [&>legend+*]:clear-both">
      {/* A legend that does not float interrupts the line. */}
      <legend className="float-left mb-2 w-full text-sm text-ink-muted">{t(`limitOf.${permission}`)}</legend>
      {radio(false, t("all"))}
      {radio(true, t("limited"))}
      {ownLimits !== null && (
        <p className="text-sm text-ink-muted">{t("ownLimit", { limits: limitsText(ownLimits) })}</p>
      )}
      {limits !== null && (
        <>
          {limits.map((line, index) => (
            // Lines have no identity but their place.
            <div key={index}>
              <div className="flex items-end gap-2">
                <LimitInput
                  label={t("currency")}
                  width="w-20 shrink-0"
                  maxLength={3}
                  readOnly={isReadOnly}
                  isInvalid={fault?.line === index && fault.fault !== "amount"}
                  describedBy={fault?.line === index ? `${id}-fault` : `${id}-hint`}
                  value={line.currency}
                  onChange={({ target }) => change(index, { currency: target.value.toUpperCase() })}
                />
                <LimitInput
                  label={t("amount")}
                  width="min-w-0 grow"
                  inputMode="decimal"
                  className="text-right tabular-nums"
                  readOnly={isReadOnly}
                  isInvalid={fault?.line === index && fault.fault === "amount"}
                  describedBy={fault?.line === index ? `${id}-fault` : `${id}-hint`}
                  value={line.amount}
                  onChange={({ target }) => change(index, { amount: target.value })}
                />
                {!isReadOnly && (
                  <Button
                    className="shrink-0"
                    aria-label={t("removeCurrency", { currency: line.currency })}
                    onClick={({ currentTarget }) =>
                      removeKeepingFocus(currentTarget, () =>
                        onChange(limits.filter((_, other) => other !== index)),
                      )
                    }
                  >
                    <X aria-hidden className="size-4" />
                  </Button>
                )}
              </div>
              {fault?.line === index && (
                <ErrorText id={`${id}-fault`}>{t(`fault.limits.${fault.fault}`)}</ErrorText>
              )}
            </div>
          ))}
          {fault?.line === null && (
            <ErrorText id={`${id}-fault`}>{t(`fault.limits.${fault.fault}`)}</ErrorText>
          )}
          {!isReadOnly && (
            <Button
              size="sm"
              aria-describedby={fault?.line === null ? `${id}-fault` : undefined}
              onClick={() => onChange([...limits, { currency: "", amount: "" }])}
            >
              {t("addCurrency")}
            </Button>
          )}
          <p id={`${id}-hint`} className="text-sm text-ink-muted">
            {t(`limitHint.${permission}`)}
          </p>
        </>
      )}
    </fieldset>
  );
}

type LimitInputProps = Omit<ComponentProps<"input">, "id"> & {
  label: string;
  width: string;
  isInvalid: boolean;
  describedBy: string;
};

/** A `TextField` whose error is below the whole line: beside a currency it would be one word wide. */
function LimitInput({ label, width, isInvalid, describedBy, className, ...rest }: LimitInputProps) {
  const id = useId();
  return (
    <div className={width}>
      <label htmlFor={id} className="mb-1 block text-sm font-medium">
        {label}
      </label>
      <input
        {...rest}
        id={id}
        autoComplete="off"
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        className={cx(CONTROL_CLASS, className)}
      />
    </div>
  );
}
