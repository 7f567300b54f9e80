"use client";

import { type Ref, useImperativeHandle, useState } from "react";
import { useTranslations } from "use-intl/react";
import { FetchFailedNotice } from "@/components/live/fetch-failed-notice";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { MoneyAlert } from "@/components/refunds/money-alert";
import {
  answerTo,
  type RequestAnswer,
  WaitingRequestChoice,
  withAnswer,
} from "@/components/refunds/waiting-request-choice";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import type { PaymentView } from "@/lib/payments/payment-view";
import type { RefundFormView } from "@/lib/refunds/refund-form-view";
import type { OpenFormRequest, WaitingRequest } from "@/lib/requests/request-state";
import { BlockedNotice } from "./blocked-notice";
import { RefundBalance } from "./refund-balance";
import { RefundForm } from "./refund-form";
import { NotRefundableNotice, OnHoldNotice, RefundForbiddenNotice } from "./refund-notices";
import { RefundOutcomePanel } from "./refund-outcome-panel";
import { RefundPanelSkeleton } from "./refund-panel-skeleton";
import { FormRequestNotice } from "./request-notices";
import { RefundSubject } from "./refund-subject";
import { useRefundFormView } from "./use-refund-form-view";
import { leavesFormOpen, mustDecideFirst, useRefundRequest } from "./use-refund-request";

type ReadyView = Extract<RefundFormView, { kind: "ready" }>;

type RefundPanelProps = {
  payment: PaymentView;
  again: string | undefined;
  request: string | undefined;
  isSending: boolean;
  onSending: (isSending: boolean) => void;
  onClose: () => void;
  ref: Ref<RefundPanelHandle>;
};

/** `leave` does the same as the panel's own back button: it may have to withdraw a request first. */
export type RefundPanelHandle = { leave: () => void };

/** The content of the refund dialog: the balance as the service reports it now, then the form, then the outcome. */
export function RefundPanel({
  payment,
  again,
  request: openedFor,
  isSending,
  onSending,
  onClose,
  ref,
}: RefundPanelProps) {
  const [answer, setAnswer] = useState<RequestAnswer | null>(null);
  const requestId = openedFor ?? (answer?.isFulfilled === true ? answer.requestId : undefined);
  const { view: latest, error, refetch } = useRefundFormView(payment, { again, request: requestId });
  const request = useRefundRequest({ payment, onSending, onNothingRefunded: refetch });
  const { outcome } = request;
  // A withdrawal that failed or was refused has shown the user its notice; then leaving just closes.
  const leave = outcome?.kind === "cut_off" && mustDecideFirst(outcome) ? request.withdraw : onClose;
  useImperativeHandle(ref, () => ({ leave }));
  // Keeps the last view that was ready, so that a form with input stays when the service becomes unavailable.
  const [lastReady, setLastReady] = useState<ReadyView | null>(null);
  if (latest?.kind === "ready" && latest !== lastReady) setLastReady(latest);
  const view =
    latest?.kind === "service_error" && outcome !== null && lastReady !== null ? lastReady : latest;

  const waiting = view?.kind === "ready" ? offeredBy(view, openedFor) : null;
  const opened = view?.kind === "ready" && view.request?.kind === "open" ? view.request : null;
  // A form that was opened for the request fulfils it.
  const given =
    openedFor === undefined
      ? answerTo(waiting, answer)
      : opened && { requestId: openedFor, steps: opened.steps, isFulfilled: true };
  const isAvailable = view?.kind === "ready" && view.blockedBy === null && !view.isOnHold;

  if (outcome !== null && !leavesFormOpen(outcome)) {
    return (
      <>
        <RefundSubject payment={payment} />
        <RefundOutcomePanel
          outcome={outcome}
          payment={payment}
          pending={request.pending}
          isTooLate={request.isTooLate}
          onReceived={request.markReceived}
          onSendAgain={request.sendAgain}
          onWithdraw={request.withdraw}
          onStartOver={request.startOver}
          onClose={leave}
        />
      </>
    );
  }

  return (
    <>
      <RefundSubject payment={payment} />
      {error !== null && view === undefined && <FetchFailedNotice error={error} onRetry={refetch} />}
      {error === null && view === undefined && <RefundPanelSkeleton />}
      {view !== undefined && view.kind !== "ready" && <NotReady view={view} onTryAgain={refetch} />}
      {view?.kind === "ready" && <MoneyAlert alert={view.alert} />}
      {view?.kind === "ready" && view.blockedBy !== null && (
        <div className="space-y-4">
          <RefundBalance balance={view.balance} currency={payment.currency} />
          <BlockedNotice blockedBy={view.blockedBy} onSettled={refetch} />
        </div>
      )}
      {view?.kind === "ready" && view.blockedBy === null && view.isOnHold && (
        <div className="space-y-4">
          <RefundBalance balance={view.balance} currency={payment.currency} />
          <OnHoldNotice />
        </div>
      )}
      {isAvailable && waiting !== null && (
        <div className="mb-4">
          <WaitingRequestChoice
            request={waiting}
            currency={view.currency}
            answer={answer}
            asked={outcome?.kind === "waiting_request" ? outcome : null}
            isSending={isSending}
            onAnswer={setAnswer}
          />
        </div>
      )}
      {isAvailable && waiting === null && view.request !== null && (
        <div className="mb-4">
          <FormRequestNotice request={view.request} currency={view.currency} />
        </div>
      )}
      {isAvailable && (view.request === null || view.request.kind === "open") && (
        <RefundForm
          key={opened?.requestId ?? ""}
          payment={payment}
          customer={view.customer}
          currency={view.currency}
          balance={view.balance}
          approvalLimit={view.approvalLimit}
          ownLimit={view.ownLimit}
          reasons={view.reasons}
          isReasonRequired={view.isReasonRequired}
          again={view.again}
          request={view.request}
          entered={request.entered}
          problem={outcome}
          isSending={isSending}
          onSubmit={(entered) => request.submit(withAnswer(given, entered))}
        />
      )}
    </>
  );
}

/** The request that the person is asked about: none where the form was opened for one. */
function offeredBy(
  { request, waitingRequest }: ReadyView,
  openedFor: string | undefined,
): OpenFormRequest | WaitingRequest | null {
  if (openedFor !== undefined) return null;
  return request?.kind === "open" ? request : waitingRequest;
}

/** Why there is no form. */
function NotReady({
  view,
  onTryAgain,
}: {
  view: Exclude<RefundFormView, { kind: "ready" }>;
  onTryAgain: () => void;
}) {
  const t = useTranslations("refund");
  const tCommon = useTranslations("common");
  switch (view.kind) {
    case "not_refundable":
      return <NotRefundableNotice status={view.status} />;
    case "forbidden":
      return <RefundForbiddenNotice />;
    case "service_error":
      return (
        <div className="space-y-3">
          <ServiceErrorNotice
            serviceError={view.serviceError}
            actions={
              <Button size="sm" onClick={onTryAgain}>
                {tCommon("tryAgain")}
              </Button>
            }
          />
          <Notice tone="info" title={t("balanceUnknown.title")}>
            <p>{t("balanceUnknown.body")}</p>
          </Notice>
        </div>
      );
  }
}
