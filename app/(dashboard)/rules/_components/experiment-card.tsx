"use client";

import { Ban, CircleCheck, Eye, FlaskConical, ShieldAlert, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { rateFormat } from "@/components/ui/rate-format";
import { Status, type StatusTone } from "@/components/ui/status";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import type { RuleExperimentView } from "@/server/dashboard/rules/queries/rule-experiments";
import { ChangesView } from "./changes-view";
import { ExperimentActions } from "./experiment-actions";
import { ShadowResult, TrialResult } from "./experiment-results";

/** One experiment: its phase, what it changes, what its payments showed, and what can be done with it. */
export function ExperimentCard({ experiment }: { experiment: RuleExperimentView }) {
  const t = useTranslations("rules.experiments");
  const { id, trial, ended, note } = experiment;
  return (
    <Panel
      title={
        <span className="flex flex-wrap items-center gap-2">
          {t("one", { id: String(id) })} <Phase experiment={experiment} />
        </span>
      }
      aside={experiment.is_open && <ExperimentActions experiment={experiment} />}
    >
      <div className="space-y-4">
        <div className="space-y-0.5 text-sm text-ink-muted">
          <p>
            <ForeignText>{t("by", { author: experiment.author })}</ForeignText> ·{" "}
            <Time iso={experiment.started_at} /> · {t("base", { version: String(experiment.base_version) })}
          </p>
          {trial !== null && (
            <p>
              <ForeignText>{t("trialBy", { name: trial.started_by })}</ForeignText> ·{" "}
              <Time iso={trial.started_at} />
            </p>
          )}
          {ended !== null && ended.by !== null && (
            <p>
              <ForeignText>{t("endedBy", { name: ended.by })}</ForeignText> · <Time iso={ended.at} />
            </p>
          )}
          {note !== null && note !== "" && (
            <p className="text-ink">
              <ForeignText>{note}</ForeignText>
            </p>
          )}
        </div>
        {ended?.reason === "guardrail" && (
          <Notice tone="danger" title={t("phase.guardrail")}>
            <p>
              {t("endedByGuardrail")} <Time iso={ended.at} />
            </p>
          </Notice>
        )}
        {isSuperseded(experiment) && (
          <Notice tone="info" title={t("phase.rules_changed")}>
            <p>{t("changedBody")}</p>
          </Notice>
        )}
        <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
          <div className="space-y-4">
            {trial !== null && <TrialResult trial={trial} result={experiment.trial_result} />}
            <ShadowResult result={experiment.shadow_result} />
          </div>
          <section aria-label={t("what")}>
            <h3 className="mb-2 text-sm font-semibold">{t("what")}</h3>
            {experiment.changes === null ? (
              <EmptyValue>{t("unreadable")}</EmptyValue>
            ) : (
              <ChangesView changes={experiment.changes} />
            )}
          </section>
        </div>
      </div>
    </Panel>
  );
}

/** Other rules are in force than at its start; an old service leaves such an experiment open. */
function isSuperseded({ is_open: isOpen, ended }: RuleExperimentView): boolean {
  return ended === null ? !isOpen : ended.reason === "rules_changed";
}

const PHASES: Record<string, { tone: StatusTone; icon: LucideIcon }> = {
  shadow: { tone: "accent", icon: Eye },
  trial: { tone: "accent", icon: FlaskConical },
  stopped: { tone: "neutral", icon: Ban },
  promoted: { tone: "success", icon: CircleCheck },
  guardrail: { tone: "danger", icon: ShieldAlert },
  rules_changed: { tone: "neutral", icon: Ban },
};

function Phase({ experiment }: { experiment: RuleExperimentView }) {
  const t = useTranslations("rules.experiments");
  const percent = rateFormat(useLocale());
  const { ended, trial } = experiment;
  const phase = isSuperseded(experiment)
    ? "rules_changed"
    : (ended?.reason ?? (trial === null ? "shadow" : "trial"));
  const word = t(`phase.${phase}`, { percent: percent((trial?.share_percent ?? 0) / 100) });
  const { tone, icon } = PHASES[phase] ?? { tone: "neutral", icon: Ban };
  return <Status tone={tone} icon={icon} word={word} wraps />;
}
