import Link from "next/link";
import { RefundIntentBadge } from "@/components/refunds/refund-status";
import { cx } from "@/components/ui/cx";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/views";

/**
 * A table on a wide screen, cards on a phone. The roles are written out because a browser drops a table's own when its
 * rows are laid out as grids.
 */
export function RefundsTable({ refunds }: { refunds: RefundIntentView[] }) {
  return (
    <table
      role="table"
      aria-label="Refunds"
      className="block overflow-hidden rounded-lg border border-line bg-surface text-sm"
    >
      <thead role="rowgroup" className="hidden border-b border-line md:block">
        <tr role="row" className={cx(ROW_CLASS, "py-2 text-xs text-ink-muted")}>
          {["Refund", "Status", "Requested", "Amount"].map((heading) => (
            <th
              key={heading}
              role="columnheader"
              scope="col"
              className={cx("font-medium", heading === "Amount" ? "text-right" : "text-left")}
            >
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block divide-y divide-line">
        {refunds.map((intent) => (
          <RefundRow key={intent.intentId} intent={intent} />
        ))}
      </tbody>
    </table>
  );
}

const ROW_CLASS =
  "grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-1.5 px-4 md:grid-cols-[minmax(0,1fr)_8.5rem_10rem_7rem] xl:grid-cols-[minmax(0,1fr)_9rem_13rem_7.5rem]";

function RefundRow({ intent }: { intent: RefundIntentView }) {
  return (
    <tr role="row" className={cx(ROW_CLASS, "items-start py-3")}>
      <td role="cell" className="min-w-0">
        {intent.refundId === null ? (
          <span className="text-ink-muted">No refund id</span>
        ) : (
          <Link
            href={paths.refund(intent.refundId)}
            className="font-mono text-[0.8125rem] font-medium text-accent underline-offset-2 wrap-anywhere hover:underline"
          >
            {intent.refundId}
          </Link>
        )}
        <p className="mt-0.5">
          <Link href={paths.payments(intent.reference)} className="underline-offset-2 hover:underline">
            <ForeignText>{intent.reference}</ForeignText>
          </Link>
        </p>
        {intent.reason !== null && (
          <p className="text-xs text-ink-muted">
            <ForeignText>{intent.reason}</ForeignText>
          </p>
        )}
        {intent.message !== null && intent.state === "REFUSED" && (
          <p className="text-xs text-ink-muted">
            The service said: <ForeignText>{intent.message}</ForeignText>
          </p>
        )}
        {intent.state === "UNKNOWN" && (
          <p className="text-xs text-ink-muted">Its amount stays reserved until the outcome is known.</p>
        )}
      </td>
      <td role="cell" className="order-1 col-span-2 md:order-none md:col-span-1">
        <RefundIntentBadge intent={intent} />
      </td>
      <td
        role="cell"
        className="order-2 col-span-2 flex min-w-0 flex-wrap gap-x-2 md:order-none md:col-span-1 md:block"
      >
        <Time iso={intent.requestedAt} />
        <p className="text-xs text-ink-muted">
          <Age iso={intent.requestedAt} /> by <bdi className="wrap-anywhere">{intent.requestedBy}</bdi>
        </p>
      </td>
      <td role="cell" className="text-right">
        <Money amount={intent.amount} currency={intent.currency} className="text-base font-semibold" />
      </td>
    </tr>
  );
}
