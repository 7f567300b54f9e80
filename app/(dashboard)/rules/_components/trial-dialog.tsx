"use client";

import { useRef, useState, type SubmitEvent } from "react";
import { useTranslations } from "use-intl/react";
import { startTrialAction } from "@/app/(dashboard)/rules/actions";
import { ActionNotice } from "@/components/actions/action-notice";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
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
  const common = useTranslations("common");
  const { id, onStarted, onClose } = props;
  const [share, setShare] = useState(DEFAULT_SHARE);
  const [guardrail, setGuardrail] = useState(DEFAULT_GUARDRAIL);
  const [isChecked, setIsChecked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const action = useAction(startTrialAction);
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;
  const canTry = undone === null || undone.kind === "not_sent" || undone.kind === "refused";
  const [sharePercent, guardrailPoints] = [
    readNumber(share, TRIAL_SHARES),
    readNumber(guardrail, GUARDRAILS),
  ];

  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    setIsChecked(true);
    if (sharePercent === null || guardrailPoints === null) {
      const name = sharePercent === null ? "share" : "guardrail";
      form.current?.querySelector<HTMLElement>(`[name=${name}]`)?.focus();
      return;
    }
    const answered = await action.send({ experiment: id, sharePercent, guardrailPoints });
    if (answered?.kind === "done") onStarted();
  };
  return (
    <Dialog title={t("trialDialog", { id: String(id) })} onDismiss={onClose} canDismiss={!isSending}>
      <form ref={form} noValidate onSubmit={submit} className="space-y-4">
        <p>{t("trialBody")}</p>
        <TextField
          name="share"
          label={t("share")}
          hint={t("shareHint", TRIAL_SHARES)}
          inputMode="decimal"
          data-initial-focus
          value={share}
          error={isChecked && sharePercent === null ? t("fieldNumber", TRIAL_SHARES) : undefined}
          onChange={({ target }) => setShare(target.value)}
        />
        <TextField
          name="guardrail"
          label={t("guardrailField")}
          hint={t("guardrailHint")}
          inputMode="decimal"
          value={guardrail}
          error={isChecked && guardrailPoints === null ? t("fieldNumber", GUARDRAILS) : undefined}
          onChange={({ target }) => setGuardrail(target.value)}
        />
        {undone !== null && <ActionNotice outcome={undone} whenUnknown={t("whenUnknownTrial")} />}
        <DialogButtons>
          <Button disabled={isSending} onClick={onClose}>
            {canTry ? t("trialKeep") : common("close")}
          </Button>
          {canTry && (
            <Button type="submit" variant="primary" busy={isSending}>
              {t("trialDo")}
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  );
}
