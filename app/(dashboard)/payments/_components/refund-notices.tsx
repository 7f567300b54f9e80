import { paymentStatusMeaning } from "@/components/payments/payment-status";
import { troubleWords } from "@/components/live/trouble";
import { Notice } from "@/components/ui/notice";
import { ForeignText } from "@/components/ui/text";
import type { PaymentStatus } from "@/lib/contract/statuses";
import { displayAmount } from "@/lib/money";
import type { CorrectableOutcome } from "./use-refund-request";

/** What the server says about the amount itself; null when the fault lies elsewhere. */
export function problemAtAmount(problem: CorrectableOutcome, currency: string): string | null {
  switch (problem.kind) {
    case "exceeds_balance":
      return nothingMoreThan(displayAmount(problem.left, problem.currency));
    case "invalid":
      return problem.field === "amount" ? problem.message : null;
    case "refused":
      return problem.left === null ? null : nothingMoreThan(displayAmount(problem.left, currency));
    case "not_sent":
      return null;
  }
}

/** The limit, told where the amount is typed. */
export function nothingMoreThan(left: string): string {
  return `No more than ${left} is left to refund.`;
}

/** Why nothing was refunded, above a form that can be corrected. */
export function RefundProblemNotice({ problem }: { problem: CorrectableOutcome }) {
  switch (problem.kind) {
    case "refused":
      return (
        <Notice tone="danger" role="alert" title="The payment service refused the refund">
          <p>
            In its words: <ForeignText>{problem.message}</ForeignText>
          </p>
          <p>No money was sent back. Correct the amount, or close this.</p>
        </Notice>
      );
    case "exceeds_balance":
      return (
        <Notice tone="danger" role="alert" title="More than what is left">
          <p>
            {displayAmount(problem.left, problem.currency)} remains refundable; other refunds hold the rest.
            Nothing was sent.
          </p>
        </Notice>
      );
    case "invalid":
      if (problem.field === "amount") return null;
      return (
        <Notice tone="danger" role="alert" title="The refund could not be sent">
          <p>{problem.message}</p>
          <p>Nothing was sent and no money moved.</p>
        </Notice>
      );
    case "not_sent":
      return (
        <Notice tone="warning" role="alert" title="The refund was not sent">
          <p>No money moved, and nothing is reserved. {troubleWords(problem.trouble).title}.</p>
          <p>Send it again in a moment; if it goes on like this, tell an administrator.</p>
        </Notice>
      );
  }
}

export function NotRefundableNotice({ status }: { status: PaymentStatus | null }) {
  return (
    <Notice tone="warning" role="alert" title="This payment can’t be refunded">
      <p>
        {status === null
          ? "The payment service has no such payment."
          : `Its status is ${status} (${paymentStatusMeaning(status)}); only a successful payment can be refunded.`}{" "}
        Nothing was sent and no money moved.
      </p>
    </Notice>
  );
}

export function RefundForbiddenNotice() {
  return (
    <Notice tone="danger" role="alert" title="Your role may not refund">
      <p>Nothing was sent. The attempt was recorded; ask someone in finance to refund it.</p>
    </Notice>
  );
}
