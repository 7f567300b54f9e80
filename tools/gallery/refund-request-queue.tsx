"use client";

import { RequestForm } from "@/app/(dashboard)/payments/_components/request-form";
import { RequestDialog } from "@/app/(dashboard)/payments/_components/request-dialog";
import {
  AlreadyOpenNotice,
  FormRequestNotice,
  RequestedNotice,
  RequestProblemNotice,
} from "@/app/(dashboard)/payments/_components/request-notices";
import { RequestPanel } from "@/app/(dashboard)/payments/_components/request-panel";
import { RequestActions } from "@/app/(dashboard)/requests/[requestId]/_components/request-actions";
import { RequestFacts } from "@/app/(dashboard)/requests/[requestId]/_components/request-facts";
import { RequestThread } from "@/app/(dashboard)/requests/[requestId]/_components/request-thread";
import { StepNotice } from "@/app/(dashboard)/requests/[requestId]/_components/step-notice";
import { ReserveSetting } from "@/app/(dashboard)/requests/_components/reserve-setting";
import { RequestsTable } from "@/app/(dashboard)/requests/_components/requests-table";
import { WaitingRequestChoice } from "@/components/refunds/waiting-request-choice";
import { RequestBadge } from "@/components/requests/request-badge";
import { RequestRefundText } from "@/components/requests/request-refund-text";
import type { OpenFormRequest } from "@/lib/requests/request-state";
import type { RequestEventView, RequestRow } from "@/lib/requests/request-views";
import {
  AT,
  balance,
  LATER,
  payment,
  PERSON,
  reasonOptions,
  REFERENCE,
  REFUND_ID,
  TRANSACTION_ID,
} from "./data";
import { DialogExample, InDialog } from "./dialog-example";
import { Example } from "./example";

const REQUEST_ID = "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2b01";
const INTENT_ID = "5a1f1f9e-33f2-4c53-8a2f-6b1d0f7a2b02";
const request: RequestRow = {
  requestId: REQUEST_ID,
  state: "OPEN",
  transactionId: TRANSACTION_ID,
  reference: REFERENCE,
  amount: "450.00",
  requestedAmount: "450.00",
  currency: "INR",
  isTest: true,
  reason: "Goods returned: box 4",
  note: "The customer called twice. The parcel is back in the warehouse since Monday.",
  requestedBy: PERSON,
  requestedAt: AT,
  isOwn: false,
  decidedBy: null,
  decidedAt: null,
  refund: null,
  paidLate: null,
  isUndecided: true,
  left: "849.00",
  outside: null,
};
const refunded: RequestRow = {
  ...request,
  requestId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2b03",
  state: "ACCEPTED",
  amount: "400.00",
  decidedBy: "Farah Khan",
  decidedAt: LATER,
  refund: { status: "refunded", intentId: INTENT_ID, refundId: REFUND_ID, transactionId: TRANSACTION_ID },
  isUndecided: false,
  left: null,
};
const rows: RequestRow[] = [
  request,
  { ...request, requestId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2b04", state: "QUESTION", left: "120.00" },
  {
    ...refunded,
    requestId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2b05",
    refund: { status: "failed", intentId: INTENT_ID, refundId: REFUND_ID, transactionId: TRANSACTION_ID },
    isUndecided: true,
  },
];
const events: RequestEventView[] = [
  { kind: "requested", at: AT, by: PERSON, text: request.note, amount: "450.00" },
  { kind: "question", at: AT, by: "Farah Khan", text: "Was the box complete?", amount: "450.00" },
  { kind: "answer", at: LATER, by: PERSON, text: "One cable is missing.", amount: "450.00" },
  { kind: "amount", at: LATER, by: "Farah Khan", text: null, amount: "400.00" },
  { kind: "accepted", at: LATER, by: "Farah Khan", text: null, amount: "400.00" },
];
const view = {
  kind: "ready",
  currency: "INR",
  balance,
  reasons: reasonOptions,
  isReasonRequired: true,
  open: null,
} as const;
const open: OpenFormRequest = {
  kind: "open",
  requestId: REQUEST_ID,
  amount: "450.00",
  reason: "Goods returned",
  note: request.note,
  requestedBy: PERSON,
  requestedAt: AT,
  steps: 1,
};
const nothing = (): void => undefined;
const STATUSES = [
  "awaiting_approval",
  "not_approved",
  "sending",
  "unknown",
  "in_progress",
  "refunded",
  "failed",
  "refused",
  "not_sent",
  "awaiting_confirmation",
  "returned",
  "not_returned",
] as const;

/** Refund requests of support: the form, the queue, a request and its outcomes. */
export function RefundRequestQueueExamples() {
  return (
    <>
      <Example component="ReserveSetting" state="on">
        <ReserveSetting doReserve />
      </Example>
      <Example component="RequestsTable" state="the queue of finance">
        <RequestsTable tab="open" requests={rows} mayAccept />
      </Example>
      <Example component="RequestsTable" state="one's own">
        <RequestsTable
          tab="mine"
          requests={[...rows, { ...refunded, requestId: "0d4a1c1e-6f6e-4b55-9a34-2f1d1f7a2b06" }].map(
            (one) => ({ ...one, isOwn: true }),
          )}
          mayAccept={false}
        />
      </Example>
      <Example component="RequestFacts, RequestThread" state="refunded meanwhile">
        <div className="grid gap-4">
          <RequestFacts request={{ ...request, left: "120.00" }} />
          <RequestFacts request={{ ...refunded, requestedAmount: "450.00" }} />
          <RequestFacts
            request={{ ...refunded, paidLate: { intentId: INTENT_ID, refundId: null, isTwice: true } }}
          />
          <RequestThread events={events} currency="INR" />
        </div>
      </Example>
      <Example component="RequestActions" state="finance, requester, another role">
        <div className="grid gap-4">
          <RequestActions request={request} mayDecide />
          <RequestActions request={{ ...request, isOwn: true, state: "QUESTION" }} mayDecide={false} />
          <RequestActions request={request} mayDecide={false} />
        </div>
      </Example>
      <Example component="StepNotice" state="every outcome">
        <div className="grid gap-3">
          <StepNotice outcome={{ kind: "closed", state: "DECLINED", by: "Farah Khan" }} />
          <StepNotice outcome={{ kind: "own" }} />
          <StepNotice outcome={{ kind: "not_own" }} />
          <StepNotice outcome={{ kind: "forbidden" }} />
          <StepNotice outcome={{ kind: "cut_off" }} />
        </div>
      </Example>
      <Example component="RequestBadge, RequestRefundText" state="every status">
        <ul className="grid gap-2">
          {STATUSES.map((status) => (
            <li key={status} className="flex flex-wrap items-center gap-2">
              <RequestBadge
                request={{
                  state: "ACCEPTED",
                  refund: { status, intentId: INTENT_ID, refundId: null, transactionId: TRANSACTION_ID },
                }}
              />
              <span>
                <RequestRefundText
                  refund={{ status, intentId: INTENT_ID, refundId: null, transactionId: TRANSACTION_ID }}
                />
              </span>
            </li>
          ))}
        </ul>
      </Example>
      <Example component="RequestForm" state="empty">
        <InDialog>
          <RequestForm view={view} problem={null} isSending={false} onSubmit={() => Promise.resolve()} />
        </InDialog>
      </Example>
      <DialogExample component="RequestDialog" state="loads its form">
        {(close) => <RequestDialog payment={payment} onClose={close} />}
      </DialogExample>
      <Example component="RequestPanel" state="the balance is not known yet">
        <RequestPanel payment={payment} isSending={false} onSending={nothing} onClose={nothing} />
      </Example>
      <Example component="RequestedNotice, AlreadyOpenNotice" state="the outcomes">
        <div className="grid gap-4">
          <InDialog>
            <RequestedNotice requestId={REQUEST_ID} onClose={nothing} />
          </InDialog>
          <InDialog>
            <AlreadyOpenNotice open={{ requestId: REQUEST_ID, by: PERSON, at: AT }} onClose={nothing} />
          </InDialog>
        </div>
      </Example>
      <Example component="WaitingRequestChoice" state="open, asked, one's own">
        <div className="grid gap-3">
          {[
            { request: open, asked: null },
            { request: { ...open, requestId: INTENT_ID }, asked: {} },
            { request: { ...open, isOwn: true }, asked: null },
          ].map((props, index) => (
            <WaitingRequestChoice
              key={index}
              currency="INR"
              {...props}
              answer={{ requestId: REQUEST_ID, steps: 1, isFulfilled: false }}
              isSending={false}
              onAnswer={nothing}
            />
          ))}
        </div>
      </Example>
      <Example component="RequestProblemNotice, FormRequestNotice" state="every kind">
        <div className="grid gap-3">
          <RequestProblemNotice problem={{ kind: "exceeds_balance", left: "120.00", currency: "INR" }} />
          <RequestProblemNotice problem={{ kind: "cut_off" }} />
          <FormRequestNotice currency="INR" request={open} />
          <FormRequestNotice
            currency="INR"
            request={{
              kind: "closed",
              requestId: REQUEST_ID,
              state: "ACCEPTED",
              by: "Farah Khan",
              at: LATER,
              refund: {
                status: "in_progress",
                intentId: INTENT_ID,
                refundId: REFUND_ID,
                transactionId: TRANSACTION_ID,
              },
            }}
          />
          <FormRequestNotice currency="INR" request={{ kind: "own" }} />
          <FormRequestNotice currency="INR" request={{ kind: "not_found" }} />
        </div>
      </Example>
    </>
  );
}
