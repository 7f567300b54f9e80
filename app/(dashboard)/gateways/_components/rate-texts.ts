import type { translator } from "@/components/i18n/server";
import type { stepFormats } from "@/components/ui/chart-formats";
import type { Rate, RatePoint } from "@/lib/gateways/rate-view";
import { ratedOf } from "@/lib/gateways/rate-view";
import type { RatePart } from "./gateways-address";

/** How the numbers of the success rates are written, and where they lead. */
export type RateTexts = {
  t: Awaited<ReturnType<typeof translator<"gateways">>>;
  count: (count: number) => string;
  percent: (rate: number) => string;
  /** The size of a difference of two fractions in percentage points. */
  points: (difference: number) => string;
  step: ReturnType<typeof stepFormats>;
  /** The payments of a gateway, of the whole period or of a step; null without the permission to see them. */
  hrefOf: ((gateway: string, part: RatePart, step?: { from: string; until: string }) => string) | null;
};

/** Short enough for a column of a phone: 91.9–97.7%. */
export function intervalText({ t, points, percent }: RateTexts, { interval }: Rate): string {
  return t("rates.interval", { low: points(interval.low), high: percent(interval.high) });
}

/** A point in one line. */
export function pointText(texts: RateTexts, point: RatePoint): string {
  const { t, count, percent, step } = texts;
  const numbers = {
    from: step.full(point.from),
    paid: count(point.paid),
    of: count(ratedOf(point).of),
  };
  if (point.rate === null) return t("rates.pointFew", numbers);
  return t("rates.point", {
    ...numbers,
    rate: percent(point.rate.share),
    interval: intervalText(texts, point.rate),
  });
}
