"use client";

import { DecisionPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/decision-panel";
import { AttemptsPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/attempts-panel";
import { PaidTwice } from "@/app/(dashboard)/payments/_components/paid-twice";
import { RefundsPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/refunds-panel";
import { ReversalsPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/reversals-panel";
import { SuccessRates } from "@/app/(dashboard)/payments/[transactionId]/_components/success-rates";
import { TimelinePanel } from "@/app/(dashboard)/payments/[transactionId]/_components/timeline-panel";
import { Fold } from "@/components/ui/fold";
import { REFUND_STATUSES } from "@/lib/contract/statuses";
import { stateOfStatus } from "@/lib/payments/payment-state";
import { MANUAL_TIMELINE_KINDS, TIMELINE_KINDS } from "@/lib/payments/payment-detail-view";
import { AT, detail, intent, LATER, payment, paymentRefund, PERSON, REFUND_ID } from "./data";
import { DECISION, WEIGHED } from "./payment-data";
import { Example } from "./example";
import { pageNotes } from "./notes-data";

/** The panels below the summary of a payment. */
export function PaymentPanelExamples() {
  return (
    <>
      <Example component="RefundsPanel" state="an unknown outcome, every status, paid late">
        <RefundsPanel
          detail={{
            ...detail,
            openIntents: [intent],
            refunds: [
              ...REFUND_STATUSES.map((status) => ({
                ...paymentRefund,
                refundId: `${REFUND_ID}-${status}`,
                status,
              })),
              { ...paymentRefund, status: "FAILURE", wasPaidLate: true, requestedBy: null },
            ],
          }}
          onAgain={() => undefined}
          onManual={() => undefined}
        />
      </Example>
      <Example component="TimelinePanel" state="every event">
        <TimelinePanel
          timeline={TIMELINE_KINDS.map((kind) => ({
            kind,
            at: AT,
            word: kind,
            cause: null,
            refundId: kind.startsWith("refund") ? REFUND_ID : null,
            amount: kind.startsWith("refund") ? "400.00" : null,
            detail: [],
          }))}
          currency="INR"
          isEndExplained={false}
          notes={pageNotes}
          aside={null}
        />
      </Example>
      <Example component="TimelinePanel" state="a manual refund">
        <TimelinePanel
          timeline={MANUAL_TIMELINE_KINDS.map((kind) => ({
            kind,
            at: AT,
            word: kind,
            cause: null,
            refundId: null,
            amount: "250.00",
            detail: [],
            manual: { by: PERSON },
          }))}
          currency="INR"
          isEndExplained={false}
          notes={pageNotes}
          aside={null}
        />
      </Example>
      <Example component="Fold" state="closed, with what it says in short">
        <Fold title={PERSON} brief={REFUND_ID}>
          {PERSON}
        </Fold>
      </Example>
      <Example component="DecisionPanel" state="every result of a rule and of an attempt">
        <DecisionPanel decision={DECISION} quoted={null} mayOpenRules />
      </Example>
      <Example component="DecisionPanel" state="older than rule versions">
        <DecisionPanel
          decision={{
            version: null,
            rules: [],
            attempts: [],
            successRates: [],
            avoided: [],
            experiment: null,
          }}
          quoted={null}
          mayOpenRules={false}
        />
      </Example>
      <Example component="SuccessRates" state="one gateway is failing; fees are known and not weighed">
        <SuccessRates all={DECISION.successRates} chosen="razorpay" />
      </Example>
      <Example component="SuccessRates" state="the lower fee was preferred">
        <SuccessRates all={[WEIGHED]} chosen="simulator" />
      </Example>
      <Example component="SuccessRates" state="fees did not count, because one was unknown">
        <SuccessRates
          all={DECISION.successRates.map((one) => ({ ...one, costWithin: 0.02 }))}
          chosen="razorpay"
        />
      </Example>
      <Example component="AttemptsPanel, Attempt" state="three attempts, the newest can be cancelled">
        <AttemptsPanel
          role="finance"
          cancelledId="TXN202611251764062200000"
          onCancel={() => undefined}
          detail={{
            payment: { ...payment, transactionId: "TXN202611251764062300000" },
            more: null,
            records: [
              { ...payment, status: "INITIATED", gateway: "stripe" },
              {
                ...payment,
                transactionId: "TXN202611251764062300000",
                status: "FAILURE",
                isLatest: false,
                isTest: true,
              },
              {
                ...payment,
                transactionId: "TXN202611251764062200000",
                status: "CANCELLED",
                isLatest: false,
                gatewayTransactionId: null,
              },
            ],
          }}
        />
      </Example>
      {(["PAID", "REFUNDED"] as const).map((state) => (
        <Example key={state} component="PaidTwice" state={`the other one is ${state}`}>
          <PaidTwice
            payment={{
              ...payment,
              status: "SUCCESS",
              otherPaid: [
                {
                  transactionId: "TXN202611251764062300000",
                  amount: payment.amount,
                  currency: payment.currency,
                  state: { ...stateOfStatus("SUCCESS"), state },
                  isRefundWaiting: false,
                },
              ],
            }}
          />
        </Example>
      ))}
      <Example component="ReversalsPanel" state="every status">
        <ReversalsPanel
          reversals={REFUND_STATUSES.map((status) => ({
            gatewayTransactionId: `pi_3Qexample_${status}`,
            gateway: "stripe",
            amount: "1499.00",
            currency: "INR",
            status,
            requestedAt: AT,
            completedAt: LATER,
            failure: status === "FAILURE" ? { reason: "account_closed", message: "Account closed." } : null,
          }))}
        />
      </Example>
    </>
  );
}
