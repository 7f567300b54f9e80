"use client";

import { useTranslations } from "use-intl/react";
import { saveRulesAction } from "@/app/(dashboard)/rules/actions";
import { useAction } from "@/components/actions/use-action";
import type { OpsResult } from "@/lib/contract/ops";
import type { OpsFault } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import type { RuleChanges } from "@/lib/rules/changes";
import { DraftDialog } from "./draft-dialog";
import { isRuleFault } from "./faults";
import type { RulesDraft } from "./use-rules-draft";

export type SaveDialogProps = {
  draft: RulesDraft;
  changes: RuleChanges;
  onSaved: (saved: OpsResult<"rules.save">) => void;
  onFaults: (faults: readonly OpsFault[]) => void;
  /** Another person saved since the draft was started. */
  onConflict: () => void;
  onClose: () => void;
};

/** Saves the draft as a new version. */
export function SaveDialog({ draft, changes, onSaved, onFaults, onConflict, onClose }: SaveDialogProps) {
  const t = useTranslations("rules.save");
  const { outcome, isSending, send } = useAction(saveRulesAction);
  const undone = outcome === null || outcome.kind === "done" || outcome.kind === "conflict" ? null : outcome;

  const save = async (note: string): Promise<void> => {
    const { base, rules } = draft;
    const answered = await send({ expectedVersion: base.version, rules: [...rules], note });
    if (answered?.kind === "done") onSaved(answered.value);
    if (answered?.kind === "conflict") onConflict();
    if (answered?.kind === "refused" && answered.faults.some(isRuleFault)) onFaults(answered.faults);
  };
  return (
    <DraftDialog
      title={t("title")}
      body={t("body")}
      noteHint={t("noteHint")}
      confirm={t("confirm")}
      keep={t("keep")}
      changes={changes}
      isSending={isSending}
      undone={undone}
      whenUnknown={t("whenUnknown")}
      elsewhere={
        undone?.kind === "unknown" ? { href: paths.ruleVersions(), label: t("reloadVersions") } : null
      }
      onConfirm={save}
      onClose={onClose}
    />
  );
}
