"use client";

import { CircleCheck, CircleMinus, CircleX, Clock, type LucideIcon } from "lucide-react";
import { Link } from "@/components/ui/link";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import { useConditionText } from "@/components/payments/condition-text";
import { cx } from "@/components/ui/cx";
import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { Panel } from "@/components/ui/panel";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import { ForeignText } from "@/components/ui/text";
import type { DecisionView } from "@/lib/payments/payment-detail-view";
import { paths } from "@/lib/paths";
import type { SuccessRatesProps } from "./success-rates";

type Rule = DecisionView["rules"][number];
type Attempt = DecisionView["attempts"][number];
type Mark = { icon: LucideIcon; mark: string };

const RULE_MARKS: Record<Rule["outcome"], Mark> = {
  matched: { icon: CircleCheck, mark: "text-success" },
  not_matched: { icon: CircleX, mark: "text-ink-muted" },
  inactive: { icon: CircleMinus, mark: "text-ink-muted" },
  outside_active_times: { icon: Clock, mark: "text-ink-muted" },
};

const ATTEMPT_MARKS: Record<Attempt["outcome"], Mark> = {
  opened: { icon: CircleCheck, mark: "text-success" },
  failed: { icon: CircleX, mark: "text-danger" },
  skipped: { icon: CircleMinus, mark: "text-warning" },
};

/** Few rules follow success rates, so the table's scripts come with the first payment that has one. */
const ratesPart = lazyPart(() => import("./success-rates").then((module) => module.SuccessRates));

/** Why this gateway: the result of every rule, then every gateway that was tried or skipped. */
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
      <Panel title={t("title")}>
        <p className="text-sm text-ink-muted">{t("none")}</p>
      </Panel>
    );
  }
  return (
    <Panel
      title={t("title")}
      aside={
        <span className="text-sm text-ink-muted">
          {version === null && t("noVersion")}
          {version !== null && !mayOpenRules && t("version", { version: String(version) })}
          {version !== null && mayOpenRules && (
            <Link
              href={paths.ruleVersion(version)}
              className="text-accent underline-offset-2 hover:underline"
            >
              {t("version", { version: String(version) })}
            </Link>
          )}
        </span>
      }
    >
      <h3 className="text-xs font-medium text-ink-muted">{t("rules")}</h3>
      <ol className="mt-1.5 space-y-2">
        {rules.map((rule) => (
          <RuleVerdict key={rule.id} rule={rule} />
        ))}
      </ol>
      <h3 className="mt-4 text-xs font-medium text-ink-muted">{t("attempts")}</h3>
      {attempts.length === 0 ? (
        <p className="mt-1.5 text-sm text-ink-muted">{t("noAttempts")}</p>
      ) : (
        <ol className="mt-1.5 space-y-2">
          {attempts.map((attempt, index) => (
            <GatewayAttempt key={`${attempt.gateway} ${String(index)}`} attempt={attempt} quoted={quoted} />
          ))}
        </ol>
      )}
      {avoided.map((gateway) => (
        <p key={gateway} className="mt-2 text-sm wrap-anywhere text-ink-muted">
          {t("avoided", { gateway })}
        </p>
      ))}
      {experiment !== null && (
        <p className="mt-2 text-sm wrap-anywhere text-ink-muted">
          {t(`experiment.${experiment.part}`, experiment)}
        </p>
      )}
      {successRates.length > 0 && (
        <SuccessRates
          all={successRates}
          chosen={attempts.find(({ outcome }) => outcome === "opened")?.gateway ?? null}
        />
      )}
    </Panel>
  );
}

function SuccessRates(props: SuccessRatesProps) {
  const table = useLazyPart(ratesPart);
  if (table.kind === "ready") return <table.part {...props} />;
  if (table.kind === "failed") return <PartFailed onTryAgain={table.tryAgain} />;
  return <Skeleton className="mt-4 h-32 w-full max-w-md" />;
}

function RuleVerdict({ rule }: { rule: Rule }) {
  const t = useTranslations("payment.decision");
  const named = useConditionText();
  return (
    <Step mark={RULE_MARKS[rule.outcome]} name={rule.name} word={t(rule.outcome)}>
      {rule.mismatches.map(({ field, wanted, actual }, index) => (
        <p key={`${field} ${String(index)}`} className="text-sm text-ink-muted">
          <span className="font-medium text-ink">{t(`field.${knownField(field)}`, { name: field })}</span>:{" "}
          {actual === null
            ? t("wantedAbsent", { wanted: named(field, wanted) })
            : t("wanted", { wanted: named(field, wanted), actual: named(field, actual) })}
        </p>
      ))}
    </Step>
  );
}

function GatewayAttempt({ attempt, quoted }: { attempt: Attempt; quoted: string | null }) {
  const t = useTranslations("payment.decision");
  const common = useTranslations("common");
  return (
    <Step mark={ATTEMPT_MARKS[attempt.outcome]} name={attempt.gateway} word={t(attempt.outcome)}>
      <p className="text-sm text-ink-muted">
        {t("byRule", { rule: attempt.ruleName })}
        {attempt.cause !== null && <> · {t(attempt.cause)}</>}
      </p>
      {attempt.message !== null && attempt.message !== quoted && (
        <p className="text-sm text-ink-muted">{common("serviceSaid", { words: attempt.message })}</p>
      )}
    </Step>
  );
}

type StepProps = { mark: Mark; name: string; word: string; children: ReactNode };

function Step({ mark: { icon: Icon, mark }, name, word, children }: StepProps) {
  return (
    <li className="flex gap-2.5">
      <Icon aria-hidden className={cx("mt-0.5 size-4 shrink-0", mark)} />
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-medium">
            <ForeignText>{name}</ForeignText>
          </span>{" "}
          <span className="text-sm text-ink-muted">{word}</span>
        </p>
        {children}
      </div>
    </li>
  );
}

const FIELDS = [
  "amount",
  "currency",
  "payment_method",
  "card_scheme",
  "issuing_bank",
  "udf1",
  "udf2",
  "udf3",
] as const;

function knownField(field: string): (typeof FIELDS)[number] | "other" {
  return FIELDS.find((known) => known === field) ?? "other";
}
