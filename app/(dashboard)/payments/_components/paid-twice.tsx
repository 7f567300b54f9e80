"use client";

import { useTranslations } from "use-intl/react";
import { PaymentStateBadge } from "@/components/payments/payment-state";
import { Money } from "@/components/ui/money";
import { Notice } from "@/components/ui/notice";
import type { PaymentState } from "@/lib/payments/payment-state";
import { isPaidTwice, type PaymentView } from "@/lib/payments/payment-view";

/** Money of a payment in these states went back, or may have. */
const GOES_BACK: readonly PaymentState[] = [
  "REFUND_IN_PROGRESS",
  "PARTLY_REFUNDED",
  "REFUNDED",
  "OUTCOME_UNKNOWN",
  "DISPUTED",
];

/** Several attempts of one reference are paid: said on the page and in the dialogs, before anybody refunds one of them. */
export function PaidTwice({ payment }: { payment: PaymentView }) {
  const t = useTranslations("refund.paidTwice");
  const { otherPaid = [] } = payment;
  if (!isPaidTwice(payment)) return null;
  const goesBack = otherPaid.some(({ state }) => GOES_BACK.includes(state.state));
  const otherwise = otherPaid.some(({ isRefundWaiting }) => isRefundWaiting) ? "waiting" : "noneBack";
  return (
    <div className="mb-4">
      <Notice tone="warning" title={t("title", { n: otherPaid.length + 1 })}>
        <ul>
          {otherPaid.map(({ transactionId, amount, currency, state }) => (
            <li key={transactionId} className="flex flex-wrap items-center gap-x-2">
              {t("also")}
              <code className="font-mono text-[0.8125rem] wrap-anywhere">{transactionId}</code>
              <Money amount={amount} currency={currency} className="font-medium" />
              <PaymentStateBadge state={state} isPlain />
            </li>
          ))}
        </ul>
        <p>{t(goesBack ? "goesBack" : otherwise)}</p>
      </Notice>
    </div>
  );
}
