import type { ScaleLinear } from "d3-scale";
import { CircleDashed, Equal, type LucideIcon, TrendingDown, TrendingUp } from "lucide-react";
import { Bar } from "@/components/ui/bar";
import { Link } from "@/components/ui/link";
import { Status, type StatusTone } from "@/components/ui/status";
import { type GatewayRates, type RateChange, type RatePeriod } from "@/lib/gateways/rate-view";
import { RateChart } from "./rate-chart";
import { RatePoints } from "./rate-points";
import { intervalText, type RateTexts } from "./rate-texts";

type RateCardProps = { rates: GatewayRates; scale: ScaleLinear<number, number>; texts: RateTexts };

/** One gateway: its rate and its share now and before, the rate over time, and the numbers behind it. */
export function RateCard({ rates, scale, texts }: RateCardProps) {
  const { t, percent } = texts;
  const { name, now, before } = rates;
  return (
    <article aria-label={name} className="@container">
      <h3 className="mb-1 truncate font-mono text-sm font-semibold" title={name}>
        {name}
      </h3>
      <dl className="mb-3 grid grid-cols-[minmax(0,3fr)_minmax(0,2fr)] gap-x-4">
        <div>
          <dt className="text-xs text-ink-muted">{t("rates.rate")}</dt>
          <dd className="flex flex-wrap items-baseline gap-x-2">
            <RateNow period={now} texts={texts} />
          </dd>
          {before !== null && (
            <>
              <dd className="my-1">
                <Change change={before.change} texts={texts} />
              </dd>
              <dd className="text-xs text-ink-muted tabular-nums">
                {t("rates.before", {
                  value: before.rate === null ? t("rates.few") : percent(before.rate.share),
                })}
              </dd>
            </>
          )}
        </div>
        <div>
          <dt className="text-xs text-ink-muted">{t("rates.share")}</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {now.trafficShare === null ? t("rates.noPayments") : percent(now.trafficShare)}
          </dd>
          <dd className="my-1 flex h-6 items-center">
            <Bar value={now.trafficShare ?? 0} max={1} fill="fill-accent-solid" />
          </dd>
          {before !== null && (
            <dd className="text-xs text-ink-muted tabular-nums">
              {t("rates.before", {
                value: before.trafficShare === null ? t("rates.noPayments") : percent(before.trafficShare),
              })}
            </dd>
          )}
        </div>
      </dl>
      <RateChart rates={rates} scale={scale} texts={texts} />
      <Counts name={name} period={now} texts={texts} />
      <RatePoints rates={rates} texts={texts} />
    </article>
  );
}

function RateNow({ period: { rate }, texts }: { period: RatePeriod; texts: RateTexts }) {
  const { t, percent } = texts;
  if (rate === null) return <span className="text-sm leading-7 text-ink-muted">{t("rates.few")}</span>;
  return (
    <>
      <span className="text-lg font-semibold tabular-nums">{percent(rate.share)}</span>
      <span className="text-xs text-ink-muted tabular-nums">{intervalText(texts, rate)}</span>
    </>
  );
}

const CHANGES: Record<RateChange["kind"], { tone: StatusTone; icon: LucideIcon }> = {
  higher: { tone: "success", icon: TrendingUp },
  lower: { tone: "danger", icon: TrendingDown },
  none: { tone: "neutral", icon: Equal },
  too_few: { tone: "neutral", icon: CircleDashed },
};

function Change({ change, texts: { t, points } }: { change: RateChange; texts: RateTexts }) {
  const word =
    change.kind === "higher" || change.kind === "lower"
      ? t(`rates.change.${change.kind}`, {
          by: points(change.by),
          low: points(change.kind === "higher" ? change.interval.low : change.interval.high),
          high: points(change.kind === "higher" ? change.interval.high : change.interval.low),
        })
      : t(`rates.change.${change.kind}`);
  return <Status {...CHANGES[change.kind]} word={word} wraps />;
}

/** Each number leads to its payments. */
function Counts({ name, period, texts }: { name: string; period: RatePeriod; texts: RateTexts }) {
  const { t, count, hrefOf } = texts;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
      {(["paid", "failed", "unavoidable"] as const).map((part) => {
        const words = t(`rates.counted.${part}`, { n: count(period[part]) });
        return (
          <li key={part}>
            {hrefOf === null || period[part] === 0 ? (
              <span className="text-ink-muted">{words}</span>
            ) : (
              <Link
                href={hrefOf(name, part)}
                aria-label={t("rates.list", { what: words, gateway: name })}
                className="touch-target inline-flex items-center underline underline-offset-2"
              >
                {words}
              </Link>
            )}
          </li>
        );
      })}
    </ul>
  );
}
