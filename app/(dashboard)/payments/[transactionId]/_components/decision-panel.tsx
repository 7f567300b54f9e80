"use client";

import { Link } from "@/components/ui/link";
import { useTranslations } from "use-intl/react";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { Fold } from "@/components/ui/fold";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { decisionSteps } from "@/lib/payments/decision-steps";
import type { DecisionView } from "@/lib/payments/payment-detail-view";
import { paths } from "@/lib/paths";
import { DecisionPath } from "./decision-path";
import type { SuccessRatesProps } from "./success-rates";

/** Few rules follow success rates, so the table's scripts come with the first payment that has one. */
const ratesPart = lazyPart(() => import("./success-rates").then((module) => module.SuccessRates));

/** Why this gateway: the way from rule to rule to the gateways, then what was known of them. */
export function DecisionPanel({
  decision,
  quoted,
  mayOpenRules,
}: {
  decision: DecisionView;
  /** The gateway's message that the page's banner already shows. */
  quoted: string | null;
  mayOpenRules: boolean;
}) {
  const t = useTranslations("payment.decision");
  const { version, rules, attempts, successRates, avoided, experiment } = decision;
  if (version === null && rules.length === 0 && attempts.length === 0) {
    return (
      <Fold title={t("title")}>
        <p className="text-sm text-ink-muted">{t("none")}</p>
      </Fold>
    );
  }
  return (
    <Fold title={t("title")} brief={rules.find(({ outcome }) => outcome === "matched")?.name}>
      <p className="mb-2 text-sm text-ink-muted">
        {version === null && t("noVersion")}
        {version !== null && !mayOpenRules && t("version", { version: String(version) })}
        {version !== null && mayOpenRules && (
          <Link href={paths.ruleVersion(version)} className="text-accent underline-offset-2 hover:underline">
            {t("version", { version: String(version) })}
          </Link>
        )}
      </p>
      <DecisionPath steps={decisionSteps(decision)} quoted={quoted} />
      {attempts.length === 0 && <p className="mt-3 text-sm text-ink-muted">{t("noAttempts")}</p>}
      {avoided.map((gateway) => (
        <p key={gateway} className="mt-2 text-sm wrap-anywhere text-ink-muted">
          {t("avoided", { gateway })}
        </p>
      ))}
      {experiment !== null && (
        <p className="mt-2 text-sm wrap-anywhere text-ink-muted">
          {t.rich(`experiment.${experiment.part}`, {
            ...experiment,
            link: (words) =>
              mayOpenRules ? (
                <Link
                  href={paths.ruleExperiment(Number(experiment.id))}
                  className="text-accent underline underline-offset-2"
                >
                  {words}
                </Link>
              ) : (
                words
              ),
          })}
        </p>
      )}
      {successRates.length > 0 && (
        <SuccessRates
          all={successRates}
          chosen={attempts.find(({ outcome }) => outcome === "opened")?.gateway ?? null}
        />
      )}
    </Fold>
  );
}

function SuccessRates(props: SuccessRatesProps) {
  const table = useLazyPart(ratesPart);
  if (table.kind === "ready") return <table.part {...props} />;
  if (table.kind === "failed") return <PartFailed onTryAgain={table.tryAgain} />;
  return <Skeleton className="mt-4 h-32 w-full max-w-md" />;
}
