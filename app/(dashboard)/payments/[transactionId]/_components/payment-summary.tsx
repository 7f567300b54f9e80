"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import {
  RecordActions,
  type RecordActionsProps,
} from "@/app/(dashboard)/payments/_components/record-actions";
import { PaymentStateBadge, PaymentStateMeaning } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import type { PaymentDetailView } from "@/lib/payments/payment-detail-view";
import { CancelledNotice } from "./cancelled-notice";

type PaymentSummaryProps = Omit<RecordActionsProps, "payment" | "left"> & {
  detail: PaymentDetailView;
  checked: ReactNode;
  wasCancelledHere: boolean;
};

/** Amount and status, the order that it is for, and what can be done. */
export function PaymentSummary({ detail, checked, wasCancelledHere, ...actions }: PaymentSummaryProps) {
  const t = useTranslations("payment");
  const common = useTranslations("common");
  const { payment } = detail;
  return (
    <article
      aria-label={payment.transactionId}
      className="-mx-(--gutter) border-b border-line px-(--gutter) pb-3.5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 grow basis-96">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
            <h1 className="text-2xl leading-8 font-semibold">
              <span className="sr-only">{t("title", { id: payment.transactionId })}: </span>
              <Money amount={payment.amount} currency={payment.currency} />
            </h1>
            <div role="status" className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
              <PaymentStateBadge state={detail.state} />
              {detail.failure === null && (
                <span className="text-sm text-ink-muted">
                  <PaymentStateMeaning state={detail.state} currency={payment.currency} />
                </span>
              )}
            </div>
            <TestBadge isTest={payment.isTest} />
          </div>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 text-sm">
            <span className="min-w-0">
              <span className="sr-only">{common("reference")}: </span>
              <ForeignText className="font-medium">{payment.reference}</ForeignText>
            </span>
            {detail.records.length > 1 && (
              <span className="rounded-sm border border-line px-1.5 text-xs font-medium text-ink-muted">
                {t(payment.isLatest ? "latest" : "notLatest")}
              </span>
            )}
            {checked}
          </div>
        </div>
        <RecordActions payment={payment} left={detail.balance?.left ?? null} {...actions} />
      </div>
      {wasCancelledHere && payment.status === "CANCELLED" && (
        <div className="mt-3">
          <CancelledNotice isLateMoneyReturned={detail.more !== null} />
        </div>
      )}
    </article>
  );
}
