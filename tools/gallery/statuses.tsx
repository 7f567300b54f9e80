"use client";

import {
  PaymentStateBadge,
  PaymentStateCell,
  PaymentStateMeaning,
} from "@/components/payments/payment-state";
import { TestBadge } from "@/components/payments/test-badge";
import { PaidLateBadge } from "@/components/refunds/paid-late-badge";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { SignedOut } from "@/components/states/signed-out";
import { REFUND_STATUSES } from "@/lib/contract/statuses";
import type { ServiceError } from "@/lib/service-error";
import { AT, everyState } from "./data";
import { Example } from "./example";

const ERRORS: readonly ServiceError[] = [
  { kind: "unavailable" },
  { kind: "key_refused" },
  { kind: "busy", retryAfterSeconds: 20 },
];

/** Statuses of payments and refunds, and the errors of the service that every page can show. */
export function StatusExamples() {
  return (
    <>
      <Example component="PaymentStateCell, PaymentStateBadge, PaymentStateMeaning" state="every state">
        <div className="space-y-2">
          {everyState.map((state) => (
            <div key={state.state} className="flex flex-wrap gap-x-4 gap-y-1">
              <PaymentStateCell payment={{ state, currency: "INR", createdAt: AT }} />
              <PaymentStateBadge state={state} />
              <PaymentStateMeaning state={state} currency="INR" />
            </div>
          ))}
        </div>
      </Example>
      <Example component="RefundStatusBadge, PaidLateBadge, TestBadge" state="every status">
        <div className="flex flex-wrap gap-2">
          {REFUND_STATUSES.map((status) => (
            <RefundStatusBadge key={status} status={status} />
          ))}
          <PaidLateBadge />
          <TestBadge isTest />
        </div>
      </Example>
      {ERRORS.map((serviceError) => (
        <Example key={serviceError.kind} component="ServiceErrorNotice" state={serviceError.kind}>
          <ServiceErrorNotice serviceError={serviceError} />
        </Example>
      ))}
      <Example component="SignedOut" state="signed out">
        <SignedOut />
      </Example>
    </>
  );
}
