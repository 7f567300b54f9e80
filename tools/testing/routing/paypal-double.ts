import { randomBytes, sign } from "node:crypto";
import { crc32 } from "@/server/routing/gateway/paypal/crc32";
import { readMoney } from "@/server/routing/gateway/paypal/currencies";
import type { InboundNotification } from "@/server/routing/gateway/port";
import { overlaid, withDocuments } from "./documents/documented-responses";
import type { Variety } from "./documents/generate";
import { loadVendorDocument } from "./documents/vendor-document";
import { certificate, CERTIFICATES, CERTIFICATES_URL } from "./paypal-certificates";
import {
  type Money,
  type PayPalCaptureObject,
  type PayPalOrderObject,
  type PayPalRefundObject,
  refusal,
} from "./paypal-objects";
import {
  held,
  postNotification,
  startVendorServer,
  type VendorResponse,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server";

export const TEST_PAYPAL = {
  clientId: "client_double",
  clientSecret: "test_secret_double",
  webhookId: "WHDOUBLE1",
  environment: "sandbox",
} as const;
export const PAYPAL_ORDERS = "paypal-checkout_orders_v2.json";
export const PAYPAL_PAYMENTS = "paypal-payments_payment_v2.json";
const PAYPAL_WEBHOOKS = "paypal-notifications_webhooks_v1.json";

/**
 * A double of PayPal's API, which tests cannot reach. It keeps to PayPal's published documents, where the folder has
 * them: every request is validated against them, and every response is made from them. It implements tokens, orders
 * (captured once, only when approved and only with that intent), patches of an order that is not completed, captures,
 * refunds up to the remaining balance, `PayPal-Request-Id`, and notifications signed with a certificate whose chain ends
 * in a root of its own.
 */
export type PayPalDouble = VendorServer & {
  orders: Map<string, PayPalOrderObject>;
  captures: Map<string, PayPalCaptureObject>;
  refunds: Map<string, PayPalRefundObject>;
  problems: string[];
  /** The first status of a new refund. */
  refundsBegin: "COMPLETED" | "PENDING";
  vary(variety: Variety, seed: number): void;
  counts(): Record<string, { requests: number; responses: number }>;
  /** The customer approves the order on PayPal's page. */
  approve(orderId: string, captures?: PayPalOrderObject["captures"]): void;
  /** The customer has paid: the order was approved, and captured by a call whose response nobody has read. */
  pay(orderId: string): PayPalCaptureObject;
  revokeTokens(): void;
  deleteExpiredIdempotencyKeys(): void;
  notification(type: string, resource: object, options?: PayPalSigning): InboundNotification;
  /** The body that PayPal shows for an order, a capture or a refund. */
  shown(id: string): object;
  deliver(url: string, type: string, resource: object): Promise<number>;
};
export type PayPalSigning = {
  webhookId?: string;
  certificateUrl?: string;
  /** Which of the double's certificates signs. */
  certificate?: keyof typeof CERTIFICATES;
};

export async function startPayPalDouble(): Promise<PayPalDouble> {
  const orders = new Map<string, PayPalOrderObject>();
  const captures = new Map<string, PayPalCaptureObject>();
  const refunds = new Map<string, PayPalRefundObject>();
  const remembered = new Map<string, { body: string; response: VendorResponse }>();
  const tokens = new Set<string>();
  const documents = [PAYPAL_ORDERS, PAYPAL_PAYMENTS].map((name) => loadVendorDocument(name));
  const webhooks = loadVendorDocument(PAYPAL_WEBHOOKS);
  const state = { refundsBegin: "COMPLETED" as PayPalDouble["refundsBegin"] };

  function route(request: VendorRequest): VendorResponse {
    const { method, path } = request;
    if (method === "GET" && path.startsWith("/checkoutnow/")) return { status: 200, body: "A page." };
    if (path.startsWith("/v1/notifications/certs/")) return certificate(path.split("/").at(-1) ?? "");
    if (path === "/v1/oauth2/token") return giveToken(request);
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (!tokens.has(token)) return refusal(401, "INVALID_ACCOUNT_STATUS");
    const [, orderId, verb] = /^\/v2\/checkout\/orders\/([^/]+)(?:\/(capture))?$/.exec(path) ?? [];
    if (method === "POST" && path === "/v2/checkout/orders") return idempotent(request, createOrder);
    if (orderId !== undefined) {
      const order = orders.get(orderId);
      if (order === undefined) return refusal(404, "INVALID_RESOURCE_ID");
      if (method === "POST" && verb === "capture") return idempotent(request, () => captureOrder(order));
      return method === "PATCH" ? patchOrder(order, request.body) : { status: 200, body: orderBody(order) };
    }
    const [, captureId, isRefund] = /^\/v2\/payments\/captures\/([^/]+)(\/refund)?$/.exec(path) ?? [];
    if (captureId !== undefined) {
      const capture = captures.get(captureId);
      if (capture === undefined) return refusal(404, "INVALID_RESOURCE_ID");
      return isRefund === undefined
        ? { status: 200, body: captureBody(capture) }
        : idempotent(request, (body) => createRefund(capture, body));
    }
    const refund = refunds.get(/^\/v2\/payments\/refunds\/([^/]+)$/.exec(path)?.[1] ?? "");
    return refund === undefined
      ? refusal(404, "INVALID_RESOURCE_ID")
      : { status: 200, body: refundBody(refund) };
  }

  function giveToken({ headers, body }: VendorRequest): VendorResponse {
    const credentials = Buffer.from(`${TEST_PAYPAL.clientId}:${TEST_PAYPAL.clientSecret}`).toString("base64");
    const isRight =
      headers.authorization === `Basic ${credentials}` && body === "grant_type=client_credentials";
    if (!isRight) return { status: 401, body: { error: "invalid_client" } };
    const token = randomBytes(12).toString("hex");
    tokens.add(token);
    return { status: 200, body: { access_token: token, token_type: "Bearer", expires_in: 32_400 } };
  }

  function idempotent(request: VendorRequest, act: (body: string) => VendorResponse): VendorResponse {
    const key = request.headers["paypal-request-id"];
    if (typeof key !== "string") return refusal(400, "PAYPAL_REQUEST_ID_REQUIRED");
    const first = remembered.get(key);
    // PayPal answers a repeated request with the state of today.
    if (first !== undefined) return first.response;
    const response = act(request.body);
    if (response.status < 300) remembered.set(key, { body: request.body, response });
    return response;
  }

  function createOrder(body: string): VendorResponse {
    const sent = JSON.parse(body) as {
      intent: string;
      purchase_units: { amount: Money; custom_id: string }[];
    };
    const [unit] = sent.purchase_units;
    if (unit === undefined) return refusal(400, "MISSING_REQUIRED_PARAMETER");
    const order: PayPalOrderObject = {
      id: newId(),
      status: "PAYER_ACTION_REQUIRED",
      intent: sent.intent,
      custom_id: unit.custom_id,
      amount: unit.amount,
      update_time: new Date().toISOString(),
      captures: "COMPLETED",
    };
    orders.set(order.id, order);
    return { status: 200, body: orderBody(order) };
  }

  function captureOrder(order: PayPalOrderObject): VendorResponse {
    if (order.status === "COMPLETED") return refusal(422, "ORDER_ALREADY_CAPTURED");
    if (order.status !== "APPROVED") return refusal(422, "ORDER_NOT_APPROVED");
    if (order.intent !== "CAPTURE") return refusal(422, "PAYMENT_SOURCE_MISMATCH");
    if (order.captures === "refuse") return refusal(422, "INSTRUMENT_DECLINED");
    order.status = "COMPLETED";
    const isDeclined = order.captures === "DECLINED";
    const capture = {
      id: newId(),
      status: order.captures,
      amount: order.amount,
      custom_id: order.custom_id,
      orderId: order.id,
      ...(isDeclined ? { processor_response: { response_code: "5120" } } : {}),
      ...(isDeclined ? { status_details: { reason: "OTHER" } } : {}),
    };
    captures.set(capture.id, capture);
    return { status: 201, body: orderBody(order) };
  }

  function patchOrder(order: PayPalOrderObject, body: string): VendorResponse {
    if (order.status === "COMPLETED") return refusal(422, "ORDER_ALREADY_COMPLETED");
    for (const { op, path, value } of JSON.parse(body) as { op: string; path: string; value: string }[]) {
      if (op !== "replace" || path !== "/intent") return refusal(422, "NOT_PATCHABLE");
      order.intent = value;
    }
    return { status: 204, body: "" };
  }

  function createRefund(capture: PayPalCaptureObject, body: string): VendorResponse {
    const { amount, custom_id } = JSON.parse(body) as { amount: Money; custom_id: string };
    const made = [...refunds.values()].filter(
      (each) => each.captureId === capture.id && each.status !== "FAILED",
    );
    const left = cents(capture.amount) - made.reduce((sum, each) => sum + cents(each.amount), 0n);
    if (left === 0n) return refusal(422, "CAPTURE_FULLY_REFUNDED");
    if (cents(amount) > left) return refusal(422, "REFUND_AMOUNT_EXCEEDED");
    const refund = { id: newId(), status: state.refundsBegin, amount, custom_id, captureId: capture.id };
    refunds.set(refund.id, refund);
    capture.status = cents(amount) === left ? "REFUNDED" : "PARTIALLY_REFUNDED";
    return { status: 201, body: refundBody(refund) };
  }

  const link = (rel: string, path: string): object => ({ rel, href: `${server.url}${path}`, method: "GET" });

  function orderBody(order: PayPalOrderObject): object {
    const made = [...captures.values()].filter(({ orderId }) => orderId === order.id);
    const back = [...refunds.values()].filter(({ captureId }) => made.some(({ id }) => id === captureId));
    const payments =
      made.length === 0
        ? undefined
        : { captures: made.map(captureOf), refunds: back.map(refundOf), authorizations: undefined };
    const { id, status, intent, custom_id, amount, update_time } = order;
    return {
      id,
      status,
      intent,
      update_time,
      purchase_units: [{ reference_id: "default", custom_id, amount, payments }],
      links: [link("self", `/v2/checkout/orders/${id}`), link("payer-action", `/checkoutnow/${id}`)],
    };
  }

  const captureOf = ({ id, status, amount, custom_id, ...other }: PayPalCaptureObject): object => ({
    id,
    status,
    amount,
    custom_id,
    processor_response: other.processor_response,
    status_details: other.status_details,
    links: [link("up", `/v2/checkout/orders/${other.orderId}`)],
  });
  const captureBody = (capture: PayPalCaptureObject): object => ({
    ...captureOf(capture),
    supplementary_data: { related_ids: { order_id: capture.orderId } },
  });
  const refundOf = ({ id, status, amount, custom_id, captureId }: PayPalRefundObject): object => ({
    id,
    status,
    amount,
    custom_id,
    links: [link("up", `/v2/payments/captures/${captureId}`)],
  });
  const refundBody = refundOf;

  function shown(id: string): object {
    const [order, capture, refund] = [orders.get(id), captures.get(id), refunds.get(id)];
    if (order !== undefined) return orderBody(order);
    if (capture !== undefined) return captureBody(capture);
    return refundBody(refund ?? held(refunds, id));
  }

  let varied: { variety: Variety; seed: number } = { variety: "random", seed: 1 };

  function notification(
    type: string,
    resource: object,
    {
      webhookId = TEST_PAYPAL.webhookId,
      certificate: name = "CERT-genuine",
      certificateUrl,
    }: PayPalSigning = {},
  ): InboundNotification {
    varied.seed += 1;
    const made = webhooks?.value("event", varied.variety, varied.seed) ?? {};
    const event = { ...(overlaid(made, { id: `WH-${newId()}`, event_type: type }) as object), resource };
    if (varied.variety !== "unknown_enums" && varied.variety !== "extra_fields" && webhooks !== null) {
      documented.problems.push(...webhooks.valueProblems("event", event));
    }
    const rawBody = Buffer.from(JSON.stringify(event));
    const id = randomBytes(8).toString("hex");
    const time = new Date().toISOString();
    const signed = `${id}|${time}|${webhookId}|${crc32(rawBody)}`;
    return {
      rawBody,
      headers: {
        "content-type": "application/json",
        "paypal-auth-algo": "SHA256withRSA",
        "paypal-cert-url": certificateUrl ?? `${CERTIFICATES_URL}/${name}`,
        "paypal-transmission-id": id,
        "paypal-transmission-time": time,
        "paypal-transmission-sig": sign("sha256", Buffer.from(signed), CERTIFICATES[name].key).toString(
          "base64",
        ),
      },
    };
  }

  function approve(orderId: string, how: PayPalOrderObject["captures"] = "COMPLETED"): void {
    Object.assign(held(orders, orderId), {
      status: "APPROVED",
      captures: how,
      update_time: new Date(Date.now() + Math.random() * 1000).toISOString(),
    });
  }

  const isOutside = ({ path }: VendorRequest): boolean => !path.startsWith("/v2/");
  const documented = withDocuments(documents, route, isOutside, [
    ["POST", "/v2/checkout/orders"],
    ["GET", "/v2/checkout/orders/1"],
    ["PATCH", "/v2/checkout/orders/1"],
    ["POST", "/v2/checkout/orders/1/capture"],
    ["GET", "/v2/payments/captures/1"],
    ["POST", "/v2/payments/captures/1/refund"],
    ["GET", "/v2/payments/refunds/1"],
  ]);
  const server = await startVendorServer((request) => documented.responseBody(request));
  return Object.assign(state, server, {
    orders,
    captures,
    refunds,
    problems: documented.problems,
    vary(variety: Variety, seed: number) {
      documented.vary(variety, seed);
      varied = { variety, seed };
    },
    counts: () =>
      Object.fromEntries(
        [...documents, webhooks].flatMap((document, index) =>
          document === null
            ? []
            : [[[PAYPAL_ORDERS, PAYPAL_PAYMENTS, PAYPAL_WEBHOOKS][index] ?? "", document.counts] as const],
        ),
      ),
    approve,
    pay(orderId: string) {
      approve(orderId);
      captureOrder(held(orders, orderId));
      const made = [...captures.values()].find((capture) => capture.orderId === orderId);
      if (made === undefined) throw new Error("the double captured nothing");
      return made;
    },
    revokeTokens: () => tokens.clear(),
    deleteExpiredIdempotencyKeys: () => remembered.clear(),
    notification,
    shown,
    deliver: (url: string, type: string, resource: object) =>
      postNotification(url, notification(type, resource)),
  });
}

function cents(money: Money): bigint {
  return readMoney(money) ?? -1n;
}

function newId(): string {
  return randomBytes(8).toString("hex").toUpperCase();
}
