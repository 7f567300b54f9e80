"use client";

import Link from "next/link";
import { LookFailedNotice } from "@/components/live/look-failed-notice";
import { Looked } from "@/components/live/looked";
import { useRefundIntent } from "@/components/refunds/use-refund-intent";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import { displayAmount } from "@/lib/money";
import { paths } from "@/lib/paths";
import type { PaymentView, RefundIntentView } from "@/lib/views";
import { AcceptedNotice } from "./accepted-notice";

type UnknownOutcomeProps = {
  intentId: string;
  payment: PaymentView;
  /**
   * Only when the browser lost Paydeck while asking: then the very same request can be sent again under its own id,
   * once Paydeck has said that it has not received it. A request that left for the service is never offered again.
   */
  sendAgain?: { isSending: boolean; onSendAgain: () => void };
};

/** Sent, and no usable answer came (failure 3): the amount stays reserved, nobody tries again, and the looking goes on. */
export function UnknownOutcome({ intentId, payment, sendAgain }: UnknownOutcomeProps) {
  const { intent, error, lastLookMs, nextLookMs, lookNow } = useRefundIntent(intentId);
  const looked = <Looked lastLookMs={lastLookMs} nextLookMs={nextLookMs} onLook={lookNow} />;

  if (intent?.state === "ACCEPTED" && intent.refundId !== null) {
    return <AcceptedNotice refundId={intent.refundId} opensByItself={false} />;
  }
  if (intent?.state === "REFUSED" || intent?.state === "NOT_SENT")
    return <NothingRefundedNotice intent={intent} />;

  if (intent === null && sendAgain !== undefined) {
    return (
      <Notice
        tone="warning"
        role="alert"
        title="Paydeck has not received the request"
        actions={
          <Button size="sm" variant="primary" busy={sendAgain.isSending} onClick={sendAgain.onSendAgain}>
            Send the same request again
          </Button>
        }
      >
        <p>
          The connection was lost while it was being sent. Sending it again can’t refund twice: it keeps its
          id, and an id is carried out once.
        </p>
        {looked}
      </Notice>
    );
  }

  if (intent === undefined && sendAgain !== undefined) {
    return (
      <Notice tone="warning" role="alert" title="The connection to Paydeck broke">
        <p>
          It broke while the request was being sent. Whether it arrived is being looked up: keep this open,
          and don’t refund it another way meanwhile.
        </p>
        {looked}
      </Notice>
    );
  }

  return (
    <div className="space-y-3">
      <Notice
        tone="warning"
        role="alert"
        title="Outcome unknown"
        actions={
          <Link href={paths.refunds()} className={buttonClass("secondary", "sm")}>
            See the refunds
          </Link>
        }
      >
        <p>
          The request was sent, but no usable answer came back: the money may or may not have been sent back
          to the customer.
        </p>
        <p>
          {intent === undefined || intent === null
            ? "Its amount"
            : displayAmount(intent.amount, payment.currency)}{" "}
          stays reserved, and no other refund of this payment can begin, until the outcome is known. Don’t
          refund it another way. Paydeck keeps checking by itself, also when this is closed.
        </p>
        {looked}
      </Notice>
      {error !== null && <LookFailedNotice error={error} />}
    </div>
  );
}

function NothingRefundedNotice({ intent }: { intent: RefundIntentView }) {
  return (
    <Notice
      tone="info"
      role="alert"
      title={
        intent.state === "REFUSED" ? "The payment service refused the refund" : "The request was not sent"
      }
    >
      {intent.message !== null && (
        <p>
          In its words: <ForeignText>{intent.message}</ForeignText>
        </p>
      )}
      <p>No money was sent back, and the amount counts as refundable again. A new refund can be begun.</p>
    </Notice>
  );
}
