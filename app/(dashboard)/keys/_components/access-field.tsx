"use client";

import { useId } from "react";
import { useTranslations } from "use-intl/react";
import { KEY_ACCESSES, type KeyAccess } from "@/lib/keys/key-access";

type AccessFieldProps = {
  access: KeyAccess;
  /** Those that can be chosen: the person's own role covers them, or the key has it already. */
  grantable: readonly KeyAccess[];
  onChange: (access: KeyAccess) => void;
};

/** What a key may call, each with what it is for, the least first. */
export function AccessField({ access, grantable, onChange }: AccessFieldProps) {
  const t = useTranslations("keys");
  const id = useId();
  return (
    <fieldset className="min-w-0 space-y-2">
      <legend className="mb-1 text-sm font-medium">{t("access")}</legend>
      {KEY_ACCESSES.toReversed().map((option) => (
        <label key={option} className="flex touch-target items-start gap-2 text-sm">
          <input
            type="radio"
            name={id}
            checked={access === option}
            disabled={!grantable.includes(option)}
            className="mt-0.5 size-4 shrink-0 accent-accent-solid"
            onChange={() => onChange(option)}
          />
          <span className="min-w-0">
            {t(`accessOf.${option}`)}
            <span className="block text-ink-muted">
              {grantable.includes(option) ? t(`accessHint.${option}`) : t("accessClosed")}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
