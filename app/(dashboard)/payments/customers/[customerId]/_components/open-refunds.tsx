import { translator } from "@/components/i18n/server";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { Link } from "@/components/ui/link";
import { Money } from "@/components/ui/money";
import { Panel } from "@/components/ui/panel";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { paths } from "@/lib/paths";
import type { RefundIntentView } from "@/lib/refunds/refund-intent-view";

/** The refunds whose outcome is not known yet: their amounts stay reserved. */
export async function OpenRefunds({ refunds }: { refunds: readonly RefundIntentView[] }) {
  const t = await translator("customer");
  return (
    <Panel title={t("openRefunds")}>
      <ul className="divide-y divide-line">
        {refunds.map((refund) => (
          <li key={refund.intentId} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <RefundIntentBadge intent={refund} />
            <Link
              href={paths.refundIntent(refund.intentId)}
              className="min-w-0 text-accent underline-offset-2 hover:underline"
            >
              <ForeignText>{refund.reference}</ForeignText>
            </Link>
            <span className="text-xs text-ink-muted">
              <Time iso={refund.requestedAt} />
            </span>
            <Money amount={refund.amount} currency={refund.currency} className="ml-auto font-medium" />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
