import type { DeclineReason } from "../contract/decline-reasons";
import type { OpenAlert } from "../contract/payment-alerts";
import type { PaymentStatus } from "../contract/statuses";
import { formatPaise } from "../money";

/**
 * Where the money of a payment is, as every screen, filter and export calls it (decision 0387). Values in the address: only add
 * to them. Those that are no status of the specification divide one.
 */
export const PAYMENT_STATES = [
  "WAITING",
  "STUCK",
  "PAID",
  "REFUND_IN_PROGRESS",
  "PARTLY_REFUNDED",
  "REFUNDED",
  "OUTCOME_UNKNOWN",
  "DISPUTED",
  "FAILURE",
  "DROP",
  "CANCELLED",
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** The states that a status of the specification is divided into. */
export const STATES_OF_STATUS = {
  INITIATED: ["WAITING", "STUCK"],
  SUCCESS: ["PAID", "REFUND_IN_PROGRESS", "PARTLY_REFUNDED", "REFUNDED", "OUTCOME_UNKNOWN", "DISPUTED"],
  FAILURE: ["FAILURE"],
  DROP: ["DROP"],
  CANCELLED: ["CANCELLED"],
} as const satisfies Record<PaymentStatus, readonly PaymentState[]>;

/** How long a payment may stay INITIATED before it is called stuck. */
export const STUCK_AFTER_MS = 30 * 60_000;

/** What is known of a payment's money; zero and null for what is not known. */
export type PaymentFacts = {
  status: PaymentStatus;
  amountPaise: bigint;
  createdAt: Date;
  /** What its gateway has refunded. */
  refundedPaise: bigint;
  /** Accepted by the service, and not ended. */
  inProgressPaise: bigint;
  /** Returned without a gateway. */
  manualPaise: bigint;
  /** The amount of refunds whose outcome nobody knows. */
  unknownPaise: bigint;
  alert: OpenAlert | null;
  decline: DeclineReason | null;
};

export type PaymentStateView = {
  state: PaymentState;
  status: PaymentStatus;
  /** How much of the payment the state is about; null where it is all of it, or nothing. */
  amount: string | null;
  /** Why it was not paid, if known. */
  decline: DeclineReason | null;
  /** The gateway has no money for it any more, although it was paid. */
  isMoneyMissing: boolean;
};

/**
 * The state of a payment. A paid one has the first that is true of: disputed, outcome unknown, refunded, partly refunded, refund in
 * progress, paid. What somebody must act on comes first; then what has gone back, before what is still on its way.
 */
export function paymentStateOf(facts: PaymentFacts, now: Date): PaymentStateView {
  const { status, amountPaise, createdAt, inProgressPaise, unknownPaise, alert } = facts;
  const of = (state: PaymentState, paise: bigint | null = null): PaymentStateView => ({
    state,
    status,
    amount: paise === null ? null : formatPaise(paise),
    decline: state === "FAILURE" ? facts.decline : null,
    isMoneyMissing: status === "SUCCESS" && alert === "charge_missing",
  });
  switch (status) {
    case "INITIATED":
      return of(now.getTime() - createdAt.getTime() > STUCK_AFTER_MS ? "STUCK" : "WAITING");
    case "SUCCESS": {
      const returnedPaise = facts.refundedPaise + facts.manualPaise;
      if (alert === "disputed" || alert === "charged_back") return of("DISPUTED", amountPaise);
      if (unknownPaise > 0n) return of("OUTCOME_UNKNOWN", unknownPaise);
      if (returnedPaise >= amountPaise) return of("REFUNDED");
      if (returnedPaise > 0n) return of("PARTLY_REFUNDED", returnedPaise);
      if (inProgressPaise > 0n) return of("REFUND_IN_PROGRESS", inProgressPaise);
      return of("PAID");
    }
    case "FAILURE":
    case "DROP":
    case "CANCELLED":
      return of(status);
  }
}

/** What the status alone says: the first state that it is divided into. */
export function stateOfStatus(status: PaymentStatus): PaymentStateView {
  return { state: STATES_OF_STATUS[status][0], status, amount: null, decline: null, isMoneyMissing: false };
}
