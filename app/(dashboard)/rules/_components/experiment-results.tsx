"use client";

import type { ReactNode } from "react";
import { useLocale, useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { rateFormat } from "@/components/ui/rate-format";
import { ForeignText } from "@/components/ui/text";
import { SmallTableHead } from "@/components/ui/small-table-head";
import { signedPoints } from "@/lib/rules/points";
import { ExperimentFees } from "./experiment-fees";
import type { WireExperiment } from "@/server/dashboard/rules/queries/rule-experiments";

/** The service needs this many payments on each side for an interval. */
const LEAST_PAYMENTS = 100;

type Interval = NonNullable<WireExperiment["trial_result"]>["interval"];

/** What the rules were expected to reach, had they decided the payments. */
export function ShadowResult({ result }: { result: WireExperiment["shadow_result"] }) {
  const t = useTranslations("rules.experiments");
  const percent = rateFormat(useLocale());
  if (result === null) return <Result title={t("shadowTitle")} about={t("shadowAbout")} isEmpty />;
  const refused = result.gateways.find(({ gateway }) => gateway === null)?.would ?? 0;
  return (
    <Result title={t("shadowTitle")} about={t("shadowAbout")}>
      <dl className="grid grid-cols-2 gap-3">
        <Figure name={t("currentRules")} value={percent(result.current_rate)}>
          {t("payments", { count: result.payments })}
        </Figure>
        <Figure name={t("theseRules")} value={percent(result.expected_rate)}>
          {t("expectedRate")}
        </Figure>
      </dl>
      <Difference interval={result.interval} />
      <p className="text-sm">
        {t("moved", { count: result.moved })}
        {refused > 0 && (
          <>
            {" "}
            <span className="font-medium text-danger">{t("refused", { count: refused })}</span>
          </>
        )}
      </p>
      <table className="w-full text-sm">
        <caption className="sr-only">{t("gateways")}</caption>
        <SmallTableHead
          columns={[
            { heading: t("gateway") },
            { heading: t("now"), align: "end" },
            { heading: t("would"), align: "end" },
          ]}
        />
        <tbody className="divide-y divide-line tabular-nums">
          {result.gateways.map(({ gateway, now, would }) => (
            <tr key={gateway}>
              <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                {gateway === null ? t("nobody") : <ForeignText>{gateway}</ForeignText>}
              </th>
              <td className="py-1 pl-3 text-right">{t("number", { value: now })}</td>
              <td className="py-1 pl-3 text-right font-medium">{t("number", { value: would })}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ExperimentFees fees={result.fees} />
    </Result>
  );
}

type TrialResultProps = {
  trial: NonNullable<WireExperiment["trial"]>;
  result: WireExperiment["trial_result"];
};

/** What both sets of rules reached with the payments that they decided. */
export function TrialResult({ trial, result }: TrialResultProps) {
  const t = useTranslations("rules.experiments");
  const percent = rateFormat(useLocale());
  const about = `${t("trialAbout")} ${t("guardrail", { points: t("points", { value: trial.guardrail_points }) })}`;
  const payments = (result?.current.payments ?? 0) + (result?.candidate.payments ?? 0);
  const others = result !== null && result.same + result.unmatched > 0;
  if (result === null || (payments === 0 && !others))
    return <Result title={t("trialTitle")} about={about} isEmpty />;
  const rateOf = (of: { payments: number; successes: number }): string =>
    of.payments === 0 ? "–" : percent(of.successes / of.payments);
  const paymentsOf = ({ payments: count, abandoned = 0 }: (typeof result)["current"]): string =>
    abandoned === 0
      ? t("payments", { count })
      : `${t("payments", { count })}, ${t("abandoned", { count: abandoned })}`;
  return (
    <Result title={t("trialTitle")} about={about}>
      <dl className="grid grid-cols-2 gap-3">
        <Figure name={t("currentRules")} value={rateOf(result.current)}>
          {paymentsOf(result.current)}
        </Figure>
        <Figure name={t("theseRules")} value={rateOf(result.candidate)}>
          {paymentsOf(result.candidate)}
        </Figure>
      </dl>
      <Difference interval={result.interval} />
      {others && (
        <p className="text-sm">
          {result.same > 0 && t("sameGateway", { count: result.same })}{" "}
          {result.unmatched > 0 && (
            <span className="font-medium text-danger">{t("refused", { count: result.unmatched })}</span>
          )}
        </p>
      )}
      <ExperimentFees fees={result.fees} />
    </Result>
  );
}

function Result(props: { title: string; about: string; isEmpty?: boolean; children?: ReactNode }) {
  const t = useTranslations("rules.experiments");
  return (
    <section aria-label={props.title} className="space-y-3">
      <div>
        <h3 className="text-sm font-semibold">{props.title}</h3>
        <p className="text-xs text-ink-muted">{props.about}</p>
      </div>
      {props.isEmpty === true ? <p className="text-sm">{t("noPayments")}</p> : props.children}
    </section>
  );
}

function Figure({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div className="rounded border border-line px-3 py-2">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd>
        <span className="block text-xl font-semibold tabular-nums">{value}</span>
        <span className="text-xs text-ink-muted">{children}</span>
      </dd>
    </div>
  );
}

function Difference({ interval }: { interval: Interval }) {
  const t = useTranslations("rules.experiments");
  const signed = signedPoints(useLocale());
  if (interval === null) return <p className="text-sm">{t("tooFew", { least: LEAST_PAYMENTS })}</p>;
  const { difference, low, high } = interval;
  const verdict = low > 0 ? "better" : high < 0 ? "worse" : low === 0 && high === 0 ? "same" : "noDifference";
  return (
    <div className="text-sm">
      <p>
        <span className="text-ink-muted">{t("difference")}: </span>
        <span className="font-semibold tabular-nums">
          {t("signedPoints", { value: signed(difference) })}
        </span>{" "}
        <span
          className={cx(
            "font-medium",
            verdict === "better" && "text-success",
            verdict === "worse" && "text-danger",
          )}
        >
          · {t(verdict)}
        </span>
      </p>
      {verdict !== "same" && (
        <p className="text-xs text-ink-muted">
          {t("interval", { low: signed(low), high: signed(high) })}. {t("always")}
        </p>
      )}
    </div>
  );
}
