"use client";

import { useTranslations } from "use-intl/react";
import { startExperimentAction } from "@/app/(dashboard)/rules/actions";
import { useAction } from "@/components/actions/use-action";
import type { OpsFault } from "@/lib/ops-outcomes";
import { paths } from "@/lib/paths";
import type { RuleChanges } from "@/lib/rules/changes";
import { DraftDialog } from "./draft-dialog";
import { isRuleFault } from "./faults";
import type { StartedExperiment } from "./started-notice";
import type { RulesDraft } from "./use-rules-draft";

export type StartExperimentDialogProps = {
  draft: RulesDraft;
  changes: RuleChanges;
  onStarted: (started: StartedExperiment) => void;
  onFaults: (faults: readonly OpsFault[]) => void;
  onClose: () => void;
};

/** Starts an experiment with the draft, instead of saving it. */
export function StartExperimentDialog(props: StartExperimentDialogProps) {
  const { draft, changes, onStarted, onFaults, onClose } = props;
  const t = useTranslations("rules.experiments");
  const action = useAction(startExperimentAction, (outcome) => {
    if (outcome.kind === "refused" && outcome.faults.some(isRuleFault)) onFaults(outcome.faults);
  });
  return (
    <DraftDialog
      title={t("startTitle")}
      body={t("startBody")}
      noteHint={t("noteHint")}
      confirm={t("startDo")}
      keep={t("keepDraft")}
      draft={draft}
      changes={changes}
      action={action}
      whenUnknown={t("whenUnknownStart")}
      elsewhere={({ kind }) =>
        kind === "unknown" || kind === "conflict"
          ? { href: paths.ruleExperiments(), label: t("toExperiments") }
          : null
      }
      onDone={({ warnings = [] }) => onStarted({ warnings, rules: draft.rules })}
      onClose={onClose}
    />
  );
}
