"use client";

import { useState } from "react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { MoneyAlert } from "@/components/refunds/money-alert";
import type { RequestAnswer } from "@/components/refunds/waiting-request-choice";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { WaitingRequest } from "@/lib/requests/request-state";
import { ManualRefundForm } from "./manual-refund-form";
import { NotRefundableNotice, RefundForbiddenNotice } from "./refund-notices";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";
import { useRefundFormView } from "./use-refund-form-view";

type ManualRefundPanelProps = {
  payment: PaymentView;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onClose: () => void;
};

/** The balance as the service reports it now and the reasons that are offered, then the form. */
export function ManualRefundPanel({ payment, isSending, onSending, onClose }: ManualRefundPanelProps) {
  const [answer, setAnswer] = useState<RequestAnswer | null>(null);
  const [fulfilled, setFulfilled] = useState<WaitingRequest | null>(null);
  const { view, error, refetch } = useRefundFormView(payment, { request: fulfilled?.requestId });
  if (view === undefined)
    return error === null ? <RefundPanelSkeleton /> : <FetchFailedNotice error={error} onRetry={refetch} />;
  switch (view.kind) {
    case "ready":
      return (
        <>
          <MoneyAlert alert={view.alert} />
          <ManualRefundForm
            payment={payment}
            balance={view.balance}
            reasons={view.reasons}
            isReasonRequired={view.isReasonRequired}
            waiting={fulfilled ?? view.waitingRequest}
            answer={answer}
            onAnswer={(given, request) => {
              setAnswer(given);
              setFulfilled(given.isFulfilled ? request : null);
            }}
            onClosed={() => {
              setAnswer(null);
              setFulfilled(null);
            }}
            isSending={isSending}
            onSending={onSending}
            onClose={onClose}
          />
        </>
      );
    case "not_refundable":
      return <NotRefundableNotice status={view.status} />;
    case "service_error":
      return <ServiceErrorNotice serviceError={view.serviceError} />;
    case "forbidden":
      return <RefundForbiddenNotice />;
  }
}
