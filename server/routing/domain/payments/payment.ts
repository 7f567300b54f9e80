import type { PaymentFailure } from "./failure";
import type { CardScheme, PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";

/** The customer as sent by the merchant; at least one of e-mail and phone is set (specification 4.1). */
export type Customer = { email: string | null; phone: string | null; name: string | null };

/** The facts that a routing rule can test (specification 1); null when the request omits a field. */
export type RoutingFacts = {
  /** The merchant reference: it decides a split, so that all its attempts are routed the same way. */
  reference: string;
  amountPaise: bigint;
  currency: string;
  paymentMethod: PaymentMethod | null;
  cardScheme: CardScheme | null;
  issuingBank: string | null;
  udf1: string | null;
  udf2: string | null;
  udf3: string | null;
};

/** A payment request of the merchant, already validated field by field at the edge. */
export type PaymentRequest = RoutingFacts & {
  customer: Customer;
  surl: string | null;
  furl: string | null;
};

/** One transaction record (specification 2.1). A reference has one for each attempt; the highest attempt is the latest. */
export type Payment = PaymentRequest & {
  merchantId: number;
  id: string;
  attempt: number;
  status: PaymentStatus;
  checkoutToken: string;
  gateway: string | null;
  /** The merchant's own account there in which its checkout was opened; null for the environment's (decision 0311). */
  gatewayAccount: number | null;
  gatewayCheckoutId: string | null;
  /**
   * The vendor's page where the customer pays; null when the customer chooses on the service's own page (decision
   * 0038).
   */
  gatewayCheckoutUrl: string | null;
  gatewayTransactionId: string | null;
  /** The method that the customer chose on the service's own page. */
  paidMethod: PaymentMethod | null;
  createdAt: Date;
  /** When the payment link was issued; null while the gateway is being initialised, or when that failed. */
  linkIssuedAt: Date | null;
  expiresAt: Date;
  completedAt: Date | null;
  /** Why the customer's last attempt failed; null when the gateway gave no reason (decision 0312). */
  failure: PaymentFailure | null;
  /** Until when its gateway is polled, because money may still arrive; null when none can (decision 0012). */
  polledUntil: Date | null;
};

/** Every status except INITIATED is final (specification 3.1, decision 0032). */
const NEXT = {
  INITIATED: ["SUCCESS", "FAILURE", "DROP", "CANCELLED"],
  SUCCESS: [],
  FAILURE: [],
  DROP: [],
  CANCELLED: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

type PaymentMoveRefused = { kind: "illegal_move"; from: PaymentStatus; to: PaymentStatus };

/**
 * Changes a payment's status. Pure: the caller holds the row lock and saves the result. Errors: `illegal_move` from
 * every status except INITIATED; the loser of a race gets the winner's status (decision 0032).
 */
export function movePayment(
  payment: Payment,
  to: PaymentStatus,
  at: Date,
  gatewayTransactionId: string | null = null,
): Result<Payment, PaymentMoveRefused> {
  const targets: readonly PaymentStatus[] = NEXT[payment.status];
  if (!targets.includes(to)) return err({ kind: "illegal_move", from: payment.status, to });
  return ok({
    ...payment,
    status: to,
    completedAt: at,
    gatewayTransactionId: gatewayTransactionId ?? payment.gatewayTransactionId,
  });
}

/** The time after which a record still without a link counts as abandoned. */
export const INITIALISATION_LIMIT_MS = 60_000;

/** The process died between writing the record and issuing its link: nobody can ever pay it. */
export function isAbandonedBeforeLink(payment: Payment, now: Date): boolean {
  return (
    payment.status === "INITIATED" &&
    payment.linkIssuedAt === null &&
    now.getTime() - payment.createdAt.getTime() >= INITIALISATION_LIMIT_MS
  );
}

/** Nobody paid the payment within its lifetime (decision 0032). */
export function isExpired(payment: Payment, now: Date): boolean {
  return payment.status === "INITIATED" && payment.expiresAt.getTime() <= now.getTime();
}

/** Anyone with the link can leave and retry: without a limit, this could fill our database and the vendor's. */
export const MAX_ATTEMPTS = 100;

/** A shop that bills an unpaid order again, under another reference, must not be paid for the first one months later. */
export const RETRY_WITHIN_MS = 7 * 24 * 60 * 60_000;

/**
 * The customer may retry after the latest attempt has failed or was dropped, within seven days of its creation
 * (decision 0038).
 */
export function mayRetry(
  { status, attempt, createdAt }: Pick<Payment, "status" | "attempt" | "createdAt">,
  now: Date,
): boolean {
  const isRecent = now.getTime() - createdAt.getTime() < RETRY_WITHIN_MS;
  return (status === "FAILURE" || status === "DROP") && attempt < MAX_ATTEMPTS && isRecent;
}
