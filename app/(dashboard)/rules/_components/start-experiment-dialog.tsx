"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { startExperimentAction } from "@/app/(dashboard)/rules/actions";
import { ActionNotice } from "@/components/actions/action-notice";
import { useAction } from "@/components/actions/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import { Link } from "@/components/ui/link";
import type { OpsFault } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import type { RuleChanges } from "@/lib/rules/changes";
import { ChangesView } from "./changes-view";
import { isRuleFault } from "./faults";
import type { RulesDraft } from "./use-rules-draft";

export type StartExperimentDialogProps = {
  draft: RulesDraft;
  changes: RuleChanges;
  onStarted: () => void;
  onFaults: (faults: readonly OpsFault[]) => void;
  onClose: () => void;
};

/** Starts an experiment with the draft, instead of saving it. */
export function StartExperimentDialog(props: StartExperimentDialogProps) {
  const { draft, changes, onStarted, onFaults, onClose } = props;
  const t = useTranslations("rules");
  const common = useTranslations("common");
  const [note, setNote] = useState("");
  const action = useAction(startExperimentAction);
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;
  const canTry = undone === null || undone.kind === "not_sent" || undone.kind === "refused";

  const start = async (): Promise<void> => {
    const { base, rules } = draft;
    const answered = await action.send({ expectedVersion: base.version, rules: [...rules], note });
    if (answered?.kind === "done") onStarted();
    if (answered?.kind === "refused" && answered.faults.some(isRuleFault)) onFaults(answered.faults);
  };
  return (
    <Dialog
      title={t("experiments.startTitle")}
      onDismiss={onClose}
      canDismiss={!isSending}
      className="max-w-xl"
    >
      <div className="space-y-4">
        <p>{t("experiments.startBody")}</p>
        <section
          aria-label={t("changes.title")}
          className="max-h-72 overflow-y-auto rounded border border-line p-3"
          tabIndex={0}
        >
          <ChangesView changes={changes} />
        </section>
        <TextAreaField
          label={t("save.note")}
          hint={t("save.noteHint")}
          rows={2}
          dir="auto"
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
        {undone !== null && (
          <ActionNotice
            outcome={undone}
            whenUnknown={t("experiments.whenUnknownStart")}
            actions={
              (undone.kind === "unknown" || undone.kind === "conflict") && (
                <Link href={paths.ruleExperiments()} className={buttonClass("secondary", "sm")}>
                  {t("experiments.toExperiments")}
                </Link>
              )
            }
          />
        )}
      </div>
      <DialogButtons>
        <Button disabled={isSending} onClick={onClose}>
          {canTry ? t("experiments.keepDraft") : common("close")}
        </Button>
        {canTry && (
          <Button variant="primary" busy={isSending} onClick={start}>
            {t("experiments.startDo")}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
