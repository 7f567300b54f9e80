"use client";

import { useState } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { SelectField, TextField } from "@/components/ui/controls";
import { isTextMissing, MAX_REASON_NOTE, type ReasonOption, reasonOptions } from "@/lib/reasons/reason";

export type ReasonRules = { reasons: readonly ReasonOption[]; isReasonRequired: boolean };

/** The names of the fields in the form, by what may be missing. */
export const ROWS_REASON_FIELDS = { reason: "reason", note: "reason_note" } as const;

type RowsReasonProps = ReasonRules & {
  /** The rows are those of a selection, which have no reason. */
  areRowsWithout: boolean;
  fault: RowsReasonFault | null;
  isSending: boolean;
};

/** The reason of all rows that name none. */
export function RowsReason({ reasons, isReasonRequired, areRowsWithout, fault, isSending }: RowsReasonProps) {
  const t = useTranslations("bulk.form.reason");
  const locale = useLocale();
  const [chosen, setChosen] = useState("");
  const needsNote = reasons.find(({ code }) => code === chosen)?.needsText === true;
  const isRequired = isReasonRequired && areRowsWithout;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField
        label={t("label")}
        hint={t(isRequired ? "hintNeeded" : "hint")}
        error={fault === "reason" ? t("missing") : undefined}
        name={ROWS_REASON_FIELDS.reason}
        value={chosen}
        onChange={(event) => setChosen(event.target.value)}
        options={[{ value: "", label: t(isRequired ? "choose" : "none") }, ...reasonOptions(reasons, locale)]}
        required={isRequired}
        disabled={isSending}
      />
      {chosen !== "" && (
        <TextField
          label={t("note")}
          hint={t(needsNote ? "noteNeeded" : "noteHint")}
          error={fault === "note" ? t("noteMissing") : undefined}
          name={ROWS_REASON_FIELDS.note}
          dir="auto"
          maxLength={MAX_REASON_NOTE}
          autoComplete="off"
          required={needsNote}
          readOnly={isSending}
        />
      )}
    </div>
  );
}

/** What is missing. */
export type RowsReasonFault = "reason" | "note";

type RowsReasonEntry = { code: string; note: string };

export function readRowsReason(fields: FormData): RowsReasonEntry {
  const textOf = (name: string): string => {
    const value = fields.get(name);
    return typeof value === "string" ? value.trim() : "";
  };
  return { code: textOf(ROWS_REASON_FIELDS.reason), note: textOf(ROWS_REASON_FIELDS.note) };
}

export function rowsReasonFault(
  { code, note }: RowsReasonEntry,
  { reasons, isReasonRequired, areRowsWithout }: ReasonRules & { areRowsWithout: boolean },
): RowsReasonFault | null {
  if (code === "") return isReasonRequired && areRowsWithout ? "reason" : null;
  return isTextMissing(reasons, code, note) ? "note" : null;
}

/** Writes the reason as a cell of a file has it; empty for none. */
export function rowsReasonText({ code, note }: RowsReasonEntry): string {
  if (code === "") return "";
  return note === "" ? code : `${code}: ${note}`;
}
