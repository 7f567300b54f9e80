"use client";

import { CircleCheck, CircleMinus } from "lucide-react";
import { useTranslations } from "use-intl/react";
import { useConditionText } from "@/components/payments/condition-text";
import { cx } from "@/components/ui/cx";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { knownConditionField } from "@/lib/contract/rules/condition-fields";
import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import { stepOutcome, type StepOutcome } from "@/lib/payments/step-outcome";

type Simulated = OpsResult<"rules.simulate">;

/** Where the sample payment goes: the gateways in order, and the result of each rule. */
export function SampleResult(props: { simulated: Simulated; rules: readonly WireRule[]; isStale: boolean }) {
  const t = useTranslations("rules");
  const { simulated, rules, isStale } = props;
  const [first] = simulated.gateways;
  const nameOf = (id: string): string => rules.find((rule) => rule.id === id)?.name ?? id;
  return (
    <>
      {isStale && <p className="text-sm text-warning">{t("trial.stale")}</p>}
      <Notice
        tone={first === undefined ? "warning" : "success"}
        title={
          first === undefined
            ? t("trial.nowhere")
            : t("trial.goesTo", { gateway: first.gateway, rule: nameOf(first.rule_id) })
        }
      >
        {simulated.gateways.length > 1 || simulated.gateways.some(({ usable }) => !usable) ? (
          <>
            <p>{t("trial.order")}:</p>
            <ol className="list-decimal pl-5">
              {simulated.gateways.map(({ gateway, rule_id: ruleId, usable, reason }) => (
                <li key={`${ruleId} ${gateway}`}>
                  {gateway}
                  {!usable && <> ({t("trial.skipped", { reason: reason ?? "" })})</>}
                </li>
              ))}
            </ol>
          </>
        ) : undefined}
      </Notice>
      <div>
        <h3 className="mb-1 text-sm font-semibold">{t("trial.verdicts")}</h3>
        <ol className="divide-y divide-line text-sm">
          {simulated.rules.map((verdict, index) => (
            <Verdict
              key={verdict.rule_id}
              verdict={verdict}
              outcome={stepOutcome(simulated.rules, verdict, index)}
            />
          ))}
        </ol>
      </div>
    </>
  );
}

type VerdictProps = { verdict: Simulated["rules"][number]; outcome: StepOutcome };

function Verdict({ verdict, outcome }: VerdictProps) {
  const t = useTranslations("rules");
  const named = useConditionText();
  const Icon = outcome === "matched" || outcome === "failover" ? CircleCheck : CircleMinus;
  return (
    <li className="flex gap-2 py-1.5">
      <Icon
        aria-hidden
        className={cx("mt-0.5 size-4 shrink-0", outcome === "matched" ? "text-success" : "text-ink-muted")}
      />
      <div className="min-w-0">
        <p>
          <span className="font-medium">
            <ForeignText>{verdict.rule_name}</ForeignText>
          </span>
          {": "}
          {t(`trial.outcome.${outcome}`)}
        </p>
        {verdict.mismatches.map(({ field, wanted, actual }) => (
          <p key={`${field} ${wanted}`} className="text-ink-muted wrap-anywhere">
            {actual === null
              ? t("trial.mismatchNone", { field: fieldName(t, field), wanted: named(field, wanted) })
              : t("trial.mismatch", {
                  field: fieldName(t, field),
                  wanted: named(field, wanted),
                  actual: named(field, actual),
                })}
          </p>
        ))}
      </div>
    </li>
  );
}

/** A field that only a newer service knows is shown with the service's own name. */
function fieldName(t: ReturnType<typeof useTranslations<"rules">>, field: string): string {
  const known = knownConditionField(field);
  return known === null ? field : t(`field.${known}`);
}
