"use client";

import { useTranslations } from "use-intl/react";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import { paths } from "@/lib/paths";
import { RuleWarnings } from "./rule-warnings";

export type StartedExperiment = {
  warnings: NonNullable<OpsResult<"rules.start_experiment">["warnings"]>;
  rules: readonly WireRule[];
};

/** An experiment that has started with likely mistakes in its rules: the way to it, and what they are. */
export function StartedNotice({ started }: { started: StartedExperiment }) {
  const t = useTranslations("rules.experiments");
  return (
    <div className="space-y-3">
      <Notice tone="success" role="status" title={t("started")}>
        <p>
          <Link href={paths.ruleExperiments()} className="underline underline-offset-2">
            {t("toExperiments")}
          </Link>
        </p>
      </Notice>
      <RuleWarnings title={t("startWarnings")} {...started} />
    </div>
  );
}
