"use client";

import { useLocale, useTranslations } from "use-intl/react";
import { cx } from "@/components/ui/cx";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Sentence } from "@/components/ui/text";
import { paths } from "@/lib/paths";
import type { WireExperiment } from "@/server/dashboard/rules/queries/rule-experiments";

type WireFees = NonNullable<NonNullable<WireExperiment["trial_result"]>["fees"]>;

/** What both sets of rules cost in fees, by currency. Nothing before a payment was paid, or from a service that tells none. */
export function ExperimentFees({ fees }: { fees: WireFees | undefined }) {
  const t = useTranslations("rules.experiments.fees");
  if (fees === undefined || fees.length === 0) return null;
  return (
    <section aria-label={t("title")} className="space-y-2 border-t border-line pt-3 text-sm">
      <h4 className="font-semibold">{t("title")}</h4>
      {fees.map((one) => (
        <OfCurrency key={one.currency} fees={one} />
      ))}
    </section>
  );
}

function OfCurrency({ fees }: { fees: WireFees[number] }) {
  const t = useTranslations("rules.experiments.fees");
  const names = useTranslations("rules.experiments");
  const { currency, missing, current, candidate, interval } = fees;
  if (current === null || candidate === null) {
    return (
      <p>
        <Sentence>{t("missing", { currency, gateways: missing.join(", ") })}</Sentence>{" "}
        <Link href={paths.gateways({ tab: "fees" })} className="underline underline-offset-2">
          {t("enter")}
        </Link>
      </p>
    );
  }
  return (
    <div className="space-y-1">
      <dl className="grid grid-cols-2 gap-3">
        <Side name={names("currentRules")} side={current} currency={currency} />
        <Side name={names("theseRules")} side={candidate} currency={currency} />
      </dl>
      <FeeDifference interval={interval} />
    </div>
  );
}

type SideProps = { name: string; side: NonNullable<WireFees[number]["current"]>; currency: string };

function Side({ name, side, currency }: SideProps) {
  const t = useTranslations("rules.experiments.fees");
  const locale = useLocale();
  const share = new Intl.NumberFormat(`${locale}-IN`, {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    numberingSystem: "latn",
  });
  return (
    <div>
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd>
        <span className="block font-semibold tabular-nums">
          {t("share", { percent: share.format(side.share) })}
        </span>
        <span className="text-xs text-ink-muted">
          {t.rich("perPayment", { fee: () => <Money amount={side.per_payment} currency={currency} /> })}
        </span>
      </dd>
    </div>
  );
}

function FeeDifference({ interval }: { interval: WireFees[number]["interval"] }) {
  const t = useTranslations("rules.experiments.fees");
  const names = useTranslations("rules.experiments");
  const locale = useLocale();
  if (interval === null) return <p className="text-xs text-ink-muted">{t("tooFew")}</p>;
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: "exceptZero",
    numberingSystem: "latn",
  });
  const signed = (fraction: number): string => format.format(Math.round(fraction * 10_000) / 100 || 0);
  const { difference, low, high } = interval;
  const isSame = low === 0 && high === 0;
  const verdict = isSame ? "same" : high < 0 ? "lower" : low > 0 ? "higher" : "noDifference";
  return (
    <p>
      <span className="text-ink-muted">{names("difference")}: </span>
      <span className="font-semibold tabular-nums">
        {names("signedPoints", { value: signed(difference) })}
      </span>{" "}
      <span
        className={cx(
          "font-medium",
          verdict === "lower" && "text-success",
          verdict === "higher" && "text-danger",
        )}
      >
        · {t(verdict)}
      </span>
      {!isSame && (
        <span className="block text-xs text-ink-muted">
          {names("interval", { low: signed(low), high: signed(high) })}.
        </span>
      )}
    </p>
  );
}
