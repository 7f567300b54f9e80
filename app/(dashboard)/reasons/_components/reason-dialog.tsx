"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { DialogForm } from "@/components/actions/dialog-form";
import { Button } from "@/components/ui/button";
import { Checkbox, TextField } from "@/components/ui/controls";
import { MAX_REASON_NAME } from "@/lib/reasons/reason";
import type { ReasonField, ReasonInput, ReasonRow } from "@/lib/reasons/reason-views";
import { deleteReasonAction, saveReasonAction } from "../actions";
import { ReasonNotice } from "./reason-notice";
import { useReasonChange } from "./use-reason-change";

const EMPTY: ReasonInput = { code: "", name: "", nameHi: "", needsText: false, isActive: true };
const MAX_CODE_LENGTH = 40;

type ReasonDialogProps = {
  /** Null: a new one. */
  reason: ReasonRow | null;
  onClose: () => void;
};

/** Adds a reason, or changes one; the code of an existing one is fixed. Only a reason that was never used can be deleted. */
export function ReasonDialog({ reason, onClose }: ReasonDialogProps) {
  const t = useTranslations("reasons");
  const [entered, setEntered] = useState<ReasonInput>(
    reason === null ? EMPTY : { ...reason, nameHi: reason.nameHi ?? "" },
  );
  const saving = useReasonChange(onClose);
  const { outcome, isBusy } = saving;
  const faultAt = (field: ReasonField): string | undefined =>
    outcome?.kind === "invalid" && outcome.field === field
      ? t(`fault.${outcome.fault}`, { max: MAX_REASON_NAME })
      : undefined;
  const bind = (field: ReasonField) => ({
    value: entered[field],
    error: faultAt(field),
    autoComplete: "off",
    onChange: ({ target: { value } }: { target: { value: string } }) =>
      setEntered((before) => ({ ...before, [field]: value })),
  });
  const check = (field: "needsText" | "isActive") => ({
    checked: entered[field],
    onChange: ({ target: { checked } }: { target: { checked: boolean } }) =>
      setEntered((before) => ({ ...before, [field]: checked })),
  });
  const submit = (): void => {
    const { code, name, nameHi, needsText, isActive } = entered;
    const input = { code, name, nameHi, needsText, isActive, isNew: reason === null };
    void saving.change(() => saveReasonAction(input));
  };

  return (
    <DialogForm
      title={reason === null ? t("addTitle") : t("editTitle")}
      keep={t("keep")}
      confirm={t("save")}
      isSending={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label={t("name")} hint={t("nameHint")} {...bind("name")} data-initial-focus />
      <TextField label={t("nameHi")} hint={t("nameHiHint")} lang="hi" {...bind("nameHi")} />
      <TextField
        label={t("code")}
        hint={t(reason === null ? "codeHint" : "codeFixed")}
        maxLength={MAX_CODE_LENGTH}
        spellCheck={false}
        className="font-mono"
        {...bind("code")}
        readOnly={reason !== null}
      />
      <div className="space-y-1">
        <Checkbox label={t("needsText")} {...check("needsText")} />
        <Checkbox label={t("isActive")} {...check("isActive")} />
      </div>
      {reason !== null && (
        <p className="flex flex-wrap items-center justify-between gap-2 border-t border-line pt-3 text-sm text-ink-muted">
          {t(reason.isInUse ? "inUse" : "notInUse")}
          {!reason.isInUse && (
            <Button
              size="sm"
              disabled={isBusy}
              onClick={() => void saving.change(() => deleteReasonAction({ code: reason.code }))}
            >
              {t("delete")}
            </Button>
          )}
        </p>
      )}
      {outcome !== null && <ReasonNotice outcome={outcome} />}
    </DialogForm>
  );
}
