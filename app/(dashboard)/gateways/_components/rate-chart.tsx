import { scalePoint, type ScaleLinear } from "d3-scale";
import { area, line } from "d3-shape";
import type { ReactNode } from "react";
import { requestedAccount } from "@/components/navigation/server";
import { withAccount } from "@/lib/accounts/address";
import { type GatewayRates, type Rate, ratedOf, type RatePoint } from "@/lib/gateways/rate-view";
import { CHART_HEIGHT } from "./rate-scale";
import { pointText, type RateTexts } from "./rate-texts";

const WIDTH = 1_000;
/** The most labels that fit below the line on a phone. */
const MAX_LABELS = 3;

type RateChartProps = { rates: GatewayRates; scale: ScaleLinear<number, number>; texts: RateTexts };
type Rated = RatePoint & { rate: Rate };
const isRated = (point: RatePoint): point is Rated => point.rate !== null;

/**
 * The success rate of one gateway with its interval, rendered on the server. The drawing stretches with the page, so its
 * labels are HTML beside it, and its points are strokes, which stay round. It is hidden from screen readers, which get
 * the rate as text and the table; points and table have the same links.
 */
export async function RateChart({ rates: { name, points, before }, scale: y, texts }: RateChartProps) {
  const account = await requestedAccount();
  const { step, percent, hrefOf } = texts;
  const x = scalePoint<number>()
    .domain(points.map((_, index) => index))
    .range([0, WIDTH])
    .padding(0.5);
  const at = (index: number): number => x(index) ?? 0;
  const width = x.step() > 0 ? x.step() : WIDTH;
  const labelEvery = Math.ceil(points.length / MAX_LABELS);
  const shapes = shapesOf(points, at, y);
  const ticks = y.ticks(3);
  return (
    <div aria-hidden className="flex gap-2 text-xs text-ink-muted tabular-nums">
      <div className="relative h-35 w-9 shrink-0">
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 -translate-y-1/2"
            style={{ top: `${String((100 * y(tick)) / CHART_HEIGHT)}%` }}
          >
            {percent(tick)}
          </span>
        ))}
      </div>
      <div className="min-w-0 grow">
        <svg
          viewBox={`0 0 ${String(WIDTH)} ${String(CHART_HEIGHT)}`}
          preserveAspectRatio="none"
          className="block h-35 w-full overflow-visible"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x2={WIDTH}
              y1={y(tick)}
              y2={y(tick)}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          <path d={shapes.interval} className="fill-accent-soft" />
          <path
            d={shapes.alone}
            vectorEffect="non-scaling-stroke"
            strokeWidth={8}
            className="stroke-accent-soft"
          />
          {before !== null && before.rate !== null && (
            <line
              x2={WIDTH}
              y1={y(before.rate.share)}
              y2={y(before.rate.share)}
              vectorEffect="non-scaling-stroke"
              strokeWidth={1.5}
              strokeDasharray="4 3"
              className="stroke-ink-muted"
            />
          )}
          <path
            d={shapes.line}
            fill="none"
            vectorEffect="non-scaling-stroke"
            strokeWidth={2}
            strokeLinejoin="round"
            className="stroke-accent"
          />
          {points.map((point, index) =>
            point.payments === 0 ? null : (
              <PointLink key={point.from} account={account} href={hrefOf?.(name, "all", point) ?? null}>
                <title>{pointText(texts, point)}</title>
                <rect x={at(index) - width / 2} width={width} height={CHART_HEIGHT} fill="transparent" />
                <Point point={point} x={at(index)} y={y} />
              </PointLink>
            ),
          )}
        </svg>
        <div className="relative mt-1.5 h-4">
          {points.map((point, index) =>
            index % labelEvery === 0 ? (
              <span
                key={point.from}
                className="absolute whitespace-nowrap"
                style={{ left: `${String((100 * (at(index) - width / 2)) / WIDTH)}%` }}
              >
                {step.short(point.from)}
              </span>
            ) : null,
          )}
        </div>
      </div>
    </div>
  );
}

function PointLink({
  account,
  href,
  children,
}: {
  account: Awaited<ReturnType<typeof requestedAccount>>;
  href: string | null;
  children: ReactNode;
}) {
  if (href === null) return <g>{children}</g>;
  return (
    <a href={withAccount(account, href)} tabIndex={-1}>
      {children}
    </a>
  );
}

/** Filled with a rate; a ring at the bottom where there are too few payments; nothing where none counts. */
function Point({ point, x, y }: { point: RatePoint; x: number; y: ScaleLinear<number, number> }) {
  const stroke = { vectorEffect: "non-scaling-stroke", strokeLinecap: "round" } as const;
  if (point.rate !== null) {
    const d = `M${String(x)} ${String(y(point.rate.share))}h0`;
    return <path d={d} strokeWidth={6} className="stroke-accent" {...stroke} />;
  }
  if (ratedOf(point).of === 0) return null;
  const d = `M${String(x)} ${String(CHART_HEIGHT)}h0`;
  return (
    <>
      <path d={d} strokeWidth={8} className="stroke-ink-muted" {...stroke} />
      <path d={d} strokeWidth={5} className="stroke-surface" {...stroke} />
    </>
  );
}

/** The line and its interval are interrupted where a point has no rate; the interval of a point alone is a bar. */
function shapesOf(
  points: readonly RatePoint[],
  at: (index: number) => number,
  y: ScaleLinear<number, number>,
): { line: string; interval: string; alone: string } {
  const all = [...points];
  const isAlone = (index: number): boolean =>
    ![points[index - 1], points[index + 1]].some((beside) => beside !== undefined && isRated(beside));
  const rateOf = ({ rate }: RatePoint): Rate => rate ?? { share: 0, interval: { low: 0, high: 0 } };
  return {
    line:
      line<RatePoint>()
        .defined(isRated)
        .x((_, index) => at(index))
        .y((point) => y(rateOf(point).share))(all) ?? "",
    interval:
      area<RatePoint>()
        .defined(isRated)
        .x((_, index) => at(index))
        .y0((point) => y(rateOf(point).interval.low))
        .y1((point) => y(rateOf(point).interval.high))(all) ?? "",
    alone: points
      .map(({ rate }, index) =>
        rate === null || !isAlone(index)
          ? ""
          : `M${String(at(index))} ${String(y(rate.interval.low))}V${String(y(rate.interval.high))}`,
      )
      .join(""),
  };
}
