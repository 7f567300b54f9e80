"use client";

import { useState } from "react";
import { useTranslations } from "use-intl/react";
import { promoteExperimentAction, stopExperimentAction } from "@/app/(dashboard)/rules/actions";
import { ConfirmAction } from "@/components/actions/confirm-action";
import { useAction } from "@/components/actions/use-action";
import { Button } from "@/components/ui/button";
import { TextAreaField } from "@/components/ui/controls";
import { Notice } from "@/components/ui/notice";
import { useRouter } from "@/components/ui/use-router";
import type { WireExperiment } from "@/server/dashboard/rules/queries/rule-experiments";
import { TrialDialog } from "./trial-dialog";

type Asking = "trial" | "promote" | "stop" | null;

/** Start its trial, promote it, or stop it. */
export function ExperimentActions({ experiment }: { experiment: WireExperiment }) {
  const t = useTranslations("rules.experiments");
  const router = useRouter();
  const promoting = useAction(promoteExperimentAction);
  const stopping = useAction(stopExperimentAction);
  const [asking, setAsking] = useState<Asking>(null);
  const [note, setNote] = useState("");
  const { id, trial } = experiment;
  const open = (which: Asking): void => {
    promoting.clear();
    stopping.clear();
    setAsking(which);
  };
  const close = (): void => {
    setAsking(null);
    router.refresh();
  };
  // A trial knows better than the shadow before it, also that nothing is known yet.
  const { interval = null } = (trial === null ? experiment.shadow_result : experiment.trial_result) ?? {};
  const refused =
    (experiment.shadow_result?.gateways.find(({ gateway }) => gateway === null)?.would ?? 0) +
    (experiment.trial_result?.unmatched ?? 0);
  return (
    <div className="flex flex-wrap gap-2">
      {trial === null && (
        <Button size="sm" onClick={() => open("trial")}>
          {t("trialAction")}
        </Button>
      )}
      <Button size="sm" onClick={() => open("promote")}>
        {t("promoteAction")}
      </Button>
      <Button size="sm" onClick={() => open("stop")}>
        {t("stopAction")}
      </Button>
      {asking === "trial" && <TrialDialog id={id} onStarted={close} onClose={close} />}
      {asking === "stop" && (
        <ConfirmAction
          title={t("stopTitle", { id: String(id) })}
          keep={t("stopKeep")}
          confirm={t("stopDo")}
          action={stopping}
          input={{ experiment: id }}
          whenUnknown={t("whenUnknown")}
          onDone={close}
          onClose={close}
        >
          <p>{t(trial === null ? "stopShadow" : "stopTrial")}</p>
        </ConfirmAction>
      )}
      {asking === "promote" && (
        <ConfirmAction
          title={t("promoteTitle", { id: String(id) })}
          keep={t("promoteKeep")}
          confirm={t("promoteDo")}
          action={promoting}
          input={{ experiment: id, note }}
          whenUnknown={t("whenUnknown")}
          onDone={close}
          onClose={close}
        >
          <p>{t("promoteBody", { version: String(experiment.base_version) })}</p>
          {refused > 0 && <Notice tone="danger" title={t("promoteRefused", { count: refused })} />}
          {(interval === null || interval.low <= 0) && <Notice tone="warning" title={t("promoteEarly")} />}
          <TextAreaField
            label={t("note")}
            rows={2}
            dir="auto"
            value={note}
            onChange={({ target }) => setNote(target.value)}
          />
        </ConfirmAction>
      )}
    </div>
  );
}
