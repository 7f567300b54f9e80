import type {
  CheckoutRequest,
  Gateway,
  GatewayFailure,
  InboundNotification,
} from "@/server/routing/gateway/port";
import type { Variety } from "../routing/documents/generate";
import type { VendorFault, VendorServer } from "../routing/vendor-server";

/** The calls of a gateway's port that reach the vendor. */
export const OPERATIONS = ["open", "fetch", "void", "refund", "fetchRefund"] as const;
export type Operation = (typeof OPERATIONS)[number];

/**
 * Longer than the pause of Stripe's SDK before it retries a closed connection, or that retry would fall into another
 * case. Calls that are answered have the default limit: on a busy machine a response took more than a second.
 */
export const IMPATIENT_MS = 1_200;

export type Amount = { amountPaise: bigint; currency: string };

/**
 * What the conformance kit needs for one adapter: the adapter, connected to a double of its vendor, and the hands of the
 * vendor and of its customers. Amounts are in paise, also for the double.
 */
export type Bench = {
  name: string;
  gateway: Gateway;
  /** A currency with two decimals that the vendor takes. */
  currency: string;
  /** The double's HTTP server; null for a gateway without one. */
  server: Pick<VendorServer, "requests" | "misbehave"> | null;
  /** The HTTP call of each operation, as the double sees it. */
  calls: Record<Operation, { method: "GET" | "POST" | "PATCH"; path: RegExp }> | null;

  /** The checkout of a page that a customer is sent to; by default its id is the last part of the address. */
  checkoutOfPage?(page: string): string;
  /** The customer pays, whatever was requested; returns the charge's id. */
  pay(checkoutId: string, amount?: Amount): Promise<string> | string;
  /** The vendor's bank declines, and the customer can try again; returns what the vendor says about it. */
  decline(checkoutId: string): Promise<GatewayFailure> | GatewayFailure;
  expire(checkoutId: string): void;
  /** The vendor reports a status that did not exist when the adapter was written. */
  setUnknownStatus(what: "checkout" | "refund", id: string): void;
  /** How many checkouts the vendor has made for this payment. */
  checkoutsOf(request: CheckoutRequest): number;
  /** The refunds that the vendor has made of a charge. */
  refundsOf(charge: string): Promise<bigint[]> | bigint[];
  /** Refunds that follow are pending at first. */
  holdRefunds(): void;
  /** The vendor ends a refund. */
  endRefund(refundId: string, status: "SUCCESS" | "FAILURE"): Promise<void> | void;
  /** Like weeks later: the vendor no longer knows any idempotency key. */
  forgetKeys(): void;
  /** The vendor's notifications of what has happened arrive; nothing where only calls count. */
  hear(): Promise<void>;

  /** The vendor's own error response to this call: the request can never be accepted. */
  refusal(operation: Operation): VendorFault;
  /** It works and does not accept the refund now. */
  refusalForNow(): VendorFault;
  /** A whole body whose amount is no amount, as the response of a lookup of a paid checkout. */
  breakAmount(checkoutId: string): void;
  /** Its own error shape with this status. */
  error(status: number): VendorFault;
  /** The same adapter with credentials that the vendor does not accept. */
  stranger(): Gateway;
  /** The same adapter with a time limit of {@link IMPATIENT_MS}, for calls that get no response. */
  impatient: Gateway;
  /** The same adapter when nothing listens at the vendor's address. */
  unreachable(): Gateway;

  /** Genuine notifications: of a payment, and of a refund. */
  paymentNotification(checkoutId: string, options?: NotificationOptions): InboundNotification;
  refundNotification(refundId: string): InboundNotification;
  /** Rightly signed: about something else, or with any content. */
  otherNotification(content?: unknown): InboundNotification;
  /** How old a signature may be, where it is more than five minutes. */
  oldestNotificationMs?: number;
  /** The same notification with a changed content, and its old signature. */
  changed(notification: InboundNotification): InboundNotification;
  /** Without any signature. */
  unsigned(notification: InboundNotification): InboundNotification;

  /** Answers vary within, and beyond, the vendor's document. */
  vary(variety: Variety, seed: number): void;
  /** Every error that the vendor's document has for this call. */
  documentedErrors(operation: Operation): { status: number; body: object }[];
  /** What the vendor's documents did not allow since the last call. */
  takeProblems(): string[];

  /** Cases that do not apply, by their name, each with the reason in words. */
  lacks: Readonly<Partial<Record<string, string>>>;
  close(): Promise<void>;
};
export type NotificationOptions = {
  /** Signed with another secret. */
  forged?: boolean;
  /** When the vendor says that it was sent. */
  at?: Date;
};
