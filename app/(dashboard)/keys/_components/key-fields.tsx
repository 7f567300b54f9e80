"use client";

import { useTranslations } from "use-intl/react";
import { TextField } from "@/components/ui/controls";

type KeyFieldTexts = { label: string; perSecond: string; burst: string };
type KeyFieldFaults = Partial<Record<keyof KeyFieldTexts, string | undefined>>;

type KeyFieldsProps = {
  texts: KeyFieldTexts;
  faults: KeyFieldFaults;
  onChange: (texts: KeyFieldTexts) => void;
};

/** A key's label and rate limits. */
export function KeyFields({ texts, faults, onChange }: KeyFieldsProps) {
  const t = useTranslations("keys");
  const actions = useTranslations("actions");
  const limit = (name: "perSecond" | "burst") => (
    <TextField
      label={t(name)}
      inputMode="numeric"
      value={texts[name]}
      hint={t("limitHint")}
      error={limitOf(texts[name]) === undefined ? actions("invalidNumber") : faults[name]}
      className="tabular-nums"
      onChange={({ target }) => onChange({ ...texts, [name]: target.value })}
    />
  );
  return (
    <>
      <TextField
        label={t("label")}
        dir="auto"
        data-initial-focus
        value={texts.label}
        hint={t("labelHint")}
        error={faults.label}
        onChange={({ target }) => onChange({ ...texts, label: target.value })}
      />
      <div className="grid gap-3 sm:grid-cols-2">
        {limit("perSecond")}
        {limit("burst")}
      </div>
    </>
  );
}

/** Null for no own limit; undefined for an invalid number. */
export function limitOf(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  return /^[0-9]{1,9}$/.test(text.trim()) ? parseInt(text, 10) : undefined;
}
