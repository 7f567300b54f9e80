import { currentLocale, translator } from "@/components/i18n/server";
import { buttonClass } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { DataTable } from "@/components/ui/table";
import { displayAmount } from "@/lib/money";
import type { RefundReasonCount } from "@/lib/overview/overview-views";
import { paths } from "@/lib/paths";
import { NO_REASON, reasonName } from "@/lib/reasons/reason";
import { wallTimeOf } from "@/lib/zoned-time";
import type { OverviewSpan } from "@/server/dashboard/overview/domain/overview-span";
import { Bar } from "@/components/ui/bar";
import { countFormat } from "@/components/ui/chart-formats";

type RefundReasonsPanelProps = { counts: readonly RefundReasonCount[]; span: OverviewSpan; zone: string };

/** Why was refunded: each reason with its share, its sum, and a link to the refunds behind it. */
export async function RefundReasonsPanel({ counts, span, zone }: RefundReasonsPanelProps) {
  const t = await translator("overview");
  const locale = await currentLocale();
  const format = countFormat(locale);
  const max = Math.max(0, ...counts.map(({ count }) => count));
  const dayOf = (ms: number): string => wallTimeOf(new Date(ms), zone).slice(0, 10);
  const times = { from: dayOf(span.from.getTime()), until: dayOf(span.until.getTime() - 1), zone };
  return (
    <Panel
      title={t("refunds.byReason")}
      aside={
        <Link href={paths.refundList(times)} className={`${buttonClass("link", "sm")} -mx-2.5`}>
          {t("refunds.list")}
        </Link>
      }
    >
      {counts.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("refunds.none")}</p>
      ) : (
        <DataTable
          isInPanel
          label={t("refunds.byReason")}
          rows={counts}
          rowKey={({ reason }) => reason?.code ?? NO_REASON}
          columns={[
            {
              id: "name",
              heading: t("refunds.reason"),
              cell: ({ reason }) => (
                <Link
                  href={paths.refundList({ reason: reason?.code ?? NO_REASON, ...times })}
                  className="text-accent underline-offset-2 hover:underline"
                >
                  {reason === null ? t("refunds.noReason") : reasonName(reason, locale)}
                </Link>
              ),
            },
            {
              id: "bar",
              heading: t("refunds.count"),
              cell: ({ reason, count }) => (
                <span className="flex items-center gap-2">
                  <span className="min-w-0 grow max-sm:hidden">
                    <Bar
                      value={count}
                      max={max}
                      fill={reason === null ? "fill-line-strong" : "fill-accent-solid"}
                    />
                  </span>
                  <span className="w-10 shrink-0 text-right font-medium tabular-nums">{format(count)}</span>
                </span>
              ),
            },
            {
              id: "amount",
              heading: t("refunds.amount"),
              align: "end",
              width: "7.5rem",
              longest: ({ sums }) =>
                sums
                  .map(({ amount, currency }) => displayAmount(amount, currency))
                  .reduce((best, one) => (one.length > best.length ? one : best), ""),
              cell: ({ sums }) =>
                sums.map(({ currency, amount }) => (
                  <span key={currency} className="block">
                    <Money amount={amount} currency={currency} />
                  </span>
                )),
            },
          ]}
        />
      )}
    </Panel>
  );
}
