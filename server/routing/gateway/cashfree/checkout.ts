import type { PaymentMethod } from "@/lib/contract/statuses";
import type { Clock } from "@/server/platform/clock";
import { checkoutTitle } from "../checkout-title";
import { markOf, referenceOf } from "../payment-mark";
import {
  type ChargedMoney,
  type CheckoutFailed,
  type CheckoutOpened,
  type CheckoutRequest,
  type GatewayFailure,
  type GatewayPayment,
  GatewayRecordUnknown,
  GatewayUnavailable,
  type LookupPurpose,
  type StoredCheckout,
} from "../port";
import { openingFailed, success, type VendorCheckout } from "../vendor-checkout";
import {
  type CashfreeLink,
  type CashfreeOrder,
  type CashfreePayment,
  linkSchema,
  orderListSchema,
  orderSchema,
  paymentListSchema,
  refundListSchema,
} from "./responses";
import { type CashfreeCall, CashfreeConflict, CashfreeRefusal, throwLookupError } from "./client";
import { readRupees, toRupees } from "./currencies";
import { linkPath, orderPath, refundsPath } from "./ids";
import { leftOf } from "./refund";

type CashfreeCheckout = VendorCheckout & { recognizes(opened: StoredCheckout): Promise<boolean> };

/**
 * Payments are Payment Links under an id of ours. Each visit of a link's page makes an order at Cashfree, and the
 * customer pays the order: it tells what came, it is what is refunded, and it has to end too when the link is closed
 * (decision 0319).
 */
export function createCashfreeCheckout(call: CashfreeCall, clock: Clock): CashfreeCheckout {
  const readLink = (id: string): Promise<CashfreeLink> =>
    call(linkSchema, { method: "GET", path: linkPath(id) }).catch(throwLookupError);

  /** Cashfree lists only paid orders when the status is left out. */
  const ordersOf = (id: string): Promise<CashfreeOrder[]> =>
    call(orderListSchema, { method: "GET", path: `${linkPath(id)}/orders?status=ALL` }).catch(
      throwLookupError,
    );

  async function create(
    request: CheckoutRequest,
    rupees: number,
    phone: string,
  ): Promise<CheckoutOpened | CheckoutFailed> {
    try {
      const json = linkOf(request, { rupees, phone, now: clock.now() });
      return opened(await call(linkSchema, { method: "POST", path: "/links", json }));
    } catch (error) {
      if (!(error instanceof CashfreeRefusal || error instanceof CashfreeConflict)) throw error;
      // "It exists already" means our own link whose response was lost. We read the link, not the code.
      const link = await findLink(referenceOf(request));
      if (link !== null && isFor(link, request)) return opened(link);
      // Cashfree works: what one merchant sends must not count for the circuit that all merchants share.
      if (link !== null) return refused("it has another link with this id.");
      if (error instanceof CashfreeConflict && error.status === 422) {
        return refused(`it does not accept the request: ${error.code}.`);
      }
      throw error;
    }
  }

  async function findLink(id: string): Promise<CashfreeLink | null> {
    try {
      return await readLink(id);
    } catch (error) {
      if (error instanceof GatewayRecordUnknown) return null;
      throw error;
    }
  }

  async function statusOf(link: CashfreeLink, purpose: LookupPurpose | "close"): Promise<GatewayPayment> {
    if (link.link_status === "ACTIVE" && readRupees(link.link_amount_paid) === 0n) return { status: "OPEN" };
    const found = await ordersOf(link.link_id);
    // Other pages of a paid link would take its money again, and those of a closed one would take any.
    const mustEnd =
      (purpose !== "look" && found.some(isPaid)) || (purpose === "close" && ENDED_LINK.has(link.link_status));
    const { orders, failure } = mustEnd ? await endOpenOnes(link, found) : { orders: found, failure: null };
    // Whatever the link's status, a paid order of it means that the money is there.
    const [first, ...others] = (await keptFirst(paidInOrder(orders))).map(chargeOf);
    if (first !== undefined) {
      const hasOpenPage = !orders.every((order) => isPaid(order) || hasEnded(order));
      const mayStillBeCharged =
        hasOpenPage || !(link.link_status === "PAID" || ENDED_LINK.has(link.link_status));
      return success(first, others, mayStillBeCharged);
    }
    if (failure !== null) throw failure;
    if (link.link_status === "PAID") {
      throw new GatewayUnavailable(`Cashfree calls ${link.link_id} paid and names no paid order`);
    }
    const isClosed = ENDED_LINK.has(link.link_status) && orders.every(hasEnded);
    return isClosed ? { status: "CLOSED", ...(await failureOf(orders)) } : { status: "OPEN" };
  }

  /**
   * Ends the orders whose page is open, and returns all as they are then. The first error is returned, not thrown: neither one
   * order that cannot be ended nor a lost response may hide what was paid.
   */
  async function endOpenOnes(
    link: CashfreeLink,
    found: CashfreeOrder[],
  ): Promise<{ orders: CashfreeOrder[]; failure: Error | null }> {
    const open = found.filter(({ order_status: status }) => status === "ACTIVE");
    if (open.length === 0) return { orders: found, failure: null };
    // The customer has one of the newest open. A later poll ends the others.
    const newest = inOrder(open, ({ created_at: at }) => at).slice(-MOST_ENDED_AT_ONCE);
    const failures = await Promise.all(newest.map(endOrder));
    try {
      return {
        orders: await ordersOf(link.link_id),
        failure: failures.find((each) => each !== null) ?? null,
      };
    } catch (error) {
      if (!(error instanceof GatewayUnavailable)) throw error;
      return { orders: found, failure: error };
    }
  }

  /** Null when it was ended or Cashfree refuses to: paid or ended a moment ago, or not possible. A lookup shows which. */
  async function endOrder({ order_id: id }: CashfreeOrder): Promise<Error | null> {
    try {
      await call(orderSchema, {
        method: "PATCH",
        path: orderPath(id),
        json: { order_status: "TERMINATED" },
      });
      return null;
    } catch (error) {
      if (error instanceof CashfreeRefusal) return null;
      if (error instanceof GatewayUnavailable) return error;
      throw error;
    }
  }

  /**
   * Puts orders that were refunded as a whole last: after a restore of a backup nothing else shows which one was kept,
   * and the payment must not be given one that was sent back. An order keeps its place when Cashfree does not respond.
   */
  async function keptFirst(paid: readonly CashfreeOrder[]): Promise<readonly CashfreeOrder[]> {
    if (paid.length < 2) return paid;
    const returned = new Set((await Promise.all(paid.map(returnedOf))).flat());
    return [...paid.filter((order) => !returned.has(order)), ...returned];
  }

  async function returnedOf(order: CashfreeOrder): Promise<CashfreeOrder[]> {
    try {
      const path = refundsPath(order.order_id);
      const refunds = await call(refundListSchema, { method: "GET", path }).catch(throwLookupError);
      return leftOf(order, refunds) === 0n ? [order] : [];
    } catch (error) {
      if (error instanceof GatewayUnavailable) return [];
      throw error;
    }
  }

  /**
   * Reads the failure of the customer's last attempt. It only explains: a lookup without a response must not keep the
   * payment open.
   */
  async function failureOf(orders: readonly CashfreeOrder[]): Promise<{ failure?: GatewayFailure }> {
    const order = inOrder(orders, ({ created_at: at }) => at).at(-1);
    if (order === undefined) return {};
    try {
      const path = `${orderPath(order.order_id)}/payments`;
      const attempts = await call(paymentListSchema, { method: "GET", path }).catch(throwLookupError);
      const lost = attempts.filter(({ payment_status: status }) => LOST.has(status));
      const failed = inOrder(lost, ({ payment_time: at }) => at).at(-1);
      return failed === undefined ? {} : { failure: explained(failed) };
    } catch (error) {
      if (error instanceof GatewayUnavailable) return {};
      throw error;
    }
  }

  return {
    fetch: async (checkoutId, purpose) => statusOf(await readLink(checkoutId), purpose),
    /** A link's id is ours, and free in every other account. Its address is Cashfree's own. */
    recognizes: async ({ checkoutId, redirectUrl }) => (await readLink(checkoutId)).link_url === redirectUrl,
    async open(request) {
      const rupees = toRupees(request.amountPaise, request.currency);
      if (!rupees.ok) return refused(`${rupees.error}.`);
      const phone = phoneOf(request.customer.phone);
      if (phone === null) return refused("it takes no payment without the customer's phone number.");
      try {
        return await create(request, rupees.value, phone);
      } catch (error) {
        return openingFailed(error, CashfreeRefusal);
      }
    },
    async voidCheckout(checkoutId) {
      let failure: GatewayUnavailable | null = null;
      try {
        await call(linkSchema, { method: "POST", path: `${linkPath(checkoutId)}/cancel` });
      } catch (error) {
        // Refused where it is not open any more: paid, expired, or cancelled by an earlier call. The link shows which.
        if (error instanceof GatewayUnavailable) failure = error;
        else if (!(error instanceof CashfreeRefusal)) throw error;
      }
      const found = await statusOf(await readLink(checkoutId), "close");
      if (found.status !== "SUCCESS" && failure !== null) throw failure;
      return found;
    },
  };
}

const MOST_ENDED_AT_ONCE = 20;
const ENDED_LINK: ReadonlySet<string> = new Set(["CANCELLED", "EXPIRED"]);
/** `TERMINATION_REQUESTED` is none of them: a payment on its way may still succeed. */
const ENDED_ORDER: ReadonlySet<string> = new Set(["EXPIRED", "TERMINATED"]);
const LOST: ReadonlySet<string> = new Set(["FAILED", "USER_DROPPED", "CANCELLED", "VOID"]);

const isPaid = ({ order_status: status }: CashfreeOrder): boolean => status === "PAID";
const hasEnded = ({ order_status: status }: CashfreeOrder): boolean => ENDED_ORDER.has(status);

const isFor = (link: CashfreeLink, { amountPaise, currency }: CheckoutRequest): boolean =>
  readRupees(link.link_amount) === amountPaise && link.link_currency === currency;

const refused = (words: string): CheckoutFailed => ({
  kind: "failed",
  cause: "refused",
  message: `Cashfree: ${words}`,
});

function opened({ link_id: checkoutId, link_url: redirectUrl }: CashfreeLink): CheckoutOpened {
  return { kind: "opened", checkoutId, redirectUrl };
}

function chargeOf(order: CashfreeOrder): ChargedMoney {
  const amountPaise = readRupees(order.order_amount);
  if (amountPaise === null) {
    throw new GatewayUnavailable(`Cashfree calls ${order.order_id} paid and does not say how much came`);
  }
  return {
    // Refunds are requested by the order, which has one successful payment.
    gatewayTransactionId: order.order_id,
    amountPaise,
    currency: order.order_currency,
  };
}

/** The reason says more than the code, which is `TRANSACTION_DECLINED` for nearly all. */
function explained(failed: CashfreePayment): GatewayFailure {
  const { payment_status: status, payment_message: message, error_details: details } = failed;
  return {
    code: details?.error_reason ?? details?.error_code ?? status,
    message: details?.error_description ?? message ?? null,
  };
}

/** Sorts by time; items without one come first. */
function inOrder<T>(items: readonly T[], timeOf: (item: T) => string | null | undefined): T[] {
  const at = (item: T): number => Date.parse(timeOf(item) ?? "") || 0;
  return items.toSorted((a, b) => at(a) - at(b));
}

/** Sorts by time, then by id: Cashfree documents no order of its lists. */
function paidInOrder(orders: readonly CashfreeOrder[]): CashfreeOrder[] {
  const byId = orders.filter(isPaid).toSorted((a, b) => (a.order_id < b.order_id ? -1 : 1));
  return inOrder(byId, ({ created_at: at }) => at);
}

/**
 * Ten digits for a number of India; others begin with a plus sign. Null where there is none that Cashfree takes. Requests have
 * digits only, so ten that could be of India are: a code of another country is certain after two zeros.
 */
function phoneOf(phone: string | null): string | null {
  const digits = (phone ?? "").replaceAll(/\D/g, "");
  const [, ofIndia] = /^(?:0|91|0091)?([6-9]\d{9})$/.exec(digits) ?? [];
  if (ofIndia !== undefined) return ofIndia;
  const abroad = digits.replace(/^00/, "");
  return abroad.length >= 10 ? `+${abroad}` : null;
}

const MINUTE_MS = 60_000;
/** Cashfree documents no shortest time, only that it has not passed. The service closes the link when the payment ends. */
const SHORTEST_MS = 20 * MINUTE_MS;

function linkOf(
  request: CheckoutRequest,
  { rupees, phone, now }: { rupees: number; phone: string; now: Date },
): object {
  const { email } = request.customer;
  const endsAt = new Date(Math.max(request.expiresAt.getTime(), now.getTime() + SHORTEST_MS));
  const only = onlyMethod(request.paymentMethod);
  return {
    link_id: referenceOf(request),
    link_amount: rupees,
    link_currency: request.currency,
    link_purpose: checkoutTitle(request),
    link_partial_payments: false,
    link_expiry_time: endsAt.toISOString(),
    link_auto_reminders: false,
    link_notify: { send_sms: false, send_email: false },
    link_notes: markOf(request),
    link_meta: { return_url: request.returnUrl, ...(only === null ? {} : { payment_methods: only }) },
    customer_details: { customer_phone: phone, ...(email === null ? {} : { customer_email: email }) },
  };
}

/** Returns a value of `payment_methods`; null where the page should offer whatever the account offers. */
function onlyMethod(method: PaymentMethod | null): string | null {
  switch (method) {
    case "CC":
      return "cc";
    case "DC":
      return "dc";
    case "UPI":
      return "upi";
    case "NB":
      return "nb";
    case "WALLET":
      return "app";
    // Cashfree documents no word for instalments at links.
    case "EMI":
    case null:
      return null;
  }
}
