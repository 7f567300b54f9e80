"use client";

import { TriangleAlert } from "lucide-react";
import { useLocale, useTranslations } from "use-intl/react";
import { useMethodName } from "@/components/payments/method-name";
import { cx } from "@/components/ui/cx";
import { rateFormat } from "@/components/ui/rate-format";
import { Status } from "@/components/ui/status";
import { EmptyValue, ForeignText } from "@/components/ui/text";
import { SmallTableHead } from "@/components/ui/small-table-head";
import type { Locale } from "@/lib/messages/locale";
import { groupedAmount } from "@/lib/money";
import type { DecisionView, SegmentView } from "@/lib/payments/payment-detail-view";

type Rates = DecisionView["successRates"][number];

/** `chosen`: the gateway that opened the checkout. */
export type SuccessRatesProps = { all: readonly Rates[]; chosen: string | null };

/** What the rules that follow success rates knew of their gateways when one was chosen. */
export function SuccessRates({ all, chosen }: SuccessRatesProps) {
  const t = useTranslations("payment.decision");
  return (
    <>
      <h3 className="mt-4 text-xs font-medium text-ink-muted">{t("rates")}</h3>
      {all.map((rates) => (
        <RatesOfRule key={rates.ruleId} rates={rates} chosen={chosen} />
      ))}
    </>
  );
}

function RatesOfRule({ rates, chosen }: { rates: Rates; chosen: string | null }) {
  const t = useTranslations("payment.decision");
  const segment = useSegmentText()(rates.segment);
  const percent = rateFormat(useLocale());
  const rule = rates.ruleName;
  const hasFees = rates.costWithin > 0 || rates.gateways.some(({ feeRate }) => feeRate !== null);
  const feePercent = feeFormat(useLocale());
  // A phone has no room for five columns.
  const outcomesPlace = hasFees ? "hidden sm:table-cell" : undefined;
  return (
    <div className="mt-1.5">
      <table className="w-full max-w-md text-sm">
        <caption className="pb-1.5 text-left wrap-anywhere text-ink-muted">
          {segment === "" ? t("ratesOfAll", { rule }) : t("ratesOf", { rule, segment })}
        </caption>
        <SmallTableHead
          columns={[
            { heading: t("gateway") },
            { heading: t("rate"), align: "end" },
            ...(hasFees ? [{ heading: t("feeRate"), align: "end" } as const] : []),
            { heading: t("outcomes"), align: "end", className: outcomesPlace },
            { heading: t("share"), align: "end" },
          ]}
        />
        <tbody className="tabular-nums">
          {[...rates.gateways]
            .sort((a, b) => b.share - a.share)
            .map(({ gateway, rate, outcomes, share, isFailing, feeRate }) => (
              <tr key={gateway} className="border-b border-line last:border-0">
                <th
                  scope="row"
                  className={cx(
                    "py-1 text-left wrap-anywhere",
                    gateway === chosen ? "font-medium" : "font-normal",
                  )}
                >
                  <ForeignText>{gateway}</ForeignText>
                  {isFailing && (
                    <span className="ml-2">
                      <Status tone="warning" icon={TriangleAlert} word={t("failing")} />
                    </span>
                  )}
                </th>
                <td className="py-1 pl-3 text-right">{percent(rate)}</td>
                {hasFees && (
                  <td className="py-1 pl-3 text-right">
                    {feeRate === null ? <EmptyValue>{t("feeUnknown")}</EmptyValue> : feePercent(feeRate)}
                  </td>
                )}
                <td className={cx("py-1 pl-3 text-right", outcomesPlace)}>{outcomes}</td>
                <td className="py-1 pl-3 text-right">{percent(share)}</td>
              </tr>
            ))}
        </tbody>
      </table>
      {rates.costWithin > 0 && <FeesWeighed rates={rates} chosen={chosen} />}
      <p className="mt-1.5 text-sm text-ink-muted">{t("ratesHint")}</p>
    </div>
  );
}

/** What fees had to do with the choice, where the rule weighs them. */
function FeesWeighed({ rates: { gateways, costWithin }, chosen }: { rates: Rates; chosen: string | null }) {
  const t = useTranslations("payment.decision");
  const isAllFailing = gateways.every(({ isFailing }) => isFailing);
  const running = gateways.filter(({ isFailing }) => isAllFailing || !isFailing);
  const unknown = running.filter(({ feeRate }) => feeRate === null);
  if (unknown.length > 0) {
    return (
      <p className="mt-1.5 text-sm wrap-anywhere text-ink-muted">
        {t("feesMissing", { gateways: unknown.map(({ gateway }) => gateway).join(", ") })}
      </p>
    );
  }
  const own = running.find(({ gateway }) => gateway === chosen);
  const [best] = [...running].sort((a, b) => b.rate - a.rate);
  const isCheaper =
    own !== undefined &&
    best !== undefined &&
    (own.feeRate ?? 0) < (best.feeRate ?? 0) &&
    best.rate - own.rate <= costWithin;
  return (
    <p className="mt-1.5 text-sm wrap-anywhere text-ink-muted">
      {t("feesWeighed", { points: pointsText(costWithin) })}
      {isCheaper && (
        <>
          {" "}
          {t("cheaper", {
            gateway: own.gateway,
            best: best.gateway,
            points: pointsText(best.rate - own.rate),
          })}
        </>
      )}
    </p>
  );
}

/** Percentage points to a tenth: "1.5". */
function pointsText(fraction: number): string {
  return String(Math.round(fraction * 1_000) / 10);
}

/** A fee in percent, to a hundredth, as price lists have it. */
function feeFormat(locale: Locale): (rate: number) => string {
  const format = new Intl.NumberFormat(`${locale}-IN`, {
    style: "percent",
    maximumFractionDigits: 2,
    numberingSystem: "latn",
  });
  return (rate) => format.format(rate);
}

/** The fields that the compared payments have in common, in words; empty when none is set. */
function useSegmentText(): (segment: SegmentView) => string {
  const t = useTranslations("payment.decision");
  const method = useMethodName();
  return ({ currency, method: code, scheme, bank, amountFrom, amountBelow }) =>
    [
      code === null ? null : method(code),
      scheme,
      bank,
      currency,
      amountText(
        amountFrom === null ? null : groupedAmount(amountFrom),
        amountBelow === null ? null : groupedAmount(amountBelow),
      ),
    ]
      .filter((part) => part !== null)
      .join(", ");

  function amountText(from: string | null, below: string | null): string | null {
    if (from !== null && below !== null) return t("amountFromTo", { from, below });
    if (from !== null) return t("amountFrom", { from });
    return below === null ? null : t("amountBelow", { below });
  }
}
