import type { CardScheme, PaymentMethod, PaymentStatus } from "@/lib/contract/statuses";
import { err, ok, type Result } from "@/lib/result";

/** The customer as the merchant named them; at least one of e-mail and phone is set (specification 4.1). */
export type Customer = { email: string | null; phone: string | null; name: string | null };

/** What a routing rule may look at (specification 1); null where the request said nothing. */
export type RoutingFacts = {
  /** The merchant reference: it decides a split, so that every attempt of it goes the same way. */
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

/** A payment as the merchant asked for it, checked field by field at the edge. */
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
  gatewayCheckoutId: string | null;
  /** The vendor's page where the customer pays; null where the service's own page takes the choice (decision 0038). */
  gatewayCheckoutUrl: string | null;
  gatewayTransactionId: string | null;
  /** The method that the customer chose on the service's own page. */
  paidMethod: PaymentMethod | null;
  createdAt: Date;
  /** When the payment link was handed out; null while the gateway is being initialised, or when it failed to. */
  linkIssuedAt: Date | null;
  expiresAt: Date;
  completedAt: Date | null;
  /** Until when its gateway is asked about it, because money may still come; null when none can (decision 0012). */
  watchedUntil: Date | null;
};

/** Every status but INITIATED is final (specification 3.1, decision 0032). */
const NEXT = {
  INITIATED: ["SUCCESS", "FAILURE", "DROP", "CANCELLED"],
  SUCCESS: [],
  FAILURE: [],
  DROP: [],
  CANCELLED: [],
} as const satisfies Record<PaymentStatus, readonly PaymentStatus[]>;

export type PaymentMoveRefused = { kind: "illegal_move"; from: PaymentStatus; to: PaymentStatus };

/**
 * Moves a payment along one edge. Pure: the caller holds the row lock and saves the result.
 * Errors: `illegal_move` from every status but INITIATED; the loser of a race is told the winner's status (decision 0032).
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

/** How long a gateway may take to be initialised before the record without a link is given up. */
export const INITIALISATION_LIMIT_MS = 60_000;

/** A record whose process died between writing it and handing out its link: nobody can ever pay it. */
export function isAbandonedBeforeLink(payment: Payment, now: Date): boolean {
  return (
    payment.status === "INITIATED" &&
    payment.linkIssuedAt === null &&
    now.getTime() - payment.createdAt.getTime() >= INITIALISATION_LIMIT_MS
  );
}

/** A payment that nobody paid within its lifetime (decision 0032). */
export function isExpired(payment: Payment, now: Date): boolean {
  return payment.status === "INITIATED" && payment.expiresAt.getTime() <= now.getTime();
}

/** Anybody who has the link may leave and try again: without a limit, one could fill the database and the vendor's. */
export const MAX_ATTEMPTS = 100;

/** The customer may try again once the latest attempt has failed or been left (decision 0038). */
export function mayRetry({ status, attempt }: Pick<Payment, "status" | "attempt">): boolean {
  return (status === "FAILURE" || status === "DROP") && attempt < MAX_ATTEMPTS;
}
