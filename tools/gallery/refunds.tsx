"use client";

import {
  ApprovalEndedNotice,
  AwaitingApprovalNotice,
} from "@/app/(dashboard)/payments/_components/awaiting-approval-notice";
import { AcceptedNotice } from "@/app/(dashboard)/payments/_components/accepted-notice";
import { BlockedNotice } from "@/app/(dashboard)/payments/_components/blocked-notice";
import { InterruptedOutcome } from "@/app/(dashboard)/payments/_components/interrupted-outcome";
import { RefundBalance } from "@/app/(dashboard)/payments/_components/refund-balance";
import {
  NotFailedNotice,
  NotRefundableNotice,
  OnHoldNotice,
  RefundForbiddenNotice,
  RefundProblemNotice,
  WithdrawnNotice,
} from "@/app/(dashboard)/payments/_components/refund-notices";
import type { CorrectableOutcome } from "@/app/(dashboard)/payments/_components/use-refund-request";
import { UnknownOutcome } from "@/app/(dashboard)/payments/_components/unknown-outcome";
import { RefundCard } from "@/app/(dashboard)/refunds/[refundId]/_components/refund-card";
import { DuplicateRefunds } from "@/components/refunds/duplicate-refunds";
import { RefundFailure } from "@/components/refunds/refund-failure";
import { OutsideRefunds } from "@/components/refunds/outside-refunds";
import { PartsBar } from "@/components/refunds/parts-bar";
import { RefundIntentBadge } from "@/components/refunds/refund-intent-badge";
import { REFUND_FAILURES, type RefundFailureReason } from "@/lib/contract/refund-failures";
import { REFUND_STATUSES, type RefundStatus } from "@/lib/contract/statuses";
import type { RefundView } from "@/lib/refunds/refund-view";
import { REFUND_INTENT_STATES } from "@/lib/refunds/refund-intent-view";
import { useTranslations } from "use-intl/react";
import { balance, duplicates, intent, LATER, outside, payment, refund, REFUND_ID } from "./data";
import { Example } from "./example";

const nothing = (): void => undefined;

const PROBLEMS: readonly CorrectableOutcome[] = [
  { kind: "refused", message: "Amount exceeds balance", left: "849.00" },
  { kind: "exceeds_balance", left: "849.00", currency: "INR" },
  { kind: "above_limit", limit: "500.00", left: "200.00", currency: "INR", mayRequest: false },
  { kind: "approval_not_needed" },
  { kind: "invalid", field: "reason", fault: "too_long" },
  { kind: "not_sent", serviceError: { kind: "unavailable" } },
];

/** With the fields that a refund of this status has. */
function refundWith(status: RefundStatus): RefundView {
  const isFinal = status === "SUCCESS" || status === "FAILURE";
  return {
    ...refund,
    status,
    gatewayRefundId: status === "INITIATED" ? null : refund.gatewayRefundId,
    completedAt: isFinal ? LATER : null,
  };
}

const failedBecause = (reason: RefundFailureReason): RefundView => ({
  ...refundWith("FAILURE"),
  failure: { reason, message: "The gateway's own words." },
});

/** A refund from the form to its end. */
export function RefundExamples() {
  const t = useTranslations("refund");
  return (
    <>
      {REFUND_STATUSES.map((status) => (
        <Example key={status} component="RefundCard, RefundSteps" state={status}>
          <RefundCard refund={refundWith(status)} isStale={false} mayRefund />
        </Example>
      ))}
      <Example component="RefundCard, RefundSteps" state="failed, then paid late; older data">
        <RefundCard refund={{ ...refundWith("FAILURE"), wasPaidLate: true }} isStale mayRefund />
      </Example>
      <Example component="RefundFailure" state="every reason">
        {REFUND_FAILURES.map((reason) => (
          <p key={reason} className="text-sm">
            <RefundFailure failure={{ reason, message: "The gateway's own words." }} isOpen={false} />
          </p>
        ))}
      </Example>
      {(["disputed", "account_closed"] as const).map((reason) => (
        <Example key={reason} component="RefundCard, RefundFailure" state={`failed: ${reason}`}>
          <RefundCard refund={failedBecause(reason)} isStale={false} mayRefund />
        </Example>
      ))}
      <Example component="RefundCard, RefundFailure" state="waits for the gateway">
        <RefundCard
          refund={{ ...failedBecause("insufficient_balance"), status: "INITIATED", completedAt: null }}
          isStale={false}
          mayRefund
        />
      </Example>
      <Example component="RefundIntentBadge" state="every state">
        <div className="flex flex-wrap gap-2">
          {REFUND_INTENT_STATES.map((state) => (
            <RefundIntentBadge key={state} intent={{ ...intent, state }} />
          ))}
        </div>
      </Example>
      <Example component="PartsBar" state="partly refunded, partly in progress">
        <PartsBar {...balance} label={t("balance.paid")} />
      </Example>
      <Example component="RefundBalance" state="after an amount, and from the ledger">
        <RefundBalance
          balance={{ ...balance, mayCountTwice: "250.00", outside, source: "ledger" }}
          currency="INR"
          afterPaise={34_900n}
        />
      </Example>
      <Example component="OutsideRefunds" state="as on a request or a row">
        <OutsideRefunds outside={outside} currency="INR" />
      </Example>
      <Example component="DuplicateRefunds" state="refunded before, in a bulk run, awaiting approval">
        <DuplicateRefunds
          found={{ amount: "400.00", currency: "INR", duplicates }}
          next={t("again.refunded_since.next")}
        />
      </Example>
      <Example component="NotFailedNotice" state="refunded since">
        <NotFailedNotice
          again={{ kind: "refunded_since", amount: "400.00", duplicates: duplicates.slice(0, 1) }}
          currency="INR"
        />
      </Example>
      <Example component="UnknownOutcome" state="sent, without a usable response">
        <UnknownOutcome intentId={intent.intentId} payment={payment} />
      </Example>
      <Example component="BlockedNotice" state="another refund, outcome unknown">
        <BlockedNotice blockedBy={intent} onSettled={nothing} />
      </Example>
      <Example component="InterruptedOutcome" state="the connection broke">
        <InterruptedOutcome
          outcome={{ kind: "cut_off", intentId: "not-received", lost: "submission", isTurnedAway: false }}
          pending={null}
          onReceived={nothing}
          onSendAgain={nothing}
          onWithdraw={nothing}
        />
      </Example>
      {PROBLEMS.map((problem) => (
        <Example key={problem.kind} component="RefundProblemNotice" state={problem.kind}>
          <RefundProblemNotice problem={problem} />
        </Example>
      ))}
      <Example component="NotRefundableNotice" state="a status, and unknown">
        <div className="space-y-3">
          <NotRefundableNotice status="INITIATED" />
          <NotRefundableNotice status={null} />
        </div>
      </Example>
      <Example component="AwaitingApprovalNotice" state="requested">
        <AwaitingApprovalNotice approvalId={intent.intentId} expiresAt={LATER} />
      </Example>
      <Example component="ApprovalEndedNotice" state="ended without approval">
        <ApprovalEndedNotice approvalId={intent.intentId} />
      </Example>
      <Example component="AcceptedNotice" state="does not open by itself">
        <AcceptedNotice refundId={REFUND_ID} opensByItself={false} />
      </Example>
      <Example component="OnHoldNotice" state="after a restore">
        <OnHoldNotice />
      </Example>
      <Example component="WithdrawnNotice" state="withdrawn">
        <WithdrawnNotice onStartOver={nothing} />
      </Example>
      <Example component="RefundForbiddenNotice" state="forbidden">
        <RefundForbiddenNotice />
      </Example>
    </>
  );
}
