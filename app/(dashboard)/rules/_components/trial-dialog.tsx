"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { startTrialAction } from "@/app/(dashboard)/rules/actions";
import { FormDialog } from "@/components/actions/form-dialog";
import { useAction } from "@/components/actions/use-action";
import { TextField } from "@/components/ui/controls";
import { GUARDRAILS, TRIAL_SHARES } from "@/lib/rules/trial-limits";

const DEFAULT_SHARE = "10";
const DEFAULT_GUARDRAIL = "3";

type Limits = { least: number; most: number };

/** Null for a text that is no number within the limits. */
function readNumber(text: string, { least, most }: Limits): number | null {
  if (!/^[0-9]{1,2}(\.[0-9]{1,2})?$/.test(text.trim())) return null;
  const value = Number(text);
  return value < least || value > most ? null : value;
}

/** Asks how many payments the rules may decide, and when the trial ends by itself. */
export function TrialDialog(props: { id: number; onStarted: () => void; onClose: () => void }) {
  const t = useTranslations("rules.experiments");
  const { id, onStarted, onClose } = props;
  const [share, setShare] = useState(DEFAULT_SHARE);
  const [guardrail, setGuardrail] = useState(DEFAULT_GUARDRAIL);
  const [isChecked, setIsChecked] = useState(false);
  const action = useAction(startTrialAction);
  const [sharePercent, guardrailPoints] = [
    readNumber(share, TRIAL_SHARES),
    readNumber(guardrail, GUARDRAILS),
  ];

  return (
    <FormDialog
      title={t("trialDialog", { id: String(id) })}
      keep={t("trialKeep")}
      confirm={t("trialDo")}
      action={action}
      fields={[]}
      input={() => {
        setIsChecked(true);
        return sharePercent === null || guardrailPoints === null
          ? null
          : { experiment: id, sharePercent, guardrailPoints };
      }}
      whenUnknown={t("whenUnknownTrial")}
      onDone={onStarted}
      onClose={onClose}
    >
      <p>{t("trialBody")}</p>
      <TextField
        label={t("share")}
        hint={t("shareHint", TRIAL_SHARES)}
        inputMode="decimal"
        data-initial-focus
        value={share}
        error={isChecked && sharePercent === null ? t("fieldNumber", TRIAL_SHARES) : undefined}
        onChange={({ target }) => setShare(target.value)}
      />
      <TextField
        label={t("guardrailField")}
        hint={t("guardrailHint")}
        inputMode="decimal"
        value={guardrail}
        error={isChecked && guardrailPoints === null ? t("fieldNumber", GUARDRAILS) : undefined}
        onChange={({ target }) => setGuardrail(target.value)}
      />
    </FormDialog>
  );
}
