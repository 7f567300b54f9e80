"use client";

import { SignedOutNotice } from "@/components/live/look-failed-notice";
import { TroubleNotice } from "@/components/live/trouble-notice";
import { paymentStatusMeaning } from "@/components/payments/payment-status";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { Time } from "@/components/ui/time";
import { deedObstacle, type Role } from "@/lib/can";
import type { CancelOutcome, PaymentView } from "@/lib/views";

export type UnfinishedCancel = Exclude<CancelOutcome, { kind: "cancelled" }>;

type CancelOutcomeNoticeProps = {
  outcome: UnfinishedCancel;
  role: Role;
  onRefund: (payment: PaymentView) => void;
};

/** What came of a cancellation that did not go through: what happened, what it means for the money, what to do next. */
export function CancelOutcomeNotice({ outcome, role, onRefund }: CancelOutcomeNoticeProps) {
  switch (outcome.kind) {
    case "already_processed":
      return <AlreadyProcessedNotice {...outcome} role={role} onRefund={onRefund} />;
    case "not_latest":
      return (
        <Notice tone="warning" role="alert" title="The customer has tried again since">
          <p>
            A newer record, {outcome.latestTransactionId}, exists for this reference, and only the newest can
            be cancelled. Close this to see how both stand now.
          </p>
        </Notice>
      );
    case "not_found":
      return (
        <Notice tone="warning" role="alert" title="The payment is no longer known">
          <p>The payment service has no record of this reference. Nothing was cancelled.</p>
        </Notice>
      );
    case "refused":
      return (
        <Notice tone="warning" role="alert" title="The payment service refused to cancel">
          <p>
            In its words: <ForeignText>{outcome.message}</ForeignText>
          </p>
          <p>The payment stays as it was; the customer may still pay it.</p>
        </Notice>
      );
    case "unknown":
      return (
        <Notice tone="warning" role="alert" title="Outcome unknown">
          <p>
            The request was sent, but no usable answer came: the payment may or may not be cancelled. No money
            moves because of this. Close to see its status, which is looked at again and again.
          </p>
        </Notice>
      );
    case "not_sent":
      return <TroubleNotice trouble={outcome.trouble} />;
    case "forbidden":
      return (
        <Notice tone="danger" role="alert" title="Your role may not cancel payments">
          <p>Nothing was sent. The attempt was recorded; ask someone in operations to cancel it.</p>
        </Notice>
      );
    case "signed_out":
      return <SignedOutNotice />;
  }
}

type AlreadyProcessedProps = {
  payment: PaymentView;
  checkedAt: string;
  role: Role;
  onRefund: (payment: PaymentView) => void;
};

/** The race was lost: the money may have arrived, and then a refund is the way to undo it. */
function AlreadyProcessedNotice({ payment, checkedAt, role, onRefund }: AlreadyProcessedProps) {
  if (payment.status === "CANCELLED") {
    return (
      <Notice tone="info" role="alert" title="It is cancelled already">
        <p>Somebody was faster, or had cancelled it before. The customer can no longer pay it.</p>
      </Notice>
    );
  }
  const isPaid = payment.status === "SUCCESS";
  const mayRefund =
    deedObstacle("refund_payment", { role, status: payment.status, isLatest: payment.isLatest }) === null;
  return (
    <Notice
      tone={isPaid ? "warning" : "info"}
      role="alert"
      title={isPaid ? "The customer paid before it could be cancelled" : "It can no longer be cancelled"}
      actions={
        mayRefund ? (
          <Button size="sm" variant="primary" onClick={() => onRefund(payment)}>
            Refund instead
          </Button>
        ) : undefined
      }
    >
      <p>
        At <Time iso={checkedAt} /> its status was {payment.status}:{" "}
        {lowerFirst(paymentStatusMeaning(payment.status))}.{" "}
        {payment.isLatest
          ? "Nothing was cancelled."
          : "A newer attempt exists for this reference and may have been cancelled instead: close this to see it."}
      </p>
      {isPaid && (
        <p>
          The money is with the merchant.{" "}
          {mayRefund ? "It can be refunded." : "Ask finance if it must be refunded."}
        </p>
      )}
    </Notice>
  );
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
