"use client";

import { useState } from "react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { MoneyAlert } from "@/components/refunds/money-alert";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { OpenFormRequest } from "@/lib/requests/request-state";
import { ManualRefundForm } from "./manual-refund-form";
import { NotRefundableNotice, RefundForbiddenNotice } from "./refund-notices";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";
import { WaitingRequestNotice } from "./request-notices";
import { useRefundFormView } from "./use-refund-form-view";

export type ManualRefundPanelProps = {
  payment: PaymentView;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onClose: () => void;
};

/** The balance as the service reports it now and the reasons that are offered, then the form. */
export function ManualRefundPanel({ payment, isSending, onSending, onClose }: ManualRefundPanelProps) {
  // Kept after it has closed: the person may then record the refund without it.
  const [fulfilled, setFulfilled] = useState<OpenFormRequest | null>(null);
  const { view, error, refetch } = useRefundFormView(payment, { request: fulfilled?.requestId });
  const waiting = view?.kind === "ready" ? (fulfilled ?? view.waitingRequest) : null;
  if (view === undefined)
    return error === null ? <RefundPanelSkeleton /> : <FetchFailedNotice error={error} onRetry={refetch} />;
  switch (view.kind) {
    case "ready":
      return (
        <>
          <MoneyAlert alert={view.alert} />
          {waiting !== null && (
            <WaitingRequestNotice
              request={waiting}
              currency={view.currency}
              isFulfilled={fulfilled !== null}
              isSending={isSending}
              onChange={(isFulfilled) => setFulfilled(isFulfilled ? waiting : null)}
            />
          )}
          <ManualRefundForm
            payment={payment}
            balance={view.balance}
            reasons={view.reasons}
            isReasonRequired={view.isReasonRequired}
            fulfils={fulfilled}
            isSending={isSending}
            onSending={onSending}
            onClose={onClose}
          />
        </>
      );
    case "not_refundable":
      return <NotRefundableNotice status={view.status} />;
    case "trouble":
      return <ServiceErrorNotice trouble={view.trouble} />;
    case "forbidden":
      return <RefundForbiddenNotice />;
  }
}
