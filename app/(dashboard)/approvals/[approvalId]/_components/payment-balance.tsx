import { translator } from "@/components/i18n/server";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { MoneyAlert } from "@/components/refunds/money-alert";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import type { Ctx } from "@/server/dashboard/context";
import { refundForm } from "@/server/dashboard/refunds/queries/refund-form";

type PaymentBalanceProps = {
  ctx: Ctx;
  subject: { reference: string; transactionId: string };
  currency: string;
};

const LINES = ["paid", "refunded", "inProgress", "left"] as const;

/** The payment's remaining balance now, from the service: the approval is checked against it. */
export async function PaymentBalance({ ctx, subject, currency }: PaymentBalanceProps) {
  const t = await translator("approvals");
  const view = await refundForm(ctx, subject);
  switch (view.kind) {
    case "service_error":
      return <ServiceErrorNotice serviceError={view.serviceError} />;
    case "not_refundable":
      return <Notice tone="warning" title={t("detail.notRefundable")} />;
    case "forbidden":
      return null;
    case "ready":
      break;
  }
  return (
    <Panel title={t("detail.balance")}>
      <MoneyAlert alert={view.alert} />
      <Facts>
        {LINES.map((line) => (
          <Fact key={line} name={t(`detail.${line}`)}>
            <Money amount={view.balance[line]} currency={currency} className="block sm:text-right" />
          </Fact>
        ))}
      </Facts>
      <OutsideRefunds outside={view.balance.outside} currency={currency} className="mt-3" />
      {view.blockedBy !== null && (
        <div className="mt-3">
          <Notice tone="warning" title={t("detail.blocked")} />
        </div>
      )}
    </Panel>
  );
}

export async function BalanceSkeleton() {
  const t = await translator("approvals");
  return (
    <div role="status" aria-label={t("detail.balanceReading")}>
      <Skeleton className="h-40 w-full" />
    </div>
  );
}
