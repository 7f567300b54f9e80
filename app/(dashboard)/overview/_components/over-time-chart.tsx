import { scaleBand, scaleLinear } from "d3-scale";
import { stack } from "d3-shape";
import { requestedAccount } from "@/components/navigation/server";
import { Link } from "@/components/ui/link";
import { currentLocale, translator } from "@/components/i18n/server";
import { type Column, DataTable } from "@/components/ui/table";
import { withAccount } from "@/lib/accounts/address";
import { PAYMENT_STATUSES, type PaymentStatus } from "@/lib/contract/statuses";
import type { OverviewStep, PaymentTotals } from "@/lib/overview/overview-views";
import { paths } from "@/lib/paths";
import type { OverviewBucket } from "@/server/dashboard/overview/domain/overview-span";
import { countFormat, stepFormats } from "@/components/ui/chart-formats";

/** SUCCESS is at the bottom, so that it can be compared from bar to bar. */
const ORDER: readonly PaymentStatus[] = ["SUCCESS", "INITIATED", "CANCELLED", "DROP", "FAILURE"];
const FILLS: Record<PaymentStatus, { fill: string; swatch: string }> = {
  SUCCESS: { fill: "fill-success-solid", swatch: "bg-success-solid" },
  INITIATED: { fill: "fill-accent-solid", swatch: "bg-accent-solid" },
  CANCELLED: { fill: "fill-ink-muted", swatch: "bg-ink-muted" },
  DROP: { fill: "fill-line-strong", swatch: "bg-line-strong" },
  FAILURE: { fill: "fill-danger-solid", swatch: "bg-danger-solid" },
};

const WIDTH = 1_000;
const HEIGHT = 200;
/** The most labels that fit below the bars on a phone. */
const MAX_LABELS = 4;

type OverTimeChartProps = {
  steps: OverviewStep[];
  totals: PaymentTotals;
  /** The sums of the period before, by step; null when they are not known. */
  sumsBefore: number[] | null;
  bucket: OverviewBucket;
  zone: string;
};

/**
 * Bars of payments by status, rendered on the server. The drawing stretches with the page, so its labels are HTML
 * beside it. It is hidden from screen readers, which get the total as text and the table; bars and table have the same
 * links.
 */
export async function OverTimeChart({ steps, totals, sumsBefore, bucket, zone }: OverTimeChartProps) {
  const t = await translator("overview");
  const common = await translator("common");
  const statusName = (status: PaymentStatus): string => common(`paymentStatusName.${status}`);
  const locale = await currentLocale();
  const account = await requestedAccount();
  const { short, full } = stepFormats(bucket, locale, zone, steps);
  const count = countFormat(locale);
  const sumOf = ({ counts }: Pick<OverviewStep, "counts">): number =>
    PAYMENT_STATUSES.reduce((sum, status) => sum + counts[status], 0);
  const total = sumOf(totals);
  if (total === 0) return <p className="text-sm text-ink-muted">{t("overTime.none")}</p>;

  const x = scaleBand<number>()
    .domain(steps.map((_, index) => index))
    .range([0, WIDTH])
    .paddingInner(0.25)
    .paddingOuter(0.1);
  const y = scaleLinear()
    .domain([0, Math.max(...steps.map(sumOf), ...(sumsBefore ?? []))])
    .nice(4)
    .range([HEIGHT, 0]);
  const layers = stack<OverviewStep, PaymentStatus>()
    .keys(ORDER)
    .value(({ counts }, status) => counts[status])(steps);
  const ticks = y.ticks(4).filter(Number.isInteger);
  const labelEvery = Math.ceil(steps.length / MAX_LABELS);
  const last = steps.at(-1);

  return (
    <figure
      aria-label={t("overTime.name", {
        from: full(steps[0]?.from ?? ""),
        until: full(last?.from ?? ""),
        total,
        paid: totals.counts.SUCCESS,
        failed: totals.counts.FAILURE,
      })}
    >
      <ul className="mb-1 flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {ORDER.map((status) => (
          <li key={status} className="flex items-center gap-1.5">
            <span aria-hidden className={`size-2.5 rounded-sm ${FILLS[status].swatch}`} />
            <Link
              href={paths.paymentList({ status, from: steps[0]?.from, until: last?.until })}
              className="touch-target inline-flex items-center gap-1 underline-offset-2 hover:underline"
            >
              <span title={status}>{statusName(status)}</span>{" "}
              <span className="text-ink-muted tabular-nums">{count(totals.counts[status])}</span>
            </Link>
          </li>
        ))}
        {sumsBefore !== null && (
          <li className="flex items-center gap-1.5">
            <span aria-hidden className="h-0.5 w-2.5 bg-ink" />
            {t("compared.sum")}{" "}
            <span className="text-ink-muted tabular-nums">
              {count(sumsBefore.reduce((sum, one) => sum + one, 0))}
            </span>
          </li>
        )}
      </ul>
      <p className="mb-3 text-xs text-ink-muted">{t("overTime.about")}</p>
      <div aria-hidden className="flex gap-2 text-xs text-ink-muted tabular-nums">
        <div className="relative h-50 w-10 shrink-0">
          {ticks.map((tick) => (
            <span
              key={tick}
              className="absolute right-0 -translate-y-1/2"
              style={{ top: `${String((100 * y(tick)) / HEIGHT)}%` }}
            >
              {count(tick)}
            </span>
          ))}
        </div>
        <div className="min-w-0 grow">
          <svg
            viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
            preserveAspectRatio="none"
            className="block h-50 w-full overflow-visible"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1={0}
                x2={WIDTH}
                y1={y(tick)}
                y2={y(tick)}
                vectorEffect="non-scaling-stroke"
                className="stroke-line"
              />
            ))}
            {steps.map((step, index) => (
              <a
                key={step.from}
                href={withAccount(account, paths.paymentList({ from: step.from, until: step.until }))}
                tabIndex={-1}
              >
                <title>
                  {t("overTime.bar", {
                    from: full(step.from),
                    total: sumOf(step),
                    paid: step.counts.SUCCESS,
                  })}
                </title>
                {layers.map((layer) => {
                  const [bottom, top] = layer[index] ?? [0, 0];
                  if (bottom === top) return null;
                  return (
                    <rect
                      key={layer.key}
                      x={x(index)}
                      width={x.bandwidth()}
                      y={y(top)}
                      height={y(bottom) - y(top)}
                      className={FILLS[layer.key].fill}
                    />
                  );
                })}
              </a>
            ))}
            {sumsBefore?.map((sum, index) =>
              sum === 0 ? null : (
                <line
                  key={index}
                  x1={x(index)}
                  x2={(x(index) ?? 0) + x.bandwidth()}
                  y1={y(sum)}
                  y2={y(sum)}
                  vectorEffect="non-scaling-stroke"
                  strokeWidth={2}
                  className="pointer-events-none stroke-ink"
                />
              ),
            )}
          </svg>
          <div className="relative mt-1 h-4">
            {steps.map((step, index) =>
              index % labelEvery === 0 ? (
                <span
                  key={step.from}
                  className="absolute whitespace-nowrap"
                  style={{ left: `${String((100 * (x(index) ?? 0)) / WIDTH)}%` }}
                >
                  {short(step.from)}
                </span>
              ) : null,
            )}
          </div>
        </div>
      </div>
      <details className="mt-3">
        <summary className="text-sm text-accent">{t("overTime.table")}</summary>
        <div className="mt-2 -mb-3.5">
          <DataTable
            isInPanel
            label={t("overTime.title")}
            rows={steps}
            rowKey={(step) => step.from}
            columns={tableColumns()}
          />
        </div>
      </details>
    </figure>
  );

  function columnBefore(sums: number[]): Column<OverviewStep> {
    return {
      id: "before",
      heading: t("compared.column"),
      align: "end",
      hideBelow: "sm",
      cell: (step) => (
        <span className="text-ink-muted tabular-nums">{count(sums[steps.indexOf(step)] ?? 0)}</span>
      ),
    };
  }

  function tableColumns(): readonly Column<OverviewStep>[] {
    return [
      {
        id: "from",
        heading: t("overTime.begins"),
        width: "8.5rem",
        cell: (step) => (
          <Link
            href={paths.paymentList({ from: step.from, until: step.until })}
            aria-label={t("overTime.list", { from: full(step.from) })}
            className="touch-target inline-flex items-center text-accent underline-offset-2 hover:underline"
          >
            {full(step.from)}
          </Link>
        ),
      },
      ...ORDER.map((status): Column<OverviewStep> => ({
        id: status,
        heading: statusName(status),
        align: "end",
        ...(status !== "SUCCESS" && { hideBelow: "sm" as const }),
        cell: ({ counts }) => <span className="tabular-nums">{count(counts[status])}</span>,
      })),
      {
        id: "all",
        heading: t("overTime.total"),
        align: "end",
        cell: (step) => <span className="font-medium tabular-nums">{count(sumOf(step))}</span>,
      },
      ...(sumsBefore === null ? [] : [columnBefore(sumsBefore)]),
    ];
  }
}
