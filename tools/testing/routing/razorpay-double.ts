import { createHmac, randomUUID } from "node:crypto";
import type { InboundNotification } from "@/server/routing/gateway/port";
import {
  type LinkEntity,
  linkRequest,
  newLink,
  newRazorpayId,
  type PaymentEntity,
  type RefundEntity,
  refundRequest,
} from "./razorpay-objects";
import {
  held,
  postNotification,
  startVendorServer,
  type VendorResponse,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server";

export const TEST_RAZORPAY = {
  keyId: "rzp_test_double",
  keySecret: "test_secret_double",
  webhookSecret: "test_hook_double",
} as const;

type RazorpayError = Pick<
  PaymentEntity,
  "error_code" | "error_description" | "error_reason" | "error_source"
>;

/**
 * A double of Razorpay's API, which tests cannot reach. It implements what Razorpay's reference documents: basic
 * authentication, JSON bodies, Payment Links (a `reference_id` of 40 characters, unique; `expire_by` 15 minutes ahead;
 * only an unpaid one can be cancelled), refunds of captured payments (up to the remaining balance;
 * `X-Refund-Idempotency` of ten letters, digits, hyphens and underscores: the first response again, 400 for another
 * body), lists by `count` and `skip`, and webhook signatures (`X-Razorpay-Signature`: HMAC-SHA256 over the body;
 * `x-razorpay-event-id`).
 */
export type RazorpayDouble = VendorServer & {
  links: Map<string, LinkEntity>;
  payments: Map<string, PaymentEntity>;
  refunds: Map<string, RefundEntity>;
  /** The first status of a new refund. */
  refundsBegin: "pending" | "processed";
  /** The customer pays through the link; returns the payment's id. */
  pay(linkId: string): string;
  /** The customer's bank declines; the link stays open. */
  decline(linkId: string, error?: RazorpayError): void;
  expire(linkId: string): void;
  resolveUnknownRefund(refundId: string, status: "processed" | "failed"): void;
  deleteExpiredIdempotencyKeys(): void;
  /** An event as Razorpay would post it. */
  notification(event: string, payload: object, options?: { secret?: string }): InboundNotification;
  /** Posts an event to a URL, as Razorpay does; returns the status of the response. */
  deliver(url: string, event: string, payload: object): Promise<number>;
};

export async function startRazorpayDouble(): Promise<RazorpayDouble> {
  const links = new Map<string, LinkEntity>();
  const payments = new Map<string, PaymentEntity>();
  const refunds = new Map<string, RefundEntity>();
  const remembered = new Map<string, { body: string; response: VendorResponse }>();
  const state = { refundsBegin: "processed" as RazorpayDouble["refundsBegin"] };
  const credentials = Buffer.from(`${TEST_RAZORPAY.keyId}:${TEST_RAZORPAY.keySecret}`).toString("base64");

  function route(request: VendorRequest): VendorResponse {
    const { method, path } = request;
    if (method === "GET" && path.startsWith("/i/")) return { status: 200, body: "A page of the double." };
    if (request.headers.authorization !== `Basic ${credentials}`) return refusal(401);
    const [, kind, id, verb] =
      /^\/v1\/(payment_links|payments|refunds)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
    switch (
      `${method} ${kind ?? ""}${id === undefined ? "" : "/:id"}${verb === undefined ? "" : `/${verb}`}`
    ) {
      case "POST payment_links":
        return createLink(request.body);
      case "GET payment_links":
        return listLinks(request.query);
      case "GET payment_links/:id":
        return show(links.get(id ?? ""));
      case "POST payment_links/:id/cancel":
        return cancelLink(links.get(id ?? ""));
      case "GET payments":
        return { status: 200, body: { entity: "collection", count: 0, items: [] } };
      case "GET payments/:id":
        return show(payments.get(id ?? ""));
      case "POST payments/:id/refund":
        return idempotent(request, () => createRefund(payments.get(id ?? ""), request.body));
      case "GET payments/:id/refunds":
        return listRefunds(id ?? "", request.query);
      case "GET refunds/:id":
        return show(refunds.get(id ?? ""));
      default:
        return refusal(404);
    }
  }

  function createLink(body: string): VendorResponse {
    const parsed = linkRequest.safeParse(JSON.parse(body));
    if (!parsed.success) return refusal(400, String(parsed.error.issues[0]?.path.at(-1)));
    if (parsed.data.expire_by < Date.now() / 1000 + 15 * 60) return refusal(400, "expire_by");
    const isInUse = [...links.values()].some(({ reference_id: of }) => of === parsed.data.reference_id);
    if (isInUse) return refusal(400);
    const link = newLink(parsed.data, server.url);
    links.set(link.id, link);
    return { status: 200, body: link };
  }

  function listLinks(query: URLSearchParams): VendorResponse {
    const found = [...links.values()].filter(({ reference_id: of }) => of === query.get("reference_id"));
    return { status: 200, body: { payment_links: found } };
  }

  function cancelLink(link: LinkEntity | undefined): VendorResponse {
    if (link?.status !== "created") return refusal(400);
    link.status = "cancelled";
    return show(link);
  }

  function idempotent(request: VendorRequest, act: () => VendorResponse): VendorResponse {
    const key = request.headers["x-refund-idempotency"];
    if (typeof key !== "string" || !/^[A-Za-z0-9_-]{10,}$/.test(key)) return refusal(400);
    const first = remembered.get(key);
    if (first !== undefined) return first.body === request.body ? first.response : refusal(400);
    const response = act();
    remembered.set(key, { body: request.body, response });
    return response;
  }

  function createRefund(payment: PaymentEntity | undefined, body: string): VendorResponse {
    const parsed = refundRequest.safeParse(JSON.parse(body));
    if (!parsed.success) return refusal(400, String(parsed.error.issues[0]?.path.at(-1)));
    if (payment?.status !== "captured") return refusal(400);
    if (parsed.data.amount > payment.amount - payment.amount_refunded) return refusal(400);
    const { amount, notes } = parsed.data;
    const refund: RefundEntity = {
      id: newRazorpayId("rfnd"),
      entity: "refund",
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes,
      receipt: null,
      status: state.refundsBegin,
    };
    refunds.set(refund.id, refund);
    payment.amount_refunded += amount;
    if (payment.amount_refunded === payment.amount) payment.status = "refunded";
    return { status: 200, body: refund };
  }

  function listRefunds(paymentId: string, query: URLSearchParams): VendorResponse {
    const skip = Number(query.get("skip") ?? "0");
    const items = [...refunds.values()]
      .filter(({ payment_id: of }) => of === paymentId)
      .reverse()
      .slice(skip, skip + Number(query.get("count") ?? "10"));
    return { status: 200, body: { entity: "collection", count: items.length, items } };
  }

  function attempt(linkId: string, status: "captured" | "failed"): string {
    const link = held(links, linkId);
    const { amount, currency } = link;
    const id = newRazorpayId("pay");
    payments.set(id, { id, entity: "payment", status, amount, currency, amount_refunded: 0, notes: [] });
    link.payments = [...(link.payments ?? []), { payment_id: id, status, amount, method: "upi" }];
    return id;
  }

  function notification(
    event: string,
    payload: object,
    { secret = TEST_RAZORPAY.webhookSecret }: { secret?: string } = {},
  ): InboundNotification {
    const created_at = Math.floor(Date.now() / 1000);
    const body = JSON.stringify({ entity: "event", account_id: "acc_test", event, payload, created_at });
    return {
      rawBody: Buffer.from(body),
      headers: {
        "content-type": "application/json",
        "x-razorpay-signature": createHmac("sha256", secret).update(body).digest("hex"),
        "x-razorpay-event-id": `evt_${randomUUID().slice(0, 13)}`,
      },
    };
  }

  const server = await startVendorServer(route);
  return Object.assign(state, server, {
    links,
    payments,
    refunds,
    pay(linkId: string) {
      const link = held(links, linkId);
      Object.assign(link, { status: "paid", amount_paid: link.amount });
      return attempt(linkId, "captured");
    },
    decline(linkId: string, error: RazorpayError = {}) {
      Object.assign(held(payments, attempt(linkId, "failed")), error);
    },
    expire(linkId: string) {
      held(links, linkId).status = "expired";
    },
    resolveUnknownRefund(refundId: string, status: "processed" | "failed") {
      held(refunds, refundId).status = status;
    },
    deleteExpiredIdempotencyKeys: () => remembered.clear(),
    notification,
    deliver: (url: string, event: string, payload: object) =>
      postNotification(url, notification(event, payload)),
  });
}

function show(entity: object | undefined): VendorResponse {
  return entity === undefined ? refusal(400) : { status: 200, body: entity };
}

/** Nearly every error has the same code, even an unknown id; the description may repeat what was sent. */
export function refusal(status: number, field?: string): VendorResponse {
  const description = "The double refuses ravi@example.com.";
  const reason = "input_validation_failed";
  return { status, body: { error: { code: "BAD_REQUEST_ERROR", description, reason, field, metadata: {} } } };
}
