import type { DisputeAlertKind } from "@/lib/contract/payment-alerts";
import type { PaymentMethod } from "@/lib/contract/statuses";
import type { PaymentMark } from "./payment-mark";

/**
 * What the service needs from a payment gateway. Adapters translate between a vendor's API and these types and hold no
 * rule of the service. Amounts are in paise (hundredths of the currency's main unit); an adapter converts them to and
 * from the vendor's minor units. Every adapter sets its own timeout for each call.
 */
export interface Gateway {
  readonly name: string;
  readonly capabilities: GatewayCapabilities;
  /** It moves no money: its payments are marked as test payments wherever they are shown. */
  readonly isTest: boolean;
  /**
   * False: rules may not name it, routing skips it, and no customer can pay through it. Existing work is still
   * finished: its payments are looked up and closed, its refunds are sent (decision 0210).
   */
  readonly takesPayments: boolean;

  /**
   * Prepares a checkout for one payment, once per `idempotencyKey`. An exception counts as a failure with the cause
   * `unavailable` (decision 0031).
   */
  openCheckout(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed>;

  /**
   * The gateway's status of a checkout. At PayPal it takes the money of an approved one, unless it is only to `look`
   * (decision 0308). Throws {@link GatewayUnavailable} when there is no usable response.
   */
  fetchPayment(checkoutId: string, purpose: LookupPurpose): Promise<GatewayPayment>;

  /**
   * Whether the checkout that the gateway has under this id is the very one that was opened, so that whoever may look it up has the
   * account that it was opened in (decision 0315). Only what the vendor makes shows it, such as an id or an address of its
   * own: whatever we choose, a stranger can use in another account, too. Throws like {@link fetchPayment}. Null for a gateway
   * that returns nothing of the kind: there nothing proves whose credentials are.
   */
  readonly recognizesCheckout: ((opened: StoredCheckout) => Promise<boolean>) | null;

  /**
   * Closes an open checkout, and what is still open of a paid one, so that it can no longer be paid; safe to repeat. Returns
   * its status afterwards, which is SUCCESS when the customer paid first. Throws {@link GatewayUnavailable} when the status
   * is unknown.
   */
  voidCheckout(checkoutId: string): Promise<GatewayPayment>;

  /**
   * Sends a refund. The same `idempotencyKey` has one effect however often it is sent. Throws {@link
   * GatewayUnavailable} when it is unknown whether the gateway accepted it.
   */
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;

  /**
   * The refund that the gateway has of a request, without sending it; null only when there is none. Throws {@link
   * GatewayUnavailable} when it cannot tell, whenever the request was made. Adyen cannot be asked (decision 0237).
   */
  findSentRefund(request: GatewayRefundRequest): Promise<GatewayRefund | null>;

  /** The status of a refund. Throws {@link GatewayUnavailable} when the gateway gives no usable response. */
  fetchRefund(gatewayRefundId: string): Promise<GatewayRefund>;

  /**
   * Checks a notification's signature over the raw body and reads it. It only triggers a lookup and is never trusted as
   * the truth: the gateway is called for the status afterwards, so order and repetition do not matter (failure 28).
   * Adyen has no call for some of it, so its adapter stores what is signed, and its lookups read that (decision 0307).
   */
  readNotification(notification: InboundNotification): Promise<NotificationReading>;

  /** Set when the customer chooses on the service's own page (decision 0038); null where the vendor hosts the page. */
  readonly hostedCheckout: HostedCheckout | null;
}

/** `look`: for a payment that has ended, and for comparisons; `take`: for one that the customer may pay. */
export type LookupPurpose = "take" | "look";

export type GatewayCapabilities = {
  /** What the customer can choose from at the checkout. */
  methods: readonly PaymentMethod[];
  /** ISO 4217 codes in capitals; null for all. A checkout in another currency is refused. */
  currencies: readonly string[] | null;
  /** Whether an open checkout can be closed at the gateway. */
  voids: boolean;
  /** Whether the gateway sends notifications; if not, it is only polled. */
  notifies: boolean;
};

export type CheckoutRequest = {
  /** Merchant id and payment id together: payment ids are unique per merchant only (decision 0030). */
  idempotencyKey: string;
  merchantId: number;
  paymentId: string;
  /** The merchant reference. */
  reference: string;
  merchantName: string;
  amountPaise: bigint;
  currency: string;
  customer: { email: string | null; phone: string | null; name: string | null };
  /** The method that the merchant named for the customer, if any. */
  paymentMethod: PaymentMethod | null;
  /** Where a vendor's page sends the customer afterwards, paid or not: the service's own page of this payment. */
  returnUrl: string;
  expiresAt: Date;
};
/** `redirectUrl`: the vendor's page; null where the customer chooses on the service's own page. */
export type CheckoutOpened = { kind: "opened"; checkoutId: string; redirectUrl: string | null };
/** What was stored of a checkout when it was opened. */
export type StoredCheckout = Pick<CheckoutOpened, "checkoutId" | "redirectUrl">;
/**
 * `refused`: the gateway works and does not accept this payment. `unavailable`: it does not work, which counts for the
 * circuit breaker.
 */
export type CheckoutFailed = { kind: "failed"; cause: "refused" | "unavailable"; message: string };

/**
 * A checkout's status at its gateway. CLOSED: nobody paid and nobody can any more (expired or voided). An OPEN one has a
 * failure where the gateway says only once why an attempt was declined.
 */
export type GatewayPayment =
  | { status: "OPEN"; failure?: GatewayFailure }
  | { status: "CLOSED"; failure?: GatewayFailure }
  | { status: "FAILURE"; gatewayTransactionId: string | null; failure?: GatewayFailure }
  | ({
      status: "SUCCESS";
      /** Further charges of this checkout: at most one charge is kept (decision 0004). */
      otherCharges?: readonly ChargedMoney[];
      /** Another page of the checkout is open, or a payment is on its way: polling goes on, and closes what is open. */
      mayStillBeCharged?: boolean;
      /** Set by the lookup after a restore, by no adapter: every charge was sent back before it (decision 0237). */
      wasSentBack?: boolean;
    } & ChargedMoney);

/** What a gateway charged, under its own id. */
export type ChargedMoney = { gatewayTransactionId: string; amountPaise: bigint; currency: string };

/**
 * Why the customer's last attempt failed, as the gateway wrote it: cleaned before it is stored (decision 0312). The
 * vendor's `decline-codes.ts` says what the code means (`declineReasonOf`, decision 0312).
 */
export type GatewayFailure = { code: string | null; message: string | null };

export type GatewayRefundRequest = {
  /** Merchant id and refund id together (decision 0034). */
  idempotencyKey: string;
  gatewayTransactionId: string;
  amountPaise: bigint;
  currency: string;
  /** When it was requested, so before it was first sent: an adapter may have to know how old its key can be. */
  requestedAt: Date;
};

/** A refund that the gateway refused for good was never created there, and so has no id. */
export type GatewayRefund =
  | { gatewayRefundId: string; status: "PENDING" | "SUCCESS" }
  | { gatewayRefundId: string | null; status: "FAILURE"; failure?: GatewayFailure };

/** A request as received, before anything in it is trusted. Header names are in lower case. */
export type InboundNotification = {
  /** Too many of its source were refused: checking it may cost one call to the vendor at a time. */
  isDoubted?: boolean;
  rawBody: Buffer;
  headers: Readonly<Record<string, string | string[] | undefined>>;
};
export type NotificationReading =
  | NotificationEvent
  /** Events that came together. */
  | { kind: "several"; notificationId: string; events: readonly NotificationEvent[] }
  | { kind: "refused"; reason: "bad_signature" | "malformed" };
export type NotificationEvent =
  /** An event of a checkout; `notificationId` is the vendor's, for the log. */
  | { kind: "payment"; notificationId: string; merchantId: number; paymentId: string }
  /** An event of a refund; `gatewayTransactionId` is the charge that it belongs to. */
  | { kind: "refund"; notificationId: string; gatewayRefundId: string; gatewayTransactionId: string | null }
  /** A step of a dispute. It names its payment by our mark, by the charge, or by both. */
  | {
      kind: "dispute";
      notificationId: string;
      mark: PaymentMark | null;
      gatewayTransactionId: string | null;
      dispute: GatewayDispute;
    }
  /** Authentic, but nothing that the service acts on. */
  | { kind: "ignored"; notificationId: string; reason: string };

/** What a gateway reports of a dispute. It is stored as it was signed, because no lookup of the port shows it (decision 0366). */
export type GatewayDispute = {
  /** The vendor's. */
  disputeId: string;
  step: DisputeAlertKind;
  /** The vendor's own name of the step. */
  event: string;
  /** Null where the notification has no readable amount. */
  amount: { amountPaise: bigint; currency: string } | null;
  reason: string | null;
  /** The vendor's time of the step, where it signs one and may open a dispute again under the same id. */
  changedAt?: Date | null;
};

export interface HostedCheckout {
  /**
   * Charges the customer, or fails to, once per checkout: a second call returns the outcome of the first, whatever it
   * requests.
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

/** A gateway's final outcome of a checkout: what it charged, with its own ids, or that it charged nothing. */
export type Charge = Extract<GatewayPayment, { status: ChargeOutcome }>;

/** The gateway gave no usable response in time: the effect of the call is unknown. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";
}

/**
 * The gateway responded that it has no such record. Nothing is known about the money either: callers treat it as {@link
 * GatewayUnavailable}, and the reconciliation reports it to a person.
 */
export class GatewayRecordUnknown extends GatewayUnavailable {}

/** The gateway refuses a refund at present, and may accept the same one later: it has not been made. */
export class RefundRefusedForNow extends GatewayUnavailable {
  constructor(
    message: string,
    readonly failure: GatewayFailure,
  ) {
    super(message);
  }
}

/** The gateways of this process, by name. */
export type Gateways = ReadonlyMap<string, Gateway>;

/** Throws when a payment names a gateway that this process was not started with. */
export function requireGateway(gateways: Gateways, name: string): Gateway {
  const gateway = gateways.get(name);
  if (gateway === undefined) throw new Error(`gateway "${name}" is not configured`);
  return gateway;
}
