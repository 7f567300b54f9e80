import { createHmac, randomBytes } from "node:crypto";
import type { InboundNotification } from "@/server/routing/gateway/port";
import { overlaid, withDocuments } from "./documents/documented-responses";
import type { Variety } from "./documents/generate";
import { loadVendorDocument } from "./documents/vendor-document";
import {
  held,
  postNotification,
  startVendorServer,
  type VendorResponse,
  type VendorRequest,
  type VendorServer,
} from "./vendor-server";

export const TEST_ADYEN = {
  apiKey: "test_adyen_key_double",
  merchantAccount: "PaydeckTest",
  hmacKey: "44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056",
  livePrefix: null,
} as const;
type AdyenCredentials = { apiKey: string; merchantAccount: string; hmacKey: string };

export const ADYEN_CHECKOUT = "adyen-checkout-v72.yaml";
const ADYEN_WEBHOOKS = "adyen-webhooks-v1.yaml";

type Amount = { value: number; currency: string };
export type AdyenLinkObject = {
  id: string;
  status: string;
  reference: string;
  amount: Amount;
  url: string;
  merchantAccount: string;
};
export type AdyenPayment = { pspReference: string; reference: string; amount: Amount };
export type AdyenRefundObject = {
  pspReference: string;
  paymentPspReference: string;
  reference: string;
  amount: Amount;
};
/** The fields of one item of a notification that the double decides. */
export type AdyenItem = {
  pspReference: string;
  eventCode: string;
  success: boolean;
  originalReference?: string;
  merchantReference: string;
  amount: Amount;
  reason?: string;
  merchantAccountCode?: string;
};

/**
 * A double of Adyen's Checkout API, which tests cannot reach. It keeps to Adyen's published document, where the folder
 * has it: every request is validated against it, and every response is made from it. It implements payment links (active,
 * completed, expired, paymentPending; only an active one can be expired), refunds (always `received`: their outcome is
 * a notification), idempotency keys of at most 64 characters, and notifications with their HMAC.
 */
export type AdyenDouble = VendorServer & {
  links: Map<string, AdyenLinkObject>;
  payments: Map<string, AdyenPayment>;
  refunds: Map<string, AdyenRefundObject>;
  problems: string[];
  /** Where payments and refunds are reported, a moment after they happen; null: nowhere. */
  notifies: string | null;
  vary(variety: Variety, seed: number): void;
  /** How many requests and answers were validated against each document. */
  counts(): Record<string, { requests: number; responses: number }>;
  /** The customer pays through the link. Its notification is a separate step. */
  pay(linkId: string, amount?: Amount): AdyenPayment;
  expire(linkId: string): void;
  deleteExpiredIdempotencyKeys(): void;
  /** A notification of these events as Adyen would post it. */
  notification(items: AdyenItem | AdyenItem[], options?: { hmacKey?: string }): InboundNotification;
  authorised(payment: AdyenPayment): AdyenItem;
  refused(linkId: string, reason: string): AdyenItem;
  refundReported(refundId: string, success: boolean, eventCode?: string): AdyenItem;
  deliver(url: string, items: AdyenItem | AdyenItem[]): Promise<number>;
};

export async function startAdyenDouble(own: AdyenCredentials = TEST_ADYEN): Promise<AdyenDouble> {
  const links = new Map<string, AdyenLinkObject>();
  const payments = new Map<string, AdyenPayment>();
  const refunds = new Map<string, AdyenRefundObject>();
  const state: Pick<AdyenDouble, "notifies"> = { notifies: null };
  const remembered = new Map<string, { body: string; response: VendorResponse }>();
  const checkoutDocument = loadVendorDocument(ADYEN_CHECKOUT, "/v72");
  const webhooks = loadVendorDocument(ADYEN_WEBHOOKS);

  function route(request: VendorRequest): VendorResponse {
    const { method, path } = request;
    if (method === "GET" && path.startsWith("/page/")) return { status: 200, body: "A page of the double." };
    if (request.headers["x-api-key"] !== own.apiKey) return refusal(401, "000");
    if (method === "POST" && path === "/v72/paymentMethods") {
      const { merchantAccount } = JSON.parse(request.body) as { merchantAccount: string };
      return merchantAccount === own.merchantAccount
        ? { status: 200, body: { paymentMethods: [] } }
        : refusal(403, "901");
    }
    const [, linkId] = /^\/v72\/paymentLinks\/([^/]+)$/.exec(path) ?? [];
    const [, chargeId] = /^\/v72\/payments\/([^/]+)\/refunds$/.exec(path) ?? [];
    if (method === "POST" && path === "/v72/paymentLinks") return idempotent(request, createLink);
    if (method === "GET" && linkId !== undefined) return showLink(linkId);
    if (method === "PATCH" && linkId !== undefined) return expireLink(linkId);
    if (method === "POST" && chargeId !== undefined) {
      return idempotent(request, (body) => createRefund(chargeId, body));
    }
    return refusal(404, null);
  }

  function idempotent(request: VendorRequest, act: (body: string) => VendorResponse): VendorResponse {
    const key = request.headers["idempotency-key"];
    if (typeof key !== "string" || key.length > 64) return refusal(422, "702");
    const first = remembered.get(key);
    if (first !== undefined) return first.body === request.body ? first.response : refusal(422, "702");
    const response = act(request.body);
    remembered.set(key, { body: request.body, response });
    return response;
  }

  function createLink(body: string): VendorResponse {
    const sent = JSON.parse(body) as Pick<AdyenLinkObject, "reference" | "amount" | "merchantAccount"> & {
      shopperEmail?: string;
    };
    if (sent.merchantAccount !== own.merchantAccount) return refusal(403, "901");
    if (sent.shopperEmail?.includes("@") === false) return refusal(422, "804");
    const id = `PL${randomBytes(8).toString("hex").toUpperCase()}`;
    const { reference, amount, merchantAccount } = sent;
    const link = {
      id,
      status: "active",
      reference,
      amount,
      merchantAccount,
      url: `${server.url}/page/${id}`,
    };
    links.set(id, link);
    return { status: 201, body: link };
  }

  function showLink(id: string): VendorResponse {
    const link = links.get(id);
    return link === undefined ? refusal(422, "802") : { status: 200, body: link };
  }

  function expireLink(id: string): VendorResponse {
    const link = links.get(id);
    if (link?.status !== "active") return refusal(422, "803");
    link.status = "expired";
    return { status: 200, body: link };
  }

  /** Adyen takes any refund of a payment that it knows; whether it can be made is told later. */
  function createRefund(chargeId: string, body: string): VendorResponse {
    const { amount, reference } = JSON.parse(body) as AdyenRefundObject;
    if (!payments.has(chargeId)) return refusal(422, "167");
    const refund = { pspReference: newPsp(), paymentPspReference: chargeId, reference, amount };
    refunds.set(refund.pspReference, refund);
    report(() => refundReported(refund.pspReference, true));
    return {
      status: 201,
      body: { ...refund, merchantAccount: own.merchantAccount, status: "received" },
    };
  }

  let varied: { variety: Variety; seed: number } = { variety: "random", seed: 1 };

  function notification(
    items: AdyenItem | AdyenItem[],
    { hmacKey = own.hmacKey }: { hmacKey?: string } = {},
  ): InboundNotification {
    const signed = [items].flat().map((item) => ({ NotificationRequestItem: complete(item, hmacKey) }));
    const body = { live: "false", notificationItems: signed };
    const code = [items].flat()[0]?.eventCode ?? "";
    if (varied.variety !== "unknown_enums" && varied.variety !== "extra_fields" && webhooks !== null) {
      documented.problems.push(...webhooks.notificationProblems(code, body));
    }
    return {
      rawBody: Buffer.from(JSON.stringify(body)),
      headers: { "content-type": "application/json; charset=utf-8" },
    };
  }

  function complete(item: AdyenItem, hmacKey: string): object {
    varied.seed += 1;
    const made = webhooks?.notification(item.eventCode, varied.variety, varied.seed) as
      | { notificationItems?: { NotificationRequestItem?: object }[] }
      | null
      | undefined;
    const merchantAccountCode = item.merchantAccountCode ?? own.merchantAccount;
    const success = String(item.success);
    const fields = [
      item.pspReference,
      item.originalReference ?? "",
      merchantAccountCode,
      item.merchantReference,
      String(item.amount.value),
      item.amount.currency,
      item.eventCode,
      success,
    ];
    const hmacSignature = createHmac("sha256", Buffer.from(hmacKey, "hex"))
      .update(fields.join(":"))
      .digest("base64");
    return overlaid(made?.notificationItems?.[0]?.NotificationRequestItem ?? {}, {
      originalReference: undefined,
      ...item,
      eventDate: new Date().toISOString(),
      merchantAccountCode,
      success,
      additionalData: { hmacSignature },
    }) as object;
  }

  const authorised = ({ pspReference, reference, amount }: AdyenPayment): AdyenItem => ({
    pspReference,
    eventCode: "AUTHORISATION",
    success: true,
    merchantReference: reference,
    amount,
    reason: "874574:1935:11/2030",
  });

  function refundReported(refundId: string, success: boolean, eventCode = "REFUND"): AdyenItem {
    const { paymentPspReference, reference, amount } = held(refunds, refundId);
    return {
      pspReference: refundId,
      eventCode,
      success,
      originalReference: paymentPspReference,
      merchantReference: reference,
      amount,
    };
  }

  const deliver = (url: string, items: AdyenItem | AdyenItem[]): Promise<number> =>
    postNotification(url, notification(items));

  function report(item: () => AdyenItem): void {
    const url = state.notifies;
    if (url !== null) setTimeout(() => void deliver(url, item()).catch(() => undefined), 30);
  }

  const isOutside = ({ path }: VendorRequest): boolean => path.startsWith("/page/");
  const documented = withDocuments([checkoutDocument], route, isOutside, [
    ["POST", "/v72/paymentLinks"],
    ["GET", "/v72/paymentLinks/1"],
    ["PATCH", "/v72/paymentLinks/1"],
    ["POST", "/v72/payments/1/refunds"],
  ]);
  const server = await startVendorServer((request) => documented.responseBody(request));
  return Object.assign(state, server, {
    links,
    payments,
    refunds,
    problems: documented.problems,
    vary(variety: Variety, seed: number) {
      documented.vary(variety, seed);
      varied = { variety, seed };
    },
    counts: () => ({
      ...(checkoutDocument === null ? {} : { [ADYEN_CHECKOUT]: checkoutDocument.counts }),
      ...(webhooks === null ? {} : { [ADYEN_WEBHOOKS]: webhooks.counts }),
    }),
    pay(linkId: string, amount?: Amount) {
      const link = held(links, linkId);
      link.status = "completed";
      const payment = { pspReference: newPsp(), reference: link.reference, amount: amount ?? link.amount };
      payments.set(payment.pspReference, payment);
      report(() => authorised(payment));
      return payment;
    },
    expire(linkId: string) {
      held(links, linkId).status = "expired";
    },
    deleteExpiredIdempotencyKeys: () => remembered.clear(),
    notification,
    authorised,
    refused(linkId: string, reason: string) {
      const { reference, amount } = held(links, linkId);
      return {
        pspReference: newPsp(),
        eventCode: "AUTHORISATION",
        success: false,
        merchantReference: reference,
        amount,
        reason,
      };
    },
    refundReported,
    deliver,
  });
}

function newPsp(): string {
  return randomBytes(8).toString("hex").toUpperCase();
}

function refusal(status: number, errorCode: string | null): VendorResponse {
  const message = "The double refuses ravi@example.com.";
  return {
    status,
    body: { status, message, errorType: "validation", ...(errorCode === null ? {} : { errorCode }) },
  };
}
