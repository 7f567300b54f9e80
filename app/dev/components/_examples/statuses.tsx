"use client";

import { PaymentStatusBadge } from "@/components/payments/payment-status";
import { TestBadge } from "@/components/payments/test-badge";
import { PaidLateBadge } from "@/components/refunds/paid-late-badge";
import { RefundStatusBadge } from "@/components/refunds/refund-status";
import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { SignedOut } from "@/components/states/signed-out";
import { PAYMENT_STATUSES, REFUND_STATUSES } from "@/lib/contract/statuses";
import type { ServiceError } from "@/lib/service-error";
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
      <Example component="PaymentStatusBadge" state="every status">
        <div className="flex flex-wrap gap-2">
          {PAYMENT_STATUSES.map((status) => (
            <PaymentStatusBadge key={status} status={status} />
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
      {ERRORS.map((trouble) => (
        <Example key={trouble.kind} component="ServiceErrorNotice" state={trouble.kind}>
          <ServiceErrorNotice trouble={trouble} />
        </Example>
      ))}
      <Example component="SignedOut" state="signed out">
        <SignedOut />
      </Example>
    </>
  );
}
