import { createHash } from "node:crypto";
import {
  GatewayRecordUnknown,
  type GatewayRefund,
  type GatewayRefundRequest,
  GatewayUnavailable,
} from "../port";
import { refundOnce } from "../refund-once";
import {
  type CashfreeOrder,
  type CashfreeRefund,
  orderSchema,
  refundListSchema,
  refundSchema,
} from "./responses";
import { type CashfreeCall, CashfreeRefusal, throwLookupError } from "./client";
import { cashfreeTerms, readRupees, rupeesOf } from "./currencies";
import { gatewayRefundIdOf, orderPath, readGatewayRefundId, refundsPath } from "./ids";

type CashfreeRefunds = {
  refund(request: GatewayRefundRequest): Promise<GatewayRefund>;
  findSent(request: GatewayRefundRequest): Promise<GatewayRefund | null>;
  fetch(gatewayRefundId: string): Promise<GatewayRefund>;
};

/** The codes of Cashfree's documentation after which the same refund can never be made. */
const FOR_GOOD: ReadonlySet<string> = new Set(["refund_amount_invalid", "refund_unsupported"]);
const NOT_MADE: ReadonlySet<string> = new Set(["FAILED", "CANCELLED"]);

/**
 * A refund has an id of ours, made of its key. Cashfree makes one refund for an id, without a time limit, so the id is
 * both the key and what a lost response is looked up by.
 */
export function createCashfreeRefunds(call: CashfreeCall): CashfreeRefunds {
  const read = async (orderId: string, refundId: string): Promise<GatewayRefund> => {
    const path = `${refundsPath(orderId)}/${encodeURIComponent(refundId)}`;
    const refund = await call(refundSchema, { method: "GET", path }).catch(throwLookupError);
    return toGatewayRefund(refund, { orderId, refundId });
  };

  async function find(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    try {
      return await read(request.gatewayTransactionId, refundIdOf(request.idempotencyKey));
    } catch (error) {
      if (error instanceof GatewayRecordUnknown) return null;
      throw error;
    }
  }

  const list = (orderId: string): Promise<CashfreeRefund[]> =>
    call(refundListSchema, { method: "GET", path: refundsPath(orderId) }).catch(throwLookupError);

  /** The order's list may have one that a lookup by its id does not find yet. */
  async function findSent(request: GatewayRefundRequest): Promise<GatewayRefund | null> {
    const found = await find(request);
    if (found !== null) return found;
    const asked = { orderId: request.gatewayTransactionId, refundId: refundIdOf(request.idempotencyKey) };
    const ours = (await list(asked.orderId)).find(({ refund_id: id }) => id === asked.refundId);
    return ours === undefined ? null : toGatewayRefund(ours, asked);
  }

  async function send(request: GatewayRefundRequest): Promise<GatewayRefund> {
    const asked = { orderId: request.gatewayTransactionId, refundId: refundIdOf(request.idempotencyKey) };
    const rupees = rupeesOf(request.amountPaise);
    if (rupees === null) throw new GatewayUnavailable("Cashfree cannot be told this amount");
    const refund = await call(refundSchema, {
      method: "POST",
      path: refundsPath(asked.orderId),
      json: { refund_id: asked.refundId, refund_amount: rupees, refund_speed: "STANDARD" },
    });
    return toGatewayRefund(refund, asked);
  }

  /**
   * Whether a refused refund can never be made. One that the order's list has was made, although a lookup by its id does not find it
   * yet. Cashfree's codes do not say it of all, so the order is read: only what is left of it can be refunded. What neither
   * explains stays open.
   */
  async function isHopeless(
    { gatewayTransactionId: id, amountPaise, idempotencyKey }: GatewayRefundRequest,
    isForGood: boolean,
  ): Promise<boolean> {
    const refunds = await list(id);
    const ours = refundIdOf(idempotencyKey);
    if (refunds.some(({ refund_id: refundId }) => refundId === ours)) return false;
    if (isForGood) return true;
    const order = await call(orderSchema, { method: "GET", path: orderPath(id) }).catch(throwLookupError);
    const left = leftOf(order, refunds);
    return left !== null && left < amountPaise;
  }

  return {
    refund: (request) =>
      refundOnce(
        {
          termsOf: cashfreeTerms,
          find,
          send,
          isRefusal: (error) => error instanceof CashfreeRefusal,
          failureOf: ({ code, text }) => ({ code, message: text }),
          isFinal: ({ status, code }) => isHopeless(request, status === 400 && FOR_GOOD.has(code)),
        },
        request,
      ),
    findSent,
    async fetch(gatewayRefundId) {
      const ids = readGatewayRefundId(gatewayRefundId);
      if (ids === null) throw new GatewayRecordUnknown("Cashfree has no refund without its order");
      return read(ids.orderId, ids.refundId);
    },
  };
}

/** What can still be refunded, in paise; null where an amount cannot be read. */
export function leftOf(order: CashfreeOrder, refunds: readonly CashfreeRefund[]): bigint | null {
  const charged = readRupees(order.order_amount);
  const returned = refunds
    .filter(({ refund_status: status }) => !NOT_MADE.has(status))
    .map(({ refund_amount: amount }) => readRupees(amount));
  if (charged === null || returned.includes(null)) return null;
  return returned.reduce<bigint>((left, amount) => left - (amount ?? 0n), charged);
}

/** Cashfree accepts at most 40 letters and digits. */
function refundIdOf(idempotencyKey: string): string {
  return createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 40);
}

/** `PENDING` and `ONHOLD` are not final; nor is a status that Cashfree has added since. */
function toGatewayRefund(
  { order_id, refund_id, refund_status: status, status_description: message = null }: CashfreeRefund,
  asked: { orderId: string; refundId: string },
): GatewayRefund {
  if (order_id !== asked.orderId || refund_id !== asked.refundId) {
    throw new GatewayUnavailable("Cashfree gave no usable answer: it is about another refund");
  }
  const gatewayRefundId = gatewayRefundIdOf(order_id, refund_id);
  if (status === "SUCCESS") return { gatewayRefundId, status: "SUCCESS" };
  if (NOT_MADE.has(status)) {
    return { gatewayRefundId, status: "FAILURE", failure: { code: null, message } };
  }
  return { gatewayRefundId, status: "PENDING" };
}
