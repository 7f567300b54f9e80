import { translator } from "@/components/i18n/server";
import { TestBadge } from "@/components/payments/test-badge";
import { PartsBar, REFUND_PARTS } from "@/components/refunds/parts-bar";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { displayAmount } from "@/lib/money";
import type { CustomerTotal, CustomerView } from "@/lib/payments/customer-view";

type CustomerSummaryProps = Pick<Extract<CustomerView, { kind: "found" }>, "totals" | "areTest" | "counts">;

/** How much a customer paid and got back, for each currency, and how many payments there are. */
export async function CustomerSummary({ totals, areTest, counts }: CustomerSummaryProps) {
  const t = await translator("customer");
  const parts = (["paid", "open", "unpaid", "test"] as const).filter((name) => counts[name] > 0);
  return (
    <Panel
      title={t("summary")}
      aside={
        <span className="flex flex-wrap items-center gap-2 text-sm text-ink-muted">
          <TestBadge isTest={areTest} />
          {parts.map((name) => t(`count.${name}`, { n: counts[name] })).join(" · ")}
        </span>
      }
    >
      {totals.length === 0 ? (
        <p className="text-sm text-ink-muted">{t("nothingPaid")}</p>
      ) : (
        <ul
          aria-label={t(areTest ? "total.captionOfTests" : "total.caption")}
          className="divide-y divide-line"
        >
          {totals.map((total) => (
            <li key={total.currency} className="py-3 first:pt-1 last:pb-1">
              <Total total={total} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

async function Total({ total }: { total: CustomerTotal }) {
  const t = await translator("customer");
  const { currency, refundShare } = total;
  const label = [...REFUND_PARTS.map(({ name }) => name), "manual" as const]
    .flatMap((name) => {
      const amount = total[name];
      return amount === null ? [] : [`${t(`total.${name}`)} ${displayAmount(amount, currency)}`];
    })
    .join(", ");
  return (
    <>
      <dl className="mb-3 grid grid-cols-2 gap-x-6 gap-y-2 sm:grid-cols-3 lg:grid-cols-6">
        {(["paid", "refunded", "inProgress", "manual", "left"] as const).map((name) => {
          const amount = total[name];
          return amount === null ? null : (
            <div key={name} className="min-w-0">
              <dt className="text-xs text-ink-muted">{t(`total.${name}`)}</dt>
              <dd className={name === "paid" ? "text-lg font-semibold" : "text-base"}>
                <Money amount={amount} currency={currency} />
              </dd>
            </div>
          );
        })}
        {refundShare !== null && (
          <div className="min-w-0">
            <dt className="text-xs text-ink-muted">{t("total.share")}</dt>
            <dd className="text-base tabular-nums">{t("percent", { share: refundShare })}</dd>
          </div>
        )}
      </dl>
      <PartsBar {...total} label={label} />
    </>
  );
}
