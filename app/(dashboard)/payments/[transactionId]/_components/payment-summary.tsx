"use client";

import type { ReactNode } from "react";
import { useTranslations } from "use-intl/react";
import {
  RecordActions,
  type RecordActionsProps,
} from "@/app/(dashboard)/payments/_components/record-actions";
import { PaymentStateBadge, PaymentStateMeaning } from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { CopyableId } from "@/components/ui/copyable-id";
import { Money } from "@/components/ui/money";
import { ForeignText } from "@/components/ui/text";
import { Age, Time } from "@/components/ui/time";
import type { PaymentDetailView } from "@/lib/payments/payment-detail-view";
import { CancelledNotice } from "./cancelled-notice";

type PaymentSummaryProps = Omit<RecordActionsProps, "payment" | "left"> & {
  detail: PaymentDetailView;
  checked: ReactNode;
  wasCancelledHere: boolean;
};

/** Amount and status first, then the identifiers, then the actions. */
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
          <div className="mt-1 flex flex-wrap items-center gap-x-3">
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
      <dl className="mt-1.5 flex flex-wrap gap-x-6 gap-y-2">
        <Fact name={common("reference")}>
          <ForeignText className="font-medium">{payment.reference}</ForeignText>
        </Fact>
        <Fact name={common("transactionId")}>
          <CopyableId id={payment.transactionId} what={common("transactionId")} />
        </Fact>
        <Fact name={t("facts.created")}>
          <Time iso={payment.createdAt} />{" "}
          <span className="text-ink-muted">
            <Age iso={payment.createdAt} />
          </span>
        </Fact>
        {payment.gatewayTransactionId !== null && (
          <Fact name={t("facts.gatewayId")}>
            <CopyableId id={payment.gatewayTransactionId} what={t("facts.gatewayId")} />
          </Fact>
        )}
      </dl>
      {wasCancelledHere && payment.status === "CANCELLED" && (
        <div className="mt-3">
          <CancelledNotice isLateMoneyReturned={detail.more !== null} />
        </div>
      )}
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-ink-muted">{name}</dt>
      <dd className="min-w-0 text-sm">{children}</dd>
    </div>
  );
}
