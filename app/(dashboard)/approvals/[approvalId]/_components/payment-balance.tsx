import { Messages } from "@/components/i18n/messages";
import { translator } from "@/components/i18n/server";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { MoneyAlert } from "@/components/refunds/money-alert";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { Fact, Facts } from "@/components/ui/facts";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { ForeignText } from "@/components/ui/text";
import { roleAllows } from "@/lib/can";
import { isPaidTwice } from "@/lib/payments/payment-view";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import type { Ctx } from "@/server/dashboard/context";
import { viewPayment } from "@/server/dashboard/payments/queries/view-payment";
import { refundForm } from "@/server/dashboard/refunds/queries/refund-form";
import { PaidTwice } from "@/app/(dashboard)/payments/_components/paid-twice";

type PaymentBalanceProps = {
  ctx: Ctx;
  subject: { reference: string; transactionId: string };
  currency: string;
};

const LINES = ["paid", "refunded", "inProgress", "left"] as const;

/**
 * What an approver has to know of the payment: its remaining balance now, from the service, against which the approval is
 * checked, who gets the money, and whether the order was paid twice.
 */
export async function PaymentBalance({ ctx, subject, currency }: PaymentBalanceProps) {
  const [t, tPayment, view, found] = await Promise.all([
    translator("approvals"),
    translator("payment"),
    refundForm(ctx, subject),
    roleAllows(ctx.actor.role, "view_payments") ? orForbidden(viewPayment(ctx, subject)) : null,
  ]);
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
  const payment = found?.kind === "found" ? found.detail.payment : null;
  const customer = Object.values(view.customer ?? {}).filter((part) => part !== null);
  return (
    <Panel title={t("detail.balance")}>
      {payment !== null && isPaidTwice(payment) && (
        <Messages areas={["refund"]}>
          <PaidTwice payment={payment} />
        </Messages>
      )}
      <MoneyAlert alert={view.alert} />
      <Facts>
        {LINES.map((line) => (
          <Fact key={line} name={t(`detail.${line}`)}>
            <Money amount={view.balance[line]} currency={currency} className="block sm:text-right" />
          </Fact>
        ))}
        {customer.length > 0 && (
          <Fact name={tPayment("contact.title")}>
            <ForeignText className="block sm:text-right">{customer.join(" · ")}</ForeignText>
          </Fact>
        )}
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
