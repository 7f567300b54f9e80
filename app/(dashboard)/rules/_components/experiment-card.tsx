"use client";

import { Ban, CircleCheck, Eye, FlaskConical, ShieldAlert, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { rateFormat } from "@/components/ui/rate-format";
import { Status, type StatusTone } from "@/components/ui/status";
import { EmptyValue, ForeignText, Sentence } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { PromotedView, RuleExperimentView } from "@/server/dashboard/rules/queries/rule-experiments";
import { ChangesView } from "./changes-view";
import { ExperimentActions } from "./experiment-actions";
import { ShadowResult, TrialResult } from "./experiment-results";
import { RestoreVersion } from "./restore-version";

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
            <Sentence>{t("by", { author: experiment.author })}</Sentence> ·{" "}
            <Time iso={experiment.started_at} /> ·{" "}
            <VersionText text="base" version={experiment.base_version} />
          </p>
          {trial !== null && (
            <p>
              <Sentence>{t("trialBy", { name: trial.started_by })}</Sentence> ·{" "}
              <Time iso={trial.started_at} />
            </p>
          )}
          {ended !== null && ended.by !== null && (
            <p>
              <Sentence>{t("endedBy", { name: ended.by })}</Sentence> · <Time iso={ended.at} />
            </p>
          )}
          {note !== null && note !== "" && (
            <p className="text-ink">
              <ForeignText>{note}</ForeignText>
            </p>
          )}
        </div>
        {experiment.promoted !== null && <Promoted {...experiment.promoted} base={experiment.base_version} />}
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

/** The version that it made, and the way back to the one before, while no other version follows. */
function Promoted({ version, inForce, base }: PromotedView & { base: number }) {
  const t = useTranslations("rules.experiments");
  return (
    <div className="space-y-2 text-sm">
      <p role="status">
        <VersionText text="promotedAs" version={version} />
        {inForce !== null && inForce !== version && (
          <>
            {" "}
            <VersionText text="currentNow" version={inForce} />
          </>
        )}
      </p>
      {inForce === version && (
        <RestoreVersion label={t("rollBack")} version={base} inForce={version} size="sm" />
      )}
      {inForce === null && <p className="text-ink-muted">{t("currentUnknown")}</p>}
    </div>
  );
}

/** A sentence about a version, with a link to it. */
function VersionText({ text, version }: { text: "base" | "promotedAs" | "currentNow"; version: number }) {
  const t = useTranslations("rules.experiments");
  return t.rich(text, {
    version: String(version),
    link: (words) => (
      <Link href={paths.ruleVersion(version)} className="text-accent underline underline-offset-2">
        {words}
      </Link>
    ),
  });
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
