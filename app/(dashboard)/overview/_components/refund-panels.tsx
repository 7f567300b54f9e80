import { Link } from "@/components/ui/link";
import { currentLocale, translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { DataTable } from "@/components/ui/table";
import {
  type OverviewRefunds,
  REFUND_AGES,
  REFUND_ENDS,
  type RefundEnd,
} from "@/lib/overview/overview-views";
import { paths } from "@/lib/paths";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { Bar } from "@/components/ui/bar";
import { countFormat } from "@/components/ui/chart-formats";
import { RefundReasonsPanel } from "./refund-reasons-panel";

const END_FILLS: Record<RefundEnd, string> = {
  SUCCESS: "fill-success-solid",
  paid_late: "fill-warning-solid",
  FAILURE: "fill-danger-solid",
  open: "fill-accent-solid",
  unknown: "fill-warning-solid",
  refused: "fill-line-strong",
  not_sent: "fill-line-strong",
};

type RefundPanelsProps = {
  refunds: OverviewRefunds;
  span: OverviewSpan;
  zone: string;
};

/** Pending refunds by age, the reasons, and the outcomes of those made in the dashboard. */
export async function RefundPanels({ refunds, span, zone }: RefundPanelsProps) {
  const t = await translator("overview");
  const { byAge, byEnd, byReason } = refunds;
  const ages = REFUND_AGES.map((age) => ({
    name: t(`refunds.age.${age}`),
    count: byAge.ages[age],
    fill: age === "older" ? "fill-warning-solid" : "fill-accent-solid",
  }));
  const ends = REFUND_ENDS.map((end) => ({
    name: t(`refunds.end.${end}`),
    count: byEnd[end],
    fill: END_FILLS[end],
  }));
  const link = (
    <Link href={paths.refunds()} className={`${buttonClass("link", "sm")} -mx-2.5`}>
      {t("refunds.list")}
    </Link>
  );
  return (
    <div className="grid gap-4 xl:grid-cols-2">
      <Panel title={t("refunds.byAge")} aside={link}>
        <CountTable label={t("refunds.byAge")} rows={ages} />
        <p className="mt-2 text-xs text-ink-muted">
          {t(`refunds.${byAge.source}`)} {byAge.atLeast && t("refunds.atLeast")}
        </p>
      </Panel>
      <Panel title={t("refunds.byEnd")} aside={link}>
        <CountTable label={t("refunds.byEnd")} rows={ends} />
      </Panel>
      <div className="xl:col-span-2">
        <RefundReasonsPanel counts={byReason} span={span} zone={zone} />
      </div>
    </div>
  );
}

type CountRow = { name: string; count: number; fill: string };

async function CountTable({ label, rows }: { label: string; rows: CountRow[] }) {
  const t = await translator("overview");
  const format = countFormat(await currentLocale());
  const max = Math.max(...rows.map(({ count }) => count));
  if (max === 0) return <p className="text-sm text-ink-muted">{t("refunds.none")}</p>;
  return (
    <DataTable
      isInPanel
      label={label}
      rows={rows}
      rowKey={({ name }) => name}
      columns={[
        { id: "name", heading: t("refunds.kind"), cell: ({ name }) => name },
        {
          id: "bar",
          heading: t("refunds.count"),
          cell: ({ count, fill }) => (
            <span className="flex items-center gap-2">
              <span className="min-w-0 grow">
                <Bar value={count} max={max} fill={fill} />
              </span>
              <span className="w-10 shrink-0 text-right font-medium tabular-nums">{format(count)}</span>
            </span>
          ),
        },
      ]}
    />
  );
}
