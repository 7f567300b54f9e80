import type { PaymentMethod } from "@/lib/contract/statuses";

/**
 * What the service needs of a payment gateway. Adapters translate a vendor's words into these and hold no rule of
 * the service. Amounts are in paise (hundredths of the currency's main unit); an adapter turns them into the vendor's
 * minor units and back. Every call has a time limit of the adapter's own.
 */
export interface Gateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /** It moves no money: its payments are marked as test payments wherever they show. */
  readonly isTest: boolean;
  /**
   * False: rules may not name it and routing skips it, and no customer pays through it any more. What it has already is still
   * finished: its payments are looked up and closed, its refunds are made (decision 0210).
   */
  readonly takesPayments: boolean;

  /**
   * Prepares a checkout for one record, once for each `idempotencyKey`. A throw counts as a failure whose cause is
   * `unavailable` (decision 0031).
   */
  openCheckout(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed>;

  /** What became of a checkout at the gateway. Throws {@link GatewayUnavailable} when the gateway does not say. */
  fetchPayment(checkoutId: string): Promise<GatewayPayment>;

  /**
   * Makes an open checkout one that can no longer be paid; safe to repeat. Answers what the checkout is afterwards, which
   * is SUCCESS when the customer was faster. Throws {@link GatewayUnavailable} when that is not known.
   */
  voidCheckout(checkoutId: string): Promise<GatewayPayment>;

  /**
   * Sends money back. The same `idempotencyKey` has one effect however often it is sent.
   * Throws {@link GatewayUnavailable} when it is not known whether the gateway has it.
   */
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;

  /** Where a refund stands. Throws {@link GatewayUnavailable} when the gateway does not say. */
  fetchRefund(gatewayRefundId: string): Promise<GatewayRefund>;

  /**
   * Reads what the gateway sent by itself, having checked its signature over the raw body. It is a hint to look, never the
   * truth: what happened is asked of the gateway afterwards, so that order and repetition do not matter (failure 28).
   */
  readNotification(notification: InboundNotification): Promise<NotificationReading>;

  /** Set when the service's own page takes the customer's choice (decision 0038); null where the vendor hosts the page. */
  readonly hostedCheckout: HostedCheckout | null;
}

export type GatewayCapabilities = {
  /** What the customer may choose from at the checkout. */
  methods: readonly PaymentMethod[];
  /** ISO 4217 codes in capitals; null for all. A checkout in another currency is refused. */
  currencies: readonly string[] | null;
  /** Whether an open checkout can be closed at the gateway. */
  voids: boolean;
  /** Whether the gateway reports by itself; without, it is only asked. */
  notifies: boolean;
};

export type CheckoutRequest = {
  /** Merchant and payment id together: payment ids are unique per merchant only (decision 0030). */
  idempotencyKey: string;
  merchantId: number;
  paymentId: string;
  /** The merchant's reference. */
  reference: string;
  merchantName: string;
  amountPaise: bigint;
  currency: string;
  customer: { email: string | null; phone: string | null; name: string | null };
  /** The customer's wish, where the merchant named one. */
  paymentMethod: PaymentMethod | null;
  /** Where a vendor's page sends the customer afterwards, paid or not: the service's own page of this payment. */
  returnUrl: string;
  expiresAt: Date;
};
/** `redirectUrl`: the vendor's page; null where the service's own page takes the choice. */
export type CheckoutOpened = { kind: "opened"; checkoutId: string; redirectUrl: string | null };
/**
 * `refused`: the gateway works and does not want this payment. `unavailable`: it does not work, which counts against its
 * health (circuit breaker).
 */
export type CheckoutFailed = { kind: "failed"; cause: "refused" | "unavailable"; message: string };

/** A checkout as its gateway sees it. CLOSED: nobody paid, and nobody can any more (expired or voided). */
export type GatewayPayment =
  | { status: "OPEN" }
  | { status: "CLOSED" }
  | { status: "FAILURE"; gatewayTransactionId: string | null }
  | { status: "SUCCESS"; gatewayTransactionId: string; amountPaise: bigint; currency: string };

export type GatewayRefundRequest = {
  /** The merchant's id and the refund's together (decision 0034). */
  idempotencyKey: string;
  gatewayTransactionId: string;
  amountPaise: bigint;
  currency: string;
};

/** A refund that the gateway refused for good was never made there, and so has no id. */
export type GatewayRefund =
  | { gatewayRefundId: string; status: "PENDING" | "SUCCESS" | "FAILURE" }
  | { gatewayRefundId: null; status: "FAILURE" };

/** A request as it came in, before anything of it is believed. Header names are in lower case. */
export type InboundNotification = {
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};
export type NotificationReading =
  /** Something happened to a checkout; `notificationId` is the vendor's, for the log. */
  | { kind: "payment"; notificationId: string; merchantId: number; paymentId: string }
  /** Something happened to a refund; `gatewayTransactionId` is the charge that it belongs to. */
  | { kind: "refund"; notificationId: string; gatewayRefundId: string; gatewayTransactionId: string | null }
  /** Genuine, and nothing that the service acts on. */
  | { kind: "ignored"; notificationId: string; reason: string }
  | { kind: "refused"; reason: "bad_signature" | "malformed" };

export interface HostedCheckout {
  /**
   * Takes the money, or fails to, once for each checkout: a second call answers what the first one did, whatever
   * it asks for.
   */
  charge(request: ChargeRequest): Promise<Charge>;
}

export type ChargeOutcome = "SUCCESS" | "FAILURE";
export type ChargeRequest = {
  checkoutId: string;
  amountPaise: bigint;
  currency: string;
  outcome: ChargeOutcome;
};

/** A gateway's last word on a checkout: what it took, in its own words, or that it took nothing. */
export type Charge = Extract<GatewayPayment, { status: ChargeOutcome }>;

/** The gateway did not answer in time, or not in its language: the effect is not known. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";
}

/**
 * The gateway answered that it has no such record. Nothing is known of the money either: whoever asks treats it as
 * {@link GatewayUnavailable}, and the reconciliation tells a person.
 */
export class GatewayRecordUnknown extends GatewayUnavailable {}

/** The gateways of this process, by name. */
export type Gateways = ReadonlyMap<string, Gateway>;

/** Throws when a record names a gateway that this process was not started with. */
export function requireGateway(gateways: Gateways, name: string): Gateway {
  const gateway = gateways.get(name);
  if (gateway === undefined) throw new Error(`gateway "${name}" is not configured`);
  return gateway;
}
