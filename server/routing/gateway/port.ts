/**
 * What the service needs of a payment gateway. Adapters translate a vendor's words into these and hold no rule of
 * the service. Amounts are in paise (hundredths of the currency's main unit).
 */
export interface Gateway {
  readonly name: string;

  /** Prepares a checkout for one record. A refusal is `failed`; a throw counts as one too (D8). */
  openCheckout(request: CheckoutRequest): Promise<CheckoutOpened | CheckoutFailed>;

  /**
   * Sends money back. The same `idempotencyKey` has one effect however often it is sent.
   * Throws {@link GatewayUnavailable} when it is not known whether the gateway has it.
   */
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;

  /** Where a refund stands. Throws {@link GatewayUnavailable} when the gateway does not say. */
  fetchRefund(gatewayRefundId: string): Promise<GatewayRefund>;

  /** Set when the service's own page takes the customer's choice (D15); null where the vendor hosts the page. */
  readonly hostedCheckout: HostedCheckout | null;
}

export type CheckoutRequest = {
  merchantId: number;
  paymentId: string;
  amountPaise: bigint;
  currency: string;
};
export type CheckoutOpened = { kind: "opened"; checkoutId: string };
export type CheckoutFailed = { kind: "failed"; message: string };

export type GatewayRefundRequest = {
  idempotencyKey: string;
  gatewayTransactionId: string;
  amountPaise: bigint;
  currency: string;
};

export type GatewayRefund = { gatewayRefundId: string; status: "PENDING" | "SUCCESS" | "FAILURE" };

export interface HostedCheckout {
  /**
   * Takes the money, or fails to, once for each checkout: a second call answers what the first one did, whatever
   * it asks for.
   */
  charge(request: ChargeRequest): Promise<Charge>;

  /** What became of a checkout at the gateway; null when it was never charged. */
  fetchCharge(checkoutId: string): Promise<Charge | null>;
}

export type ChargeOutcome = "SUCCESS" | "FAILURE";
export type ChargeRequest = {
  checkoutId: string;
  amountPaise: bigint;
  currency: string;
  outcome: ChargeOutcome;
};
export type Charge = { gatewayTransactionId: string; outcome: ChargeOutcome };

/** The gateway did not answer in time, or not in its language: the effect is not known. */
export class GatewayUnavailable extends Error {
  override readonly name = "GatewayUnavailable";
}

/** The gateways of this process, by name. */
export type Gateways = ReadonlyMap<string, Gateway>;

/** Throws when a record names a gateway that this process was not started with. */
export function requireGateway(gateways: Gateways, name: string): Gateway {
  const gateway = gateways.get(name);
  if (gateway === undefined) throw new Error(`gateway "${name}" is not configured`);
  return gateway;
}
