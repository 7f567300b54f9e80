"use client";

import { ManualRefundDialog } from "@/app/(dashboard)/payments/_components/manual-refund-dialog";
import { ManualRefundForm } from "@/app/(dashboard)/payments/_components/manual-refund-form";
import {
  ManualRefundProblem,
  ManualRefundRecorded,
} from "@/app/(dashboard)/payments/_components/manual-refund-notices";
import { ManualRefundPanel } from "@/app/(dashboard)/payments/_components/manual-refund-panel";
import { ManualRefunds } from "@/app/(dashboard)/payments/[transactionId]/_components/manual-refunds";
import { ManualRefundsPanel } from "@/app/(dashboard)/payments/[transactionId]/_components/manual-refunds-panel";
import { ManualRefundItem } from "@/app/(dashboard)/refunds/manual/_components/manual-refund-item";
import { ManualRefundList } from "@/app/(dashboard)/refunds/manual/_components/manual-refund-list";
import { ManualRefundSteps } from "@/app/(dashboard)/refunds/manual/_components/manual-refund-steps";
import { ManualRefundBadge } from "@/components/manual-refunds/manual-refund-badge";
import { MANUAL_REFUND_STATES, type ManualRefundView } from "@/lib/manual-refunds/manual-refund-views";
import { AT, balance, LATER, payment, PERSON, reasonOptions, REFERENCE, TRANSACTION_ID } from "./data";
import { DialogExample, InDialog } from "./dialog-example";
import { Example } from "./example";

const nothing = (): void => undefined;

const waiting: ManualRefundView = {
  manualRefundId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c01",
  state: "WAITING",
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "450.00",
  currency: "INR",
  isTest: true,
  method: "bank_transfer",
  paidOn: "2026-11-20",
  transferReference: "UTR-AXIS-000000000000000000000000000417",
  reason: "Goods returned",
  note: "The customer’s card was closed, so the gateway cannot refund it.",
  recordedBy: PERSON,
  recordedAt: AT,
  isOwn: false,
  decided: null,
  voidProposed: null,
  voided: null,
};
const proposal = { by: PERSON, at: LATER, reason: "The transfer came back.", isOwn: false };
const ofState = (state: ManualRefundView["state"], index: number): ManualRefundView => ({
  ...waiting,
  manualRefundId: `0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2c1${index}`,
  state,
  decided:
    state === "WAITING"
      ? null
      : { by: "Farah Khan", at: LATER, reason: state === "DECLINED" ? "Not on the statement" : null },
  voidProposed: state === "VOIDED" || state === "VOIDING" ? proposal : null,
  voided: state === "VOIDED" ? { by: "Farah Khan", at: LATER, reason: "The transfer came back." } : null,
});
const ofEveryState = MANUAL_REFUND_STATES.map(ofState);
const withManual = { ...balance, manual: "450.00", left: "399.00" };

/** Refunds made without a gateway: the form, the list and every state. */
export function ManualRefundExamples() {
  return (
    <>
      <Example component="ManualRefundBadge" state="every state">
        <div className="flex flex-wrap gap-2">
          {MANUAL_REFUND_STATES.map((state) => (
            <ManualRefundBadge key={state} state={state} />
          ))}
        </div>
      </Example>
      <Example component="ManualRefundList" state="every state, for finance">
        <ManualRefundList refunds={ofEveryState} mayDecide mayApprove empty={null} />
      </Example>
      <Example component="ManualRefundsPanel, ManualRefundItem" state="for support, on the payment">
        <div className="grid gap-4">
          <ManualRefundsPanel refunds={[waiting]} mayDecide={false} mayApprove={false} onChanged={nothing} />
          <ul>
            <ManualRefundItem
              refund={waiting}
              mayDecide={false}
              mayApprove={false}
              isOnPayment
              onChanged={nothing}
            />
          </ul>
        </div>
      </Example>
      <Example component="ManualRefunds" state="loads its panel">
        <ManualRefunds refunds={[waiting]} mayDecide={false} mayApprove={false} onChanged={nothing} />
      </Example>
      <Example component="ManualRefundSteps" state="one’s own waits">
        <ManualRefundSteps refund={{ ...waiting, isOwn: true }} mayApprove onChanged={nothing} />
      </Example>
      <Example component="ManualRefundForm" state="empty">
        <InDialog>
          <ManualRefundForm
            payment={payment}
            balance={withManual}
            reasons={reasonOptions}
            isReasonRequired
            waiting={null}
            answer={null}
            onAnswer={nothing}
            onClosed={nothing}
            isSending={false}
            onSending={nothing}
            onClose={nothing}
          />
        </InDialog>
      </Example>
      <Example component="ManualRefundPanel" state="reads the balance and the reasons">
        <InDialog>
          <ManualRefundPanel payment={payment} isSending={false} onSending={nothing} onClose={nothing} />
        </InDialog>
      </Example>
      <DialogExample component="ManualRefundDialog" state="loads its form">
        {(close) => <ManualRefundDialog payment={payment} onClose={close} />}
      </DialogExample>
      <Example component="ManualRefundRecorded, ManualRefundProblem" state="the outcomes">
        <div className="grid gap-4">
          <InDialog>
            <ManualRefundRecorded onClose={nothing} />
          </InDialog>
          <ManualRefundProblem
            currency="INR"
            outcome={{ kind: "exceeds_balance", left: "120.00", currency: "INR" }}
          />
          <ManualRefundProblem
            currency="INR"
            outcome={{
              kind: "above_limit",
              limit: "500.00",
              left: "200.00",
              currency: "INR",
              mayRequest: false,
            }}
          />
          <ManualRefundProblem currency="INR" outcome={{ kind: "blocked" }} />
          <ManualRefundProblem
            currency="INR"
            outcome={{ kind: "invalid", field: "form", fault: "other_values" }}
          />
          <ManualRefundProblem currency="INR" outcome={{ kind: "cut_off" }} />
        </div>
      </Example>
    </>
  );
}
