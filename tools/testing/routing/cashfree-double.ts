import { createHmac } from "node:crypto";
import type { InboundNotification } from "@/server/routing/gateway/port";
import {
  type ErrorDetails,
  type LinkEntity,
  linkRequest,
  newCashfreeId,
  newLink,
  newOrder,
  type OrderEntity,
  type PaymentEntity,
  type RefundEntity,
  refundRequest,
  terminateRequest,
} from "./cashfree-objects";
import {
  held,
  postNotification,
  startVendorServer,
  type VendorResponse,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server";

export const TEST_CASHFREE = {
  clientId: "TEST_client_double",
  clientSecret: "cfsk_ma_test_double",
  environment: "sandbox",
} as const;

/**
 * A double of Cashfree's API, which tests cannot reach. It implements what the types of its SDK and its reference
 * document: credentials and a version in headers, Payment Links (`link_id` of ours, unique; only an active one can be
 * cancelled), the orders that a link makes (paid ones only without `status=ALL`), terminating an order, refunds of paid
 * orders (up to what is left; one for each `refund_id`), errors with `message`, `code` and `type`, and webhook
 * signatures (`x-webhook-signature`: HMAC-SHA256 in base64 over `x-webhook-timestamp` and the body).
 */
export type CashfreeDouble = VendorServer & {
  links: Map<string, LinkEntity>;
  orders: Map<string, OrderEntity>;
  payments: PaymentEntity[];
  /** By the order's id, a colon, and the refund's. */
  refunds: Map<string, RefundEntity>;
  /** The first status of a new refund. */
  refundsBegin: "PENDING" | "SUCCESS";
  /** What becomes of an active order that is to be terminated: it ends, a payment is on its way, or was faster. */
  terminationsBecome: "TERMINATED" | "TERMINATION_REQUESTED" | "PAID";
  /** The customer opens the link's page, which makes an order; returns its id. */
  visit(linkId: string): string;
  /** The customer pays on an open page of the link; returns the order's id. */
  pay(linkId: string): string;
  /** The customer's bank declines; the link and the order stay open. */
  decline(linkId: string, details?: ErrorDetails): void;
  expire(linkId: string): void;
  resolveUnknownRefund(id: string, status: RefundEntity["refund_status"]): void;
  /** An event as Cashfree would post it. */
  notification(type: string, data: object, options?: { secret?: string; at?: Date }): InboundNotification;
  /** Posts an event to a URL, as Cashfree does; returns the status of the response. */
  deliver(url: string, type: string, data: object): Promise<number>;
};

const DECLINED: ErrorDetails = {
  error_code: "TRANSACTION_DECLINED",
  error_description: "issuer bank or payment service provider declined the transaction",
  error_reason: "auth_declined",
  error_source: "customer",
};

export async function startCashfreeDouble({
  clientId,
  clientSecret,
}: { clientId: string; clientSecret: string } = TEST_CASHFREE): Promise<CashfreeDouble> {
  const links = new Map<string, LinkEntity>();
  const orders = new Map<string, OrderEntity>();
  const payments: PaymentEntity[] = [];
  const refunds = new Map<string, RefundEntity>();
  const state: Pick<CashfreeDouble, "refundsBegin" | "terminationsBecome"> = {
    refundsBegin: "SUCCESS",
    terminationsBecome: "TERMINATED",
  };

  function route(request: VendorRequest): VendorResponse {
    const { method, path, headers, body } = request;
    if (method === "GET" && path.startsWith("/links/")) return { status: 200, body: "A page of the double." };
    if (headers["x-client-id"] !== clientId || headers["x-client-secret"] !== clientSecret) {
      return refusal(401, "request_failed", "authentication_error");
    }
    if (!/^\d{4}-\d{2}-\d{2}$/.test(String(headers["x-api-version"]))) return refusal(400, "version_invalid");
    const [, kind, id = "", verb, part = ""] =
      /^\/pg\/(links|orders)(?:\/([^/]+))?(?:\/(cancel|orders|payments|refunds))?(?:\/([^/]+))?$/.exec(
        path,
      ) ?? [];
    const shape = `${method} ${kind ?? ""}${id === "" ? "" : "/:id"}${verb === undefined ? "" : `/${verb}`}`;
    switch (`${shape}${part === "" ? "" : "/:part"}`) {
      case "POST links":
        return createLink(body);
      case "GET links/:id":
        return show(links.get(id), "link_get_not_found");
      case "POST links/:id/cancel":
        return cancelLink(links.get(id));
      case "GET links/:id/orders":
        return links.has(id)
          ? { status: 200, body: ordersOf(id).filter(isListed(request.query)) }
          : refusal(404, "link_get_not_found");
      case "GET orders/:id":
        return show(orders.get(id), "order_get_not_found");
      case "PATCH orders/:id":
        return terminate(orders.get(id), body);
      case "GET orders/:id/payments":
        return { status: 200, body: payments.filter(({ order_id: of }) => of === id) };
      case "POST orders/:id/refunds":
        return createRefund(orders.get(id), body);
      case "GET orders/:id/refunds":
        return { status: 200, body: refundsOf(id) };
      case "GET orders/:id/refunds/:part":
        return show(refunds.get(`${id}:${part}`), "refund_get_not_found");
      default:
        return refusal(404, "request_failed");
    }
  }

  const ordersOf = (linkId: string): OrderEntity[] =>
    [...orders.values()].filter(({ order_tags: { link_id: of } }) => of === linkId);
  const refundsOf = (orderId: string): RefundEntity[] =>
    [...refunds.values()].filter(({ order_id: of }) => of === orderId);

  function createLink(body: string): VendorResponse {
    const parsed = linkRequest.safeParse(JSON.parse(body));
    if (!parsed.success) return refusal(400, `${String(parsed.error.issues[0]?.path.at(-1))}_invalid`);
    if (Date.parse(parsed.data.link_expiry_time) <= Date.now())
      return refusal(400, "link_expiry_time_invalid");
    if (links.has(parsed.data.link_id)) return refusal(409, "link_already_exists");
    const link = newLink(parsed.data, server.url);
    links.set(link.link_id, link);
    return { status: 200, body: link };
  }

  function cancelLink(link: LinkEntity | undefined): VendorResponse {
    if (link === undefined) return refusal(404, "link_get_not_found");
    if (link.link_status !== "ACTIVE") return refusal(400, "link_post_failed");
    link.link_status = "CANCELLED";
    return { status: 200, body: link };
  }

  function terminate(order: OrderEntity | undefined, body: string): VendorResponse {
    if (!terminateRequest.safeParse(JSON.parse(body)).success) return refusal(400, "order_status_invalid");
    if (order === undefined) return refusal(404, "order_get_not_found");
    if (order.order_status !== "ACTIVE") return refusal(400, "order_inactive");
    order.order_status = state.terminationsBecome;
    if (order.order_status === "PAID") return refusal(400, "order_already_paid");
    return { status: 200, body: order };
  }

  function createRefund(order: OrderEntity | undefined, body: string): VendorResponse {
    const parsed = refundRequest.safeParse(JSON.parse(body));
    if (!parsed.success) return refusal(400, `${String(parsed.error.issues[0]?.path.at(-1))}_invalid`);
    if (order === undefined) return refusal(404, "order_get_not_found");
    if (order.order_status !== "PAID") return refusal(400, "order_id_not_paid");
    const { refund_id, refund_amount } = parsed.data;
    const key = `${order.order_id}:${refund_id}`;
    const first = refunds.get(key);
    if (first !== undefined) {
      return first.refund_amount === refund_amount
        ? { status: 200, body: first }
        : refusal(400, "refund_id_invalid");
    }
    const returned = refundsOf(order.order_id)
      .filter(({ refund_status: status }) => status !== "FAILED" && status !== "CANCELLED")
      .reduce((sum, refund) => sum + paise(refund.refund_amount), 0);
    if (paise(refund_amount) > paise(order.order_amount) - returned) return refusal(400, "refund_invalid");
    const refund: RefundEntity = {
      cf_refund_id: newCashfreeId(),
      refund_id,
      order_id: order.order_id,
      entity: "refund",
      refund_amount,
      refund_currency: order.order_currency,
      refund_status: state.refundsBegin,
      refund_type: "MERCHANT_INITIATED",
    };
    refunds.set(key, refund);
    return { status: 200, body: refund };
  }

  function visit(linkId: string): string {
    const open = ordersOf(linkId).find(({ order_status: status }) => status === "ACTIVE");
    const order = open ?? newOrder(held(links, linkId));
    orders.set(order.order_id, order);
    return order.order_id;
  }

  function attempt(orderId: string, fields: Pick<PaymentEntity, "payment_status" | "error_details">): void {
    const { order_amount, order_currency } = held(orders, orderId);
    payments.push({
      cf_payment_id: newCashfreeId(),
      order_id: orderId,
      entity: "payment",
      payment_amount: order_amount,
      payment_currency: order_currency,
      payment_time: new Date().toISOString(),
      payment_message: "00::Transaction",
      ...fields,
    });
  }

  function notification(
    type: string,
    data: object,
    { secret = clientSecret, at = new Date() }: { secret?: string; at?: Date } = {},
  ): InboundNotification {
    const body = JSON.stringify({ data, event_time: at.toISOString(), type });
    const timestamp = String(at.getTime());
    return {
      rawBody: Buffer.from(body),
      headers: {
        "content-type": "application/json",
        "x-webhook-timestamp": timestamp,
        "x-webhook-signature": createHmac("sha256", secret)
          .update(timestamp + body)
          .digest("base64"),
        "x-webhook-version": "2025-01-01",
      },
    };
  }

  const server = await startVendorServer(route);
  return Object.assign(state, server, {
    links,
    orders,
    payments,
    refunds,
    visit,
    pay(linkId: string) {
      const orderId = visit(linkId);
      const link = held(links, linkId);
      Object.assign(held(orders, orderId), { order_status: "PAID" });
      Object.assign(link, { link_status: "PAID", link_amount_paid: link.link_amount });
      attempt(orderId, { payment_status: "SUCCESS", error_details: null });
      return orderId;
    },
    decline(linkId: string, details: ErrorDetails = DECLINED) {
      attempt(visit(linkId), { payment_status: "FAILED", error_details: details });
    },
    expire(linkId: string) {
      held(links, linkId).link_status = "EXPIRED";
    },
    resolveUnknownRefund(id: string, status: RefundEntity["refund_status"]) {
      held(refunds, id).refund_status = status;
    },
    notification,
    deliver: (url: string, type: string, data: object) => postNotification(url, notification(type, data)),
  });
}

/** The double's own arithmetic: not that of the adapter. */
const paise = (rupees: number): number => Math.round(rupees * 100);

function isListed(query: URLSearchParams): (order: OrderEntity) => boolean {
  const isAll = query.get("status") === "ALL";
  return ({ order_status: status }) => isAll || status === "PAID";
}

function show(entity: object | undefined, missing: string): VendorResponse {
  return entity === undefined ? refusal(404, missing) : { status: 200, body: entity };
}

/** Cashfree's error: its message may repeat what was sent. */
export function refusal(status: number, code: string, type = "invalid_request_error"): VendorResponse {
  const message = "The double refuses ravi@example.com, 9000090000.";
  return { status, body: { message, help: "Check the API logs.", code, type } };
}
