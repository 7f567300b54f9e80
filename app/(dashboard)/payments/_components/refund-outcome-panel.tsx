"use client";

import { useEffect, useRef } from "react";
import { useTranslations } from "use-intl/react";
import { SignedOut } from "@/components/states/signed-out";
import { Button } from "@/components/ui/button";
import { DialogButtons } from "@/components/ui/dialog";
import type { PaymentView } from "@/lib/payments/payment-view";
import { AcceptedNotice } from "./accepted-notice";
import { ApprovalEndedNotice, AwaitingApprovalNotice } from "./awaiting-approval-notice";
import { InterruptedOutcome } from "./interrupted-outcome";
import { ConflictingRefundNotice } from "./conflicting-refund-notice";
import { NotRefundableNotice, OnHoldNotice, RefundForbiddenNotice, WithdrawnNotice } from "./refund-notices";
import { FormRequestNotice } from "./request-notices";
import { UnknownOutcome } from "./unknown-outcome";
import {
  type CorrectableOutcome,
  mustDecideFirst,
  type RefundRequestOutcome,
  type PendingRequest,
} from "./use-refund-request";

type FinalOutcome = Exclude<RefundRequestOutcome, CorrectableOutcome>;

type RefundOutcomePanelProps = {
  outcome: FinalOutcome;
  payment: PaymentView;
  pending: PendingRequest | null;
  /** A withdrawal was requested, but the refund had already been received. */
  isTooLate: boolean;
  onReceived: () => void;
  onSendAgain: () => void;
  onWithdraw: () => void;
  onStartOver: () => void;
  onClose: () => void;
};

/** The outcome of a request that this form cannot repeat. It replaces the form, so focus moves here. */
export function RefundOutcomePanel(props: RefundOutcomePanelProps) {
  const t = useTranslations("refund");
  const place = useRef<HTMLDivElement>(null);
  const { outcome } = props;
  useEffect(() => place.current?.focus(), [outcome.kind]);
  const mustDecide = outcome.kind === "cut_off" && mustDecideFirst(outcome);
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <OutcomeWords {...props} />
      {props.isTooLate && <p className="mt-2 text-sm text-ink-muted">{t("unknown.tooLate")}</p>}
      {/* A request that may be on its way must be sent again or withdrawn first. */}
      {!mustDecide && (
        <DialogButtons>
          <Button disabled={props.pending !== null} onClick={props.onClose}>
            {t(outcome.kind === "cut_off" ? "unknown.leave" : "backToPayment")}
          </Button>
        </DialogButtons>
      )}
    </div>
  );
}

function OutcomeWords(props: RefundOutcomePanelProps) {
  const { outcome, payment, onStartOver } = props;
  switch (outcome.kind) {
    case "accepted":
      return <AcceptedNotice refundId={outcome.refundId} opensByItself={!props.isTooLate} />;
    case "unknown":
      return <UnknownOutcome intentId={outcome.intentId} payment={payment} />;
    case "cut_off":
      return <InterruptedOutcome {...props} outcome={outcome} />;
    case "withdrawn":
      return <WithdrawnNotice onStartOver={onStartOver} />;
    case "blocked":
      return <ConflictingRefundNotice blockedBy={outcome.blockedBy} onStartOver={onStartOver} />;
    case "awaiting_approval":
      return <AwaitingApprovalNotice approvalId={outcome.approvalId} expiresAt={outcome.expiresAt} />;
    case "approval_ended":
      return <ApprovalEndedNotice approvalId={outcome.approvalId} />;
    case "own_request":
      return <FormRequestNotice request={{ kind: "own" }} currency={payment.currency} />;
    case "request_missing":
      return <FormRequestNotice request={{ kind: "not_found" }} currency={payment.currency} />;
    case "request_closed":
      return <FormRequestNotice request={outcome.request} currency={payment.currency} />;
    case "on_hold":
      return <OnHoldNotice />;
    case "not_refundable":
      return <NotRefundableNotice status={outcome.status} />;
    case "forbidden":
      return <RefundForbiddenNotice />;
    case "signed_out":
      return <SignedOut />;
  }
}
