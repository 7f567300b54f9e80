"use client";

import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { track, type Tracked } from "@/components/live/tracked";
import { paymentQueryKey } from "@/app/(dashboard)/payments/[transactionId]/_components/payment-query-key";
import { refundQueryKey } from "@/app/(dashboard)/refunds/[refundId]/_components/refund-key";
import type { PaymentDetailLookup } from "@/lib/payments/payment-detail-view";
import type { RefundFormView } from "@/lib/refunds/refund-form-view";
import type { RefundLookup } from "@/lib/refunds/refund-view";
import type { RequestReasonsView } from "@/lib/requests/request-views";
import { balance, customer, intent, LATER, payment, reasonOptions, REFERENCE, refund } from "./data";

const details: readonly PaymentDetailLookup[] = [
  { kind: "not_found", transactionId: "not-found", checkedAt: LATER },
];

const refunds: Readonly<Record<string, RefundLookup>> = {
  [refund.refundId]: {
    kind: "found",
    refund,
    checkedAt: LATER,
    nextCheckAt: LATER,
    serviceError: null,
    now: LATER,
  },
};

const refundForm: RefundFormView = {
  kind: "ready",
  isOnHold: false,
  currency: "INR",
  balance,
  alert: null,
  approvalLimit: null,
  ownLimit: null,
  reasons: reasonOptions,
  isReasonRequired: false,
  customer,
  blockedBy: null,
  again: null,
  request: null,
  waitingRequest: null,
  checkedAt: LATER,
};

const requestReasons: RequestReasonsView = {
  kind: "ready",
  reasons: reasonOptions,
  isReasonRequired: false,
};

function offlineClient(): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false, staleTime: Infinity } } });
  client.setQueryData(["refund-intent", intent.intentId], intent);
  for (const lookup of details) {
    client.setQueryData<Tracked<PaymentDetailLookup>>(
      paymentQueryKey(lookup.transactionId),
      track(undefined, lookup),
    );
  }
  for (const [refundId, lookup] of Object.entries(refunds)) {
    client.setQueryData<Tracked<RefundLookup>>(refundQueryKey(refundId), track(undefined, lookup));
  }
  client.setQueryData<RefundFormView>(
    ["refund-form", REFERENCE, payment.transactionId, undefined],
    refundForm,
  );
  client.setQueryData<RequestReasonsView>(["request-reasons"], requestReasons);
  return client;
}

/** For components that poll: a cache with the example data that never fetches. */
export function OfflineQueries({ children }: { children: ReactNode }) {
  const [client] = useState(offlineClient);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
