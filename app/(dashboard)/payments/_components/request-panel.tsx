"use client";

import { useQuery } from "@tanstack/react-query";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { fetchView } from "@/components/live/fetch-view";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { paths } from "@/lib/paths";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RequestFormView } from "@/lib/requests/request-views";
import { NotRefundableNotice, RefundForbiddenNotice } from "./refund-notices";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";
import { RefundSubject } from "./refund-subject";
import { RequestForm } from "./request-form";
import { AlreadyOpenNotice, RequestedNotice } from "./request-notices";
import { useRequestSubmission } from "./use-request-submission";

type RequestPanelProps = {
  payment: PaymentView;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onClose: () => void;
};

/** The content of the dialog: the balance as the service reports it now, then the form, then the outcome. */
export function RequestPanel({ payment, isSending, onSending, onClose }: RequestPanelProps) {
  const { reference, transactionId } = payment;
  const query = useQuery({
    queryKey: ["request-form", reference, transactionId],
    queryFn: ({ signal }) =>
      fetchView<RequestFormView>(paths.api.requestForm(reference, transactionId), signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  const refetch = (): void => void query.refetch();
  const { outcome, submit } = useRequestSubmission({ payment, onSending });
  const view = query.data;
  const open = outcome?.kind === "already_open" ? outcome.open : view?.kind === "ready" ? view.open : null;

  return (
    <>
      <RefundSubject payment={payment} />
      {outcome?.kind === "requested" ? (
        <RequestedNotice requestId={outcome.requestId} onClose={onClose} />
      ) : open !== null ? (
        <AlreadyOpenNotice open={open} onClose={onClose} />
      ) : view === undefined ? (
        query.error === null ? (
          <RefundPanelSkeleton />
        ) : (
          <FetchFailedNotice error={query.error} onRetry={refetch} />
        )
      ) : view.kind === "ready" ? (
        <RequestForm
          view={view}
          problem={outcome}
          isSending={isSending}
          onSubmit={async (entered) => {
            await submit(entered);
          }}
        />
      ) : view.kind === "not_refundable" ? (
        <NotRefundableNotice status={view.status} />
      ) : view.kind === "service_error" ? (
        <ServiceErrorNotice serviceError={view.serviceError} />
      ) : (
        <RefundForbiddenNotice />
      )}
    </>
  );
}
