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
  const action = useAction(saveRulesAction, (outcome) => {
    if (outcome.kind === "conflict") onConflict();
    if (outcome.kind === "refused" && outcome.faults.some(isRuleFault)) onFaults(outcome.faults);
  });
  return (
    <DraftDialog
      title={t("title")}
      body={t("body")}
      noteHint={t("noteHint")}
      confirm={t("confirm")}
      keep={t("keep")}
      draft={draft}
      changes={changes}
      action={action}
      whenUnknown={t("whenUnknown")}
      elsewhere={({ kind }) =>
        kind === "unknown" ? { href: paths.ruleVersions(), label: t("reloadVersions") } : null
      }
      onDone={onSaved}
      onClose={onClose}
    />
  );
}
