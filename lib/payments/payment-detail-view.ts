import type { RefundFailureView } from "../refunds/refund-failure";
import { DECLINE_REASONS } from "../contract/decline-reasons";
import { type OpenAlert, PAYMENT_ALERTS } from "../contract/payment-alerts";
import type { ManualRefundView } from "../manual-refunds/manual-refund-views";
import type { ContactView } from "./contact-view";
import type { PaymentMethod, RefundStatus } from "../contract/statuses";
import type { BalanceView } from "../refunds/balance-view";
import type { PaymentStateView } from "./payment-state";
import type { PaymentView } from "./payment-view";
import type { RefundIntentView } from "../refunds/refund-intent-view";
import type { RequestEventKind } from "../requests/request-views";
import type { ServiceError } from "../service-error";

/** The view of one payment's page. Amounts and times as in `PaymentView`. */

export type PaymentDetailLookup =
  | { kind: "found"; transactionId: string; detail: PaymentDetailView; checkedAt: string }
  /** Only when the service itself said so (failure 7). */
  | { kind: "not_found"; transactionId: string; checkedAt: string }
  /** The service has no lookup by transaction id, and the address has no merchant reference. */
  | { kind: "needs_reference"; transactionId: string; checkedAt: string }
  | { kind: "service_error"; transactionId: string; serviceError: ServiceError; checkedAt: string };

export type PaymentDetailView = {
  payment: PaymentView;
  state: PaymentStateView;
  /** Null unless it was paid. */
  balance: BalanceView | null;
  /** Whether its money may be gone, by what the gateway has reported since; null: not known. */
  alert: OpenAlert | null;
  /** How much of the amount in progress is waiting for approval; null if none. */
  awaitingApproval: string | null;
  /** The refunds of this payment, newest first. */
  refunds: PaymentRefundView[];
  /** Made without a gateway, newest first. */
  manualRefunds: ManualRefundView[];
  /** Refunds made in the dashboard whose outcome is unknown: their amounts are reserved. */
  openIntents: RefundIntentView[];
  /** Every payment of the same merchant reference, including this one, newest first. */
  records: PaymentView[];
  /** Why it was not paid; null unless it has failed or was dropped. */
  failure: FailureView | null;
  /** Null on a service that returns no more than transaction status (specification 4.2). */
  more: PaymentMore | null;
  /** Whether the customer's other payments can be looked for: by the contact, or by that of a creation here (0329). */
  isCustomerKnown: boolean;
};

/** Why a payment was not paid, as far as support can act on it (0312). */
export const FAILURE_REASONS = [
  ...DECLINE_REASONS,
  /** What the service knows for certain. */
  "customer_left",
  "timed_out",
  "charge_mismatch",
  "no_checkout",
  /** The gateway gave no reason. */
  "none",
  /** The service has no field for it. */
  "not_told",
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

export type FailureView = {
  reason: FailureReason;
  /** The gateway's own words. */
  code: string | null;
  message: string | null;
};

export type PaymentRefundView = {
  refundId: string;
  status: RefundStatus;
  amount: string;
  reason: string | null;
  requestedAt: string;
  completedAt: string | null;
  /** It failed, and its gateway paid it afterwards: its amount counts as refunded. */
  wasPaidLate: boolean;
  /** Null also where the service gives none. */
  failure: RefundFailureView | null;
  /** Null for one made outside the dashboard. */
  requestedBy: string | null;
};

export type PaymentMore = {
  attempt: number;
  gateway: string | null;
  /** What the merchant requested, and what the customer paid with. */
  requestedMethod: PaymentMethod | null;
  paidMethod: PaymentMethod | null;
  cardScheme: string | null;
  issuingBank: string | null;
  expiresAt: string;
  completedAt: string | null;
  surl: string | null;
  furl: string | null;
  link: PaymentLinkView | null;
  maskedContact: ContactView;
  timeline: TimelineEntry[];
  reversals: ReversalView[];
  decision: DecisionView;
};

export type PaymentLinkView = {
  url: string;
  /** False for anything but http and https: shown as text, never as a link. */
  canOpen: boolean;
  /** The QR code of the link; null when the link is too long for one. */
  qr: QrView | null;
};

/** Modules of one unit, as the `d` of an SVG path inside `0 0 size size`. */
export type QrView = { size: number; path: string };

export type ReversalView = {
  gatewayTransactionId: string;
  gateway: string;
  amount: string;
  currency: string;
  status: RefundStatus;
  requestedAt: string;
  completedAt: string | null;
  failure: RefundFailureView | null;
};

/** The events that the service is known to write, and those derived from its other fields. */
export const TIMELINE_KINDS = [
  "initiated",
  "link_issued",
  "succeeded",
  "failed",
  "dropped",
  "cancelled",
  "link_closed",
  "charge_mismatch",
  "late_success_reversed",
  "second_charge_reversed",
  "reversal_succeeded",
  "reversal_failed",
  "reversal_failed_late",
  "reversal_succeeded_late",
  "refund_requested",
  "refund_succeeded",
  "refund_failed",
  "refund_not_sent",
  "refund_failed_late",
  "refund_succeeded_late",
  ...PAYMENT_ALERTS,
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Why a payment ended unpaid, where the service reports it. */
export const END_CAUSES = [
  "gateway_initialisation",
  "initialisation_abandoned",
  "charge_mismatch",
  "customer_left",
  "expired",
  "gateway_closed",
  "sent_back",
] as const;
export type EndCause = (typeof END_CAUSES)[number];

/** What happened to a refund request of the payment in the dashboard (decision 0278). */
export type RequestTimelineKind = `request_${RequestEventKind}`;

/** What happened to a refund of the payment that was made without a gateway (decision 0289). */
export const MANUAL_TIMELINE_KINDS = [
  "manual_recorded",
  "manual_confirmed",
  "manual_declined",
  "manual_withdrawn",
  "manual_void_proposed",
  "manual_voided",
] as const;
export type ManualTimelineKind = (typeof MANUAL_TIMELINE_KINDS)[number];

export type TimelineEntry = {
  kind: TimelineKind | RequestTimelineKind | ManualTimelineKind | "other";
  at: string;
  /** The service's own name for it. */
  word: string;
  cause: EndCause | null;
  /** The refund request that it is about, and who did it. */
  request?: { requestId: string; by: string };
  /** Who recorded, decided on or voided a manual refund. */
  manual?: { by: string };
  /** The refund that it is about. */
  refundId: string | null;
  /** The amount in the payment's currency. */
  amount: string | null;
  /** Additional fields of the service under its own names, for close inspection. */
  detail: { name: string; value: string }[];
};

export type DecisionView = {
  /** Null for a payment older than rule versions. */
  version: number | null;
  rules: {
    id: string;
    name: string;
    outcome: "matched" | "not_matched" | "inactive" | "outside_active_times";
    mismatches: { field: string; wanted: string; actual: string | null }[];
  }[];
  attempts: {
    ruleId: string;
    /** The names of two rules may be the same. */
    ruleName: string;
    gateway: string;
    outcome: "opened" | "failed" | "skipped";
    cause: "refused" | "unavailable" | null;
    message: string | null;
  }[];
  /**
   * What was known of the gateways, for each matching rule that follows success rates. Shares and rates from 0 to 1.
   */
  successRates: {
    ruleId: string;
    ruleName: string;
    segment: SegmentView;
    countedAt: string;
    gateways: {
      gateway: string;
      share: number;
      rate: number;
      outcomes: number;
      isFailing: boolean;
      /** What its fee takes of such payments' amounts, from 0 to 1; null when none was known. */
      feeRate: number | null;
    }[];
    /** How far a rate could be below the best one for a lower fee, from 0 to 1; 0 when fees did not count. */
    costWithin: number;
  }[];
  /** Gateways that were tried last, because they declined an earlier attempt. */
  avoided: string[];
  /** Its part in an experiment with other rules. `gateway`: in shadow, what these would have chosen first; else empty. */
  experiment: {
    id: string;
    part: "shadow" | "shadowRefused" | "current" | "candidate";
    gateway: string;
  } | null;
};

/** The payments that are compared with each other; null leaves a field open. */
export type SegmentView = {
  currency: string | null;
  method: string | null;
  scheme: string | null;
  bank: string | null;
  amountFrom: string | null;
  amountBelow: string | null;
};

export type RevealOutcome =
  | { kind: "revealed"; contact: ContactView }
  | { kind: "not_found" }
  | { kind: "not_offered" }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
