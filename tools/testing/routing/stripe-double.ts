import { createHmac, randomBytes } from "node:crypto";
import type { InboundNotification } from "@/server/routing/gateway/port";
import {
  fromExample,
  type IntentObject,
  newSession,
  newStripeRefund,
  type RefundObject,
  type SessionObject,
} from "./stripe-objects";
import {
  postNotification,
  startVendorServer,
  type VendorResponse,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server";

export const TEST_STRIPE = {
  secretKey: "sk_test_double_0000",
  webhookSecret: "whsec_test_double_0000",
} as const;

type StripeError = NonNullable<IntentObject["last_payment_error"]>;

/**
 * A double of Stripe's API, which tests cannot reach. It implements what Stripe's reference documents: authentication
 * (a bearer key, else 401), form encoding with bracketed names, Checkout Sessions (open, complete, expired;
 * `expires_at` within 30 minutes to 24 hours; only an open one can be expired), refunds (up to the remaining balance:
 * 400 `charge_already_refunded`), idempotent requests (the first response again; 400 `idempotency_error` for another
 * body), and webhook signatures (`t=…,v1=HMAC-SHA256(secret, "t.body")`).
 */
export type StripeDouble = VendorServer & {
  sessions: Map<string, SessionObject>;
  refunds: Map<string, RefundObject>;
  /** The first status of a new refund. */
  refundsBegin: "succeeded" | "pending";
  /** The customer pays on Stripe's page; returns the payment intent's id. */
  pay(sessionId: string): string;
  /** The customer completes with a delayed payment method that ends with the given status; null leaves it pending. */
  /** The customer's card is declined; the session stays open. */
  decline(sessionId: string, error: StripeError): void;
  payLater(sessionId: string, settles: "succeeded" | "failed" | null): void;
  expire(sessionId: string): void;
  resolveUnknownRefund(refundId: string, status: "succeeded" | "failed" | "canceled"): void;
  /** Like a day later: Stripe prunes idempotency keys. */
  deleteExpiredIdempotencyKeys(): void;
  /** An event as Stripe would post it. */
  notification(type: string, object: object, options?: { at?: Date; secret?: string }): InboundNotification;
  /** Posts an event to a URL, as Stripe does; returns the status of the response. */
  deliver(url: string, type: string, object: object): Promise<number>;
};

/** `own`: the credentials of this account; a secret key that is changed is in force at once. */
export async function startStripeDouble(
  own: { secretKey: string; webhookSecret: string } = TEST_STRIPE,
): Promise<StripeDouble> {
  const sessions = new Map<string, SessionObject>();
  const refunds = new Map<string, RefundObject>();
  const remembered = new Map<string, { body: string; response: VendorResponse }>();
  const state = { refundsBegin: "succeeded" as StripeDouble["refundsBegin"] };

  const session = (id: string): SessionObject => {
    const found = sessions.get(id);
    if (found === undefined) throw new Error(`the double has no session ${id}`);
    return found;
  };

  function route(request: VendorRequest): VendorResponse {
    const { method, path } = request;
    if (method === "GET" && path.startsWith("/c/pay/")) return { status: 200, body: "A page of the double." };
    if (request.headers.authorization !== `Bearer ${own.secretKey}`) {
      return refusal(401, "invalid_request_error", null);
    }
    if (method === "POST" && path === "/v1/checkout/sessions") return idempotent(request, createSession);
    if (method === "GET" && path === "/v1/checkout/sessions") {
      const data = [...sessions.values()].slice(-Number(request.query.get("limit") ?? "10"));
      return {
        status: 200,
        body: { object: "list", url: path, data, has_more: sessions.size > data.length },
      };
    }
    const [, id, verb] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/(expire))?$/.exec(path) ?? [];
    if (id !== undefined) {
      return verb === undefined
        ? showSession(id, request.query)
        : expireSession(id, new URLSearchParams(request.body));
    }
    if (method === "POST" && path === "/v1/refunds") return idempotent(request, createRefund);
    if (method === "GET" && path === "/v1/refunds") return listRefunds(request.query);
    const refund = refunds.get(/^\/v1\/refunds\/([^/]+)$/.exec(path)?.[1] ?? "");
    return refund === undefined ? missing() : { status: 200, body: refund };
  }

  function idempotent(
    request: VendorRequest,
    act: (form: URLSearchParams) => VendorResponse,
  ): VendorResponse {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string") return refusal(400, "invalid_request_error", "idempotency_key_missing");
    const first = remembered.get(key);
    if (first !== undefined) {
      return first.body === request.body ? first.response : refusal(400, "idempotency_error", null);
    }
    const response = act(new URLSearchParams(request.body));
    remembered.set(key, { body: request.body, response });
    return response;
  }

  function createSession(form: URLSearchParams): VendorResponse {
    const expiresAt = form.get("expires_at");
    if (expiresAt !== null) {
      const inMinutes = (Number(expiresAt) - Date.now() / 1000) / 60;
      if (inMinutes < 30 || inMinutes > 24 * 60)
        return refusal(400, "invalid_request_error", "parameter_invalid");
    }
    if (form.get("mode") !== "payment" || form.get("success_url") === null) {
      return refusal(400, "invalid_request_error", "parameter_missing");
    }
    if (form.get("customer_email")?.includes("@") === false) {
      return refusal(400, "invalid_request_error", "email_invalid", "customer_email");
    }
    const created = newSession(form, server.url);
    sessions.set(created.id, created);
    return { status: 200, body: created };
  }

  function showSession(id: string, query: URLSearchParams): VendorResponse {
    const found = sessions.get(id);
    if (found === undefined) return missing();
    const isExpanded = query.getAll("expand[0]").includes("payment_intent");
    const intent = isExpanded ? found.payment_intent : (found.payment_intent?.id ?? null);
    return { status: 200, body: { ...found, payment_intent: intent } };
  }

  function expireSession(id: string, form: URLSearchParams): VendorResponse {
    const found = sessions.get(id);
    if (found === undefined) return missing();
    if (found.status !== "open") return refusal(400, "invalid_request_error", null);
    found.status = "expired";
    return showSession(id, form);
  }

  function createRefund(form: URLSearchParams): VendorResponse {
    const intentId = form.get("payment_intent") ?? "";
    const intent = [...sessions.values()]
      .map(({ payment_intent: of }) => of)
      .find((of) => of?.id === intentId);
    if (intent === null || intent === undefined) return missing();
    const refunded = [...refunds.values()]
      .filter(({ payment_intent: of, status }) => of === intentId && status !== "failed")
      .reduce((sum, { amount }) => sum + amount, 0);
    const left = intent.amount_received - refunded;
    const wanted = Math.trunc(Number(form.get("amount")));
    if (left === 0) return refusal(400, "invalid_request_error", "charge_already_refunded");
    if (wanted > left) return refusal(400, "invalid_request_error", null, "amount");
    const created = newStripeRefund(form, state.refundsBegin, intent.currency);
    refunds.set(created.id, created);
    return { status: 200, body: created };
  }

  /** Newest first, as in all of Stripe's lists. */
  function listRefunds(query: URLSearchParams): VendorResponse {
    const ofIntent = [...refunds.values()]
      .filter(({ payment_intent: intent }) => intent === query.get("payment_intent"))
      .reverse();
    const after = query.get("starting_after");
    const from = after === null ? 0 : ofIntent.findIndex(({ id }) => id === after) + 1;
    const limit = Number(query.get("limit") ?? "10");
    const data = ofIntent.slice(from, from + limit);
    return {
      status: 200,
      body: { object: "list", url: "/v1/refunds", data, has_more: from + limit < ofIntent.length },
    };
  }

  function notification(
    type: string,
    object: object,
    { at = new Date(), secret = own.webhookSecret }: { at?: Date; secret?: string } = {},
  ): InboundNotification {
    const created = Math.floor(at.getTime() / 1000);
    const event = fromExample({
      id: newId("evt"),
      object: "event",
      created,
      type,
      data: { object },
      livemode: false,
    });
    const body = JSON.stringify(event);
    const signature = createHmac("sha256", secret).update(`${created}.${body}`).digest("hex");
    return {
      rawBody: Buffer.from(body),
      headers: { "content-type": "application/json", "stripe-signature": `t=${created},v1=${signature}` },
    };
  }

  const server = await startVendorServer(route);
  return Object.assign(state, server, {
    sessions,
    refunds,
    pay(sessionId: string) {
      const paid = session(sessionId);
      const intent = newIntent(paid, "succeeded");
      Object.assign(paid, { status: "complete", payment_status: "paid", payment_intent: intent });
      return intent.id;
    },
    decline(sessionId: string, error: StripeError) {
      const tried = session(sessionId);
      tried.payment_intent = {
        ...newIntent(tried, "requires_payment_method"),
        last_payment_error: error,
      };
    },
    payLater(sessionId: string, settles: "succeeded" | "failed" | null) {
      const finished = session(sessionId);
      const status =
        settles === "failed" ? "requires_payment_method" : settles === null ? "processing" : settles;
      Object.assign(finished, {
        status: "complete",
        payment_status: settles === "succeeded" ? "paid" : "unpaid",
        payment_intent: newIntent(finished, status),
      });
    },
    expire(sessionId: string) {
      session(sessionId).status = "expired";
    },
    resolveUnknownRefund(refundId: string, status: RefundObject["status"]) {
      const refund = refunds.get(refundId);
      if (refund === undefined) throw new Error(`the double has no refund ${refundId}`);
      refund.status = status;
    },
    deleteExpiredIdempotencyKeys: () => remembered.clear(),
    notification,
    deliver: (url: string, type: string, object: object) => postNotification(url, notification(type, object)),
  });
}

function newIntent(
  { amount_total: amount, currency, metadata }: SessionObject,
  status: string,
): NonNullable<SessionObject["payment_intent"]> {
  return fromExample({
    id: newId("pi"),
    object: "payment_intent",
    status,
    amount,
    amount_received: status === "succeeded" ? amount : 0,
    currency,
    metadata,
    last_payment_error: status === "requires_payment_method" ? { code: "card_declined" } : null,
  });
}

function newId(prefix: string): string {
  return `${prefix}_${randomBytes(8).toString("hex")}`;
}

function missing(): VendorResponse {
  return refusal(404, "invalid_request_error", "resource_missing", "id");
}

function refusal(status: number, type: string, code: string | null, param?: string): VendorResponse {
  return { status, body: { error: { type, code, param, message: "The double refuses ravi@example.com." } } };
}
