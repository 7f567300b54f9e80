import { translator } from "@/components/i18n/server";
import { displayAmount } from "@/lib/money";
import type { RefundListView } from "@/lib/refunds/refund-list-views";

/** The total of all matching refunds, per currency. */
export async function RefundTotals({ totals }: { totals: RefundListView["totals"] }) {
  const t = await translator("refunds");
  return (
    <ul aria-label={t("list.totals")} className="mb-2 flex flex-wrap gap-x-4 gap-y-1 text-sm tabular-nums">
      {totals.map(({ currency, count, amount }) => (
        <li key={currency}>{t("list.total", { count, amount: displayAmount(amount, currency) })}</li>
      ))}
    </ul>
  );
}
