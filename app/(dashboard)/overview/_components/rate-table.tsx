import { rateFormat } from "@/components/ui/rate-format";
import { Link } from "@/components/ui/link";
import { currentLocale, translator } from "@/components/i18n/server";
import { Panel } from "@/components/ui/panel";
import { DataTable } from "@/components/ui/table";
import type { OverviewPart } from "@/lib/overview/overview-views";
import { PAYMENT_METHODS } from "@/lib/contract/statuses";
import { paths } from "@/lib/paths";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { Bar } from "@/components/ui/bar";
import { countFormat } from "@/components/ui/chart-formats";

type RateTableProps = { by: "gateway" | "method"; parts: OverviewPart[]; span: OverviewSpan };

/** Success rates by gateway or by method, with bars in the table; nothing where no payment has ended. */
export async function RateTable({ by, parts, span }: RateTableProps) {
  const t = await translator("overview");
  const common = await translator("common");
  const nameOf = (name: string): string => {
    const method = by === "method" ? PAYMENT_METHODS.find((known) => known === name) : undefined;
    return method === undefined ? name : common(`methodName.${method}`);
  };
  const locale = await currentLocale();
  const count = countFormat(locale);
  const rate = rateFormat(locale);
  const times = { from: span.from.toISOString(), until: span.until.toISOString() };
  const ended = parts.filter((part) => part.ended > 0);
  if (ended.length === 0) return null;
  return (
    <Panel title={t(`rate.${by}`)}>
      <DataTable
        isInPanel
        label={t(`rate.${by}`)}
        rows={ended}
        rowKey={({ name }) => name ?? ""}
        columns={[
          {
            id: "name",
            heading: t(`rate.${by}Name`),
            cell: ({ name }) =>
              name === null ? (
                <span className="text-ink-muted">
                  {by === "gateway" ? t("rate.noGateway") : t("rate.noMethod")}
                </span>
              ) : (
                <Link
                  href={paths.paymentList({ ...times, [by]: name })}
                  title={name}
                  className="touch-target inline-flex items-center font-medium text-accent underline-offset-2 hover:underline"
                >
                  {nameOf(name)}
                </Link>
              ),
          },
          {
            id: "bar",
            heading: t("rate.rate"),
            cell: (part) => (
              <span className="flex items-center gap-2">
                <span className="min-w-0 grow">
                  <Bar value={part.rate ?? 0} max={1} fill="fill-success-solid" />
                </span>
                <span className="w-13 shrink-0 text-right font-medium tabular-nums">
                  {part.rate === null ? t("rate.nothing") : rate(part.rate)}
                </span>
              </span>
            ),
          },
          {
            id: "paid",
            heading: t("rate.paid"),
            align: "end",
            width: "6rem",
            hideBelow: "sm",
            cell: (part) => <span className="tabular-nums">{count(part.paid)}</span>,
          },
          {
            id: "ended",
            heading: t("rate.ended"),
            align: "end",
            width: "6rem",
            cell: (part) => <span className="tabular-nums">{count(part.ended)}</span>,
          },
        ]}
      />
    </Panel>
  );
}
