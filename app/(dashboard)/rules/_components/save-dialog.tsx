"use client";

import { Link } from "@/components/ui/link";
import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { saveRulesAction } from "@/app/(dashboard)/rules/actions";
import { ActionNotice } from "@/components/actions/action-notice";
import { useAction } from "@/components/actions/use-action";
import { Button, buttonClass } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Dialog, DialogButtons } from "@/components/ui/dialog";
import type { OpsResult } from "@/lib/contract/ops";
import type { OpsFault } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import type { RuleChanges } from "@/lib/rules/changes";
import { ChangesView } from "./changes-view";
import { isRuleFault } from "./faults";
import type { RulesDraft } from "./use-rules-draft";

type SaveDialogProps = {
  draft: RulesDraft;
  changes: RuleChanges;
  onSaved: (saved: OpsResult<"rules.save">) => void;
  onFaults: (faults: readonly OpsFault[]) => void;
  /** Another person saved since the draft was started. */
  onConflict: () => void;
  onClose: () => void;
};

/** Summarizes the changes, has a field for a note, and stays open until the outcome is known. */
export function SaveDialog({ draft, changes, onSaved, onFaults, onConflict, onClose }: SaveDialogProps) {
  const t = useTranslations("rules");
  const common = useTranslations("common");
  const [note, setNote] = useState("");
  const action = useAction(saveRulesAction);
  const { outcome, isSending } = action;
  const undone = outcome === null || outcome.kind === "done" || outcome.kind === "conflict" ? null : outcome;
  const canTry = undone === null || undone.kind === "not_sent" || undone.kind === "refused";

  const save = async (): Promise<void> => {
    const { base, rules } = draft;
    const answered = await action.send({ expectedVersion: base.version, rules: [...rules], note });
    if (answered?.kind === "done") onSaved(answered.value);
    if (answered?.kind === "conflict") onConflict();
    if (answered?.kind === "refused" && answered.faults.some(isRuleFault)) onFaults(answered.faults);
  };
  const noteFault =
    undone?.kind === "refused" ? undone.faults.find(({ field }) => field === "note") : undefined;
  return (
    <Dialog title={t("save.title")} onDismiss={onClose} canDismiss={!isSending} className="max-w-xl">
      <div className="space-y-4">
        <p>{t("save.body")}</p>
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
          error={noteFault?.text}
          onChange={({ target }) => setNote(target.value)}
        />
        {undone !== null && (
          <ActionNotice
            outcome={undone}
            whenUnknown={t("save.whenUnknown")}
            isAtField={({ field }) => field === "note"}
            actions={
              undone.kind === "unknown" && (
                <Link href={paths.ruleVersions()} className={buttonClass("secondary", "sm")}>
                  {t("save.reloadVersions")}
                </Link>
              )
            }
          />
        )}
      </div>
      <DialogButtons>
        <Button disabled={isSending} onClick={onClose}>
          {canTry ? t("save.keep") : common("close")}
        </Button>
        {canTry && (
          <Button variant="primary" busy={isSending} onClick={save}>
            {t("save.confirm")}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
