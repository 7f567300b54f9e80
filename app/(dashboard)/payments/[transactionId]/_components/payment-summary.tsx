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
      className="rounded-lg border border-line bg-surface shadow-raised"
    >
      <div className="px-4 pt-4 pb-3.5 sm:px-5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
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
          {detail.records.length > 1 && (
            <span className="rounded-sm border border-line px-1.5 text-xs font-medium text-ink-muted">
              {t(payment.isLatest ? "latest" : "notLatest")}
            </span>
          )}
          <div className="max-sm:order-last max-sm:basis-full sm:ml-auto">{checked}</div>
        </div>
        <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-2">
          <Fact name={common("reference")}>
            <ForeignText className="font-medium">{payment.reference}</ForeignText>
          </Fact>
          <Fact name={common("transactionId")}>
            <CopyableId id={payment.transactionId} what={common("transactionId")} />
          </Fact>
          {payment.gatewayTransactionId !== null && (
            <Fact name={t("facts.gatewayId")}>
              <CopyableId id={payment.gatewayTransactionId} what={t("facts.gatewayId")} />
            </Fact>
          )}
          <Fact name={t("facts.created")}>
            <Time iso={payment.createdAt} />{" "}
            <span className="text-ink-muted">
              <Age iso={payment.createdAt} />
            </span>
          </Fact>
        </dl>
      </div>
      {wasCancelledHere && payment.status === "CANCELLED" && (
        <div className="px-4 sm:px-5">
          <CancelledNotice isLateMoneyReturned={detail.more !== null} />
        </div>
      )}
      <RecordActions
        payment={payment}
        isEndExplained={detail.failure !== null}
        left={detail.balance?.left ?? null}
        isPinned
        {...actions}
      />
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
