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
  const { outcome, isSending, send } = useAction(startExperimentAction);
  const undone = outcome === null || outcome.kind === "done" ? null : outcome;
  const mayBeThere = undone?.kind === "unknown" || undone?.kind === "conflict";

  const start = async (note: string): Promise<void> => {
    const { base, rules } = draft;
    const answered = await send({ expectedVersion: base.version, rules: [...rules], note });
    if (answered?.kind === "done") onStarted({ warnings: answered.value.warnings ?? [], rules });
    if (answered?.kind === "refused" && answered.faults.some(isRuleFault)) onFaults(answered.faults);
  };
  return (
    <DraftDialog
      title={t("startTitle")}
      body={t("startBody")}
      noteHint={t("noteHint")}
      confirm={t("startDo")}
      keep={t("keepDraft")}
      changes={changes}
      isSending={isSending}
      undone={undone}
      whenUnknown={t("whenUnknownStart")}
      elsewhere={mayBeThere ? { href: paths.ruleExperiments(), label: t("toExperiments") } : null}
      onConfirm={start}
      onClose={onClose}
    />
  );
}
