"use client";

import { useTranslations } from "use-intl/react";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";

type RuleWarning = OpsResult<"rules.save">["warnings"][number];
type Rules = readonly Pick<WireRule, "id" | "name">[];

/** Likely mistakes in rules that were saved or run in shadow; nothing without any. */
export function RuleWarnings(props: { title: string; warnings: readonly RuleWarning[]; rules: Rules }) {
  const { title, warnings, rules } = props;
  if (warnings.length === 0) return null;
  return (
    <Notice tone="warning" role="alert" title={title}>
      {warnings.map((warning) => (
        <p key={`${warning.code} ${warning.rule_id ?? ""}`}>
          <Warning warning={warning} rules={rules} />
        </p>
      ))}
    </Notice>
  );
}

/** A warning that only a newer service knows is shown with its own text. */
function Warning({ warning, rules }: { warning: RuleWarning; rules: Rules }) {
  const t = useTranslations("rules.save.warning");
  if (warning.code === "no_active_rule") return t("no_active_rule");
  const rule = rules.find(({ id }) => id === warning.rule_id);
  const name = rule?.name ?? warning.rule_id ?? "";
  if (warning.code === "rule_is_over") return t("rule_is_over", { rule: name });
  const { gateways } = warning;
  if (warning.code === "fee_unknown" && gateways !== undefined) {
    return t("fee_unknown", { rule: name, gateways: gateways.join(", ") });
  }
  return <ForeignText>{warning.text}</ForeignText>;
}
