import { Link } from "@/components/ui/link";
import { DataTable } from "@/components/ui/table";
import { type GatewayRates, type RatePoint } from "@/lib/gateways/rate-view";
import type { RatePart } from "./gateways-address";
import { intervalText, type RateTexts } from "./rate-texts";

/** The points of the line as a table, for everybody who does not see it. */
export function RatePoints({ rates: { name, points }, texts }: { rates: GatewayRates; texts: RateTexts }) {
  const { t, percent, step } = texts;
  const number = (part: RatePart) => (point: RatePoint) => (
    <PointCount name={name} point={point} part={part} texts={texts} />
  );
  return (
    <details className="mt-2">
      <summary className="text-sm text-accent">{t("rates.table", { gateway: name })}</summary>
      <div className="mt-2 overflow-hidden rounded border border-line">
        <DataTable
          label={t("rates.tableName", { gateway: name })}
          rows={points}
          rowKey={({ from }) => from}
          columns={[
            {
              id: "from",
              heading: t("rates.begins"),
              width: "4.75rem",
              cell: ({ from }) => <span title={step.full(from)}>{step.short(from)}</span>,
            },
            {
              id: "rate",
              heading: t("rates.rate"),
              align: "end",
              cell: ({ rate, paid, failed }) =>
                rate === null ? (
                  <span className="text-ink-muted">
                    {paid + failed === 0 ? t("rates.noPayments") : t("rates.few")}
                  </span>
                ) : (
                  <span className="tabular-nums">
                    <span className="font-medium">{percent(rate.share)}</span>{" "}
                    <span className="block text-xs whitespace-nowrap text-ink-muted">
                      {intervalText(texts, rate)}
                    </span>
                  </span>
                ),
            },
            { id: "paid", heading: t("rates.paid"), align: "end", width: "3.75rem", cell: number("paid") },
            {
              id: "failed",
              heading: t("rates.failed"),
              align: "end",
              width: "3.75rem",
              cell: number("failed"),
            },
            {
              id: "unavoidable",
              heading: t("rates.unavoidable"),
              align: "end",
              width: "6rem",
              hideBelow: "sm",
              cell: number("unavoidable"),
            },
            {
              id: "all",
              heading: t("rates.all"),
              align: "end",
              width: "5.5rem",
              hideBelow: "sm",
              cell: number("all"),
            },
          ]}
        />
      </div>
    </details>
  );
}

function PointCount({
  name,
  point,
  part,
  texts: { t, count, step, hrefOf },
}: {
  name: string;
  point: RatePoint;
  part: RatePart;
  texts: RateTexts;
}) {
  const counted = part === "all" ? point.payments : point[part];
  const number = count(counted);
  if (hrefOf === null || counted === 0) return <span className="tabular-nums">{number}</span>;
  const what =
    part === "all" ? t("rates.counted.all", { n: number }) : t(`rates.counted.${part}`, { n: number });
  return (
    <Link
      href={hrefOf(name, part, point)}
      aria-label={t("rates.listOfStep", { what, gateway: name, from: step.full(point.from) })}
      className="touch-target inline-flex items-center tabular-nums underline underline-offset-2"
    >
      {number}
    </Link>
  );
}
