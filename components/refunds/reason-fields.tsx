"use client";

import type { UseFormRegisterReturn } from "react-hook-form";
import { useLocale, useTranslations } from "use-intl/react";
import { SelectField, TextField } from "@/components/ui/controls";
import { MAX_REASON_NOTE, type ReasonOption, reasonOptions } from "@/lib/reasons/reason";
import { MAX_REQUEST_TEXT } from "@/lib/requests/request-views";

type ReasonFieldsProps = {
  reasons: readonly ReasonOption[];
  /** The code of the chosen reason; empty for none. */
  chosen: string;
  /** One of them must be chosen. */
  isRequired: boolean;
  reason: UseFormRegisterReturn;
  note: UseFormRegisterReturn;
  reasonError: string | undefined;
  noteError: string | undefined;
  /** Who reads a note that is no part of the reason, where it is not the payment service. */
  noteHint?: string;
  isSending: boolean;
};

/** Why a payment is refunded: a listed reason, and a note. */
export function ReasonFields({
  reasons,
  chosen,
  isRequired,
  reason,
  note,
  reasonError,
  noteError,
  noteHint,
  isSending,
}: ReasonFieldsProps) {
  const t = useTranslations("refund.form");
  const locale = useLocale();
  // As `requestReason` decides: without reasons to choose from, the note is the reason, and is sent.
  const needsText = reasons.find(({ code }) => code === chosen)?.needsText === true;
  const isReason = needsText || reasons.length === 0;
  const ownHint = isReason ? undefined : noteHint;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {reasons.length > 0 && (
        <SelectField
          label={t("reason")}
          options={[
            { value: "", label: t(isRequired ? "chooseReason" : "noReason") },
            ...reasonOptions(reasons, locale),
          ]}
          error={reasonError}
          disabled={isSending}
          required={isRequired}
          {...reason}
        />
      )}
      <TextField
        label={t("note")}
        hint={needsText ? t("noteNeeded") : (ownHint ?? t("noteHint"))}
        error={noteError}
        dir="auto"
        maxLength={ownHint === undefined ? MAX_REASON_NOTE : MAX_REQUEST_TEXT}
        autoComplete="off"
        enterKeyHint="next"
        readOnly={isSending}
        required={needsText}
        {...note}
      />
    </div>
  );
}
