import { Circle, CircleCheck, CircleMinus, CircleX, Clock, type LucideIcon } from "lucide-react";
import { useLocale, useTranslations } from "use-intl/react";
import { useConditionText } from "@/components/payments/condition-text";
import { cx } from "@/components/ui/cx";
import { rateFormat } from "@/components/ui/rate-format";
import { ForeignText } from "@/components/ui/text";
import { knownConditionField } from "@/lib/contract/rules/condition-fields";
import type { DecisionBranch, DecisionStep } from "@/lib/payments/decision-steps";

type Mark = { icon: LucideIcon; mark: string };

const RULE_MARKS: Record<DecisionStep["outcome"], Mark> = {
  matched: { icon: CircleCheck, mark: "text-success" },
  failover: { icon: CircleCheck, mark: "text-ink-muted" },
  not_matched: { icon: CircleX, mark: "text-ink-muted" },
  inactive: { icon: CircleMinus, mark: "text-ink-muted" },
  outside_active_times: { icon: Clock, mark: "text-ink-muted" },
};

const GATEWAY_MARKS: Record<"opened" | "failed" | "skipped" | "notTried", Mark> = {
  opened: { icon: CircleCheck, mark: "text-success" },
  failed: { icon: CircleX, mark: "text-danger" },
  skipped: { icon: CircleMinus, mark: "text-warning" },
  notTried: { icon: Circle, mark: "text-ink-muted" },
};

type DecisionPathProps = {
  steps: readonly DecisionStep[];
  /** The gateway's message that the page's banner already shows. */
  quoted: string | null;
};

/** One line from rule to rule; from a rule that matched, a branch to each gateway that it tried or could have chosen. */
export function DecisionPath({ steps, quoted }: DecisionPathProps) {
  const isNumbered = steps.flatMap(({ branches }) => branches).filter(({ attempt }) => attempt).length > 1;
  return (
    <ol>
      {steps.map((step) => (
        <li
          key={step.id}
          className="relative pb-3 pl-6.5 before:absolute before:top-5 before:bottom-0 before:left-2 before:border-l before:border-line-strong last:pb-0 last:before:hidden"
        >
          <Rule step={step} />
          {step.branches.length > 0 && (
            <ol className="mt-1">
              {step.branches.map((branch) => (
                <Branch
                  key={`${branch.gateway} ${String(branch.order)}`}
                  branch={branch}
                  isNumbered={isNumbered}
                  quoted={quoted}
                />
              ))}
            </ol>
          )}
        </li>
      ))}
    </ol>
  );
}

function Rule({ step: { name, outcome, mismatches } }: { step: DecisionStep }) {
  const t = useTranslations("payment.decision");
  const named = useConditionText();
  const { icon: Icon, mark } = RULE_MARKS[outcome];
  return (
    <>
      <Icon aria-hidden className={cx("absolute top-0.5 left-0 size-4", mark)} />
      <p className="wrap-anywhere">
        <span className="font-medium">
          <ForeignText>{name}</ForeignText>
        </span>{" "}
        <span className="text-sm text-ink-muted">{t(outcome)}</span>
      </p>
      {mismatches.map(({ field, wanted, actual }, index) => (
        <p key={`${field} ${String(index)}`} className="text-sm wrap-anywhere text-ink-muted">
          <span className="font-medium text-ink">
            {t(`field.${knownConditionField(field) ?? "other"}`, { name: field })}
          </span>
          :{" "}
          {actual === null
            ? t("wantedAbsent", { wanted: named(field, wanted) })
            : t("wanted", { wanted: named(field, wanted), actual: named(field, actual) })}
        </p>
      ))}
    </>
  );
}

type BranchProps = { branch: DecisionBranch; isNumbered: boolean; quoted: string | null };

/** The line from its rule turns to the gateway. A bar shows the share of payments that it had then. */
function Branch({ branch: { gateway, order, attempt, share }, isNumbered, quoted }: BranchProps) {
  const t = useTranslations("payment.decision");
  const common = useTranslations("common");
  const percent = rateFormat(useLocale());
  const outcome = attempt?.outcome ?? "notTried";
  const { icon: Icon, mark } = GATEWAY_MARKS[outcome];
  const notes = [
    attempt?.cause ? t(attempt.cause) : null,
    attempt?.message && attempt.message !== quoted ? common("serviceSaid", { words: attempt.message }) : null,
  ].filter((note) => note !== null);
  return (
    <li className="relative pt-1.5 pl-6 before:absolute before:inset-0 before:size-4 before:rounded-bl-md before:border-b before:border-l before:border-line-strong after:absolute after:inset-y-0 after:left-0 after:border-l after:border-line-strong last:after:hidden">
      <div className="flex flex-wrap items-center gap-x-2">
        <Icon aria-hidden className={cx("size-4 shrink-0", mark)} />
        <span
          className={cx("min-w-0 wrap-anywhere", outcome === "opened" ? "font-medium" : "text-ink-muted")}
        >
          <ForeignText>{gateway}</ForeignText>
        </span>
        <span className="text-sm text-ink-muted">
          {isNumbered && order !== null ? t("nth", { n: order, outcome: t(outcome) }) : t(outcome)}
        </span>
        {share !== null && (
          <span className="flex items-center gap-2 text-sm text-ink-muted tabular-nums max-sm:basis-full max-sm:pl-6 sm:ml-auto">
            <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-sunken">
              <span
                className={cx("block h-full", outcome === "opened" ? "bg-accent-solid" : "bg-line-strong")}
                style={{ width: `${String(100 * share)}%` }}
              />
            </span>
            <span className="min-w-29">{t("shareOf", { share: percent(share) })}</span>
          </span>
        )}
      </div>
      {notes.length > 0 && <p className="pl-6 text-sm wrap-anywhere text-ink-muted">{notes.join(" · ")}</p>}
    </li>
  );
}
