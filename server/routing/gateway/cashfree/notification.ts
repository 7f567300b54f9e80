import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import type { Clock } from "@/server/platform/clock";
import { equalInConstantTime } from "@/server/platform/constant-time";
import { optionalText, vendorTime } from "../json-client";
import { readMark, readReference } from "../payment-mark";
import type { GatewayDispute, InboundNotification, NotificationReading } from "../port";
import { cashfreeId } from "./responses";
import { readRupees } from "./currencies";
import { gatewayRefundIdOf } from "./ids";

const MINUTE_MS = 60_000;
/**
 * Cashfree sends again after 2, 10 and 30 minutes and does not say whether with a new time: the last of them arrives 42
 * minutes after the first.
 */
const OLDEST_MS = 60 * MINUTE_MS;
const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

const refundEvent = z.object({ refund: z.looseObject({ refund_id: cashfreeId, order_id: cashfreeId }) });
/** A link's event has its fields in `data` itself; a payment's event has the link's id among the tags of its order. */
const linkEvent = z.looseObject({ link_id: z.string(), link_notes: z.unknown().optional() });
const paymentEvent = z.looseObject({
  order: z.looseObject({ order_tags: z.looseObject({ link_id: z.string() }) }),
});
const disputeEvent = z.object({
  dispute: z.looseObject({
    dispute_id: z.union([z.string().min(1), z.int().transform(String)]),
    dispute_status: z.string(),
    dispute_amount: z.unknown(),
    dispute_amount_currency: optionalText,
    reason_description: optionalText,
    updated_at: vendorTime,
  }),
  order_details: z.looseObject({ order_id: cashfreeId }),
});
const eventSchema = z.object({ type: z.string(), data: z.looseObject({}) });
type CashfreeEvent = z.infer<typeof eventSchema>;

/**
 * Checks the signature, an HMAC-SHA256 with the client's secret over the time and the raw body, and says what the event
 * is about. The SDK's own check compares character by character and leaks by its timing how much of a forgery is right.
 */
export function readCashfreeNotification(
  { rawBody, headers }: InboundNotification,
  { clientSecret, clock }: { clientSecret: string; clock: Clock },
): NotificationReading {
  const signature = headers["x-webhook-signature"];
  const sentAt = headers["x-webhook-timestamp"];
  if (typeof signature !== "string" || typeof sentAt !== "string") return FORGED;
  const expected = createHmac("sha256", clientSecret).update(sentAt).update(rawBody).digest("base64");
  if (!equalInConstantTime(expected, signature) || !isOfNow(sentAt, clock.now())) return FORGED;
  const event = eventSchema.safeParse(parsed(rawBody));
  if (!event.success) return { kind: "refused", reason: "malformed" };
  return meaning(event.data, `body_${createHash("sha256").update(rawBody).digest("hex").slice(0, 24)}`);
}

const FORGED: NotificationReading = { kind: "refused", reason: "bad_signature" };

/** The time is in milliseconds. */
function isOfNow(sentAt: string, now: Date): boolean {
  if (!/^\d{13}$/.test(sentAt)) return false;
  const age = now.getTime() - Number.parseInt(sentAt, 10);
  return age <= OLDEST_MS && age >= -CLOCKS_DIFFER_MS;
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
}

/** Cashfree signs no id of the event: the body's hash takes its place. */
function meaning({ type, data }: CashfreeEvent, notificationId: string): NotificationReading {
  if (/^REFUND_/.test(type)) {
    const event = refundEvent.safeParse(data);
    if (!event.success) return { kind: "ignored", notificationId, reason: "it names no refund" };
    const { order_id: orderId, refund_id: refundId } = event.data.refund;
    return {
      kind: "refund",
      notificationId,
      gatewayRefundId: gatewayRefundIdOf(orderId, refundId),
      gatewayTransactionId: orderId,
    };
  }
  if (/^DISPUTE_/.test(type)) {
    const event = disputeEvent.safeParse(data);
    if (!event.success) return { kind: "ignored", notificationId, reason: "it names no dispute" };
    const { dispute, order_details: order } = event.data;
    return {
      kind: "dispute",
      notificationId,
      mark: null,
      gatewayTransactionId: order.order_id,
      dispute: disputeOf(type, dispute),
    };
  }
  if (!/^PAYMENT_(LINK_EVENT|\w+_WEBHOOK)$/.test(type)) {
    return { kind: "ignored", notificationId, reason: "its type is not acted upon" };
  }
  const link = linkEvent.safeParse(data).data;
  const payment = paymentEvent.safeParse(data).data;
  const mark =
    readMark(link?.link_notes) ?? readReference(link?.link_id ?? payment?.order.order_tags.link_id ?? null);
  return mark === null
    ? { kind: "ignored", notificationId, reason: "it names no payment of this service" }
    : { kind: "payment", notificationId, ...mark };
}

function disputeOf(type: string, dispute: z.infer<typeof disputeEvent>["dispute"]): GatewayDispute {
  const amountPaise = readRupees(dispute.dispute_amount);
  return {
    disputeId: dispute.dispute_id,
    step: stepOf(type, dispute.dispute_status),
    event: dispute.dispute_status,
    amount: amountPaise === null ? null : { amountPaise, currency: dispute.dispute_amount_currency ?? "INR" },
    reason: dispute.reason_description ?? null,
    changedAt: dispute.updated_at,
  };
}

/** A status begins with the kind of the dispute, such as CHARGEBACK or RETRIEVAL. */
function stepOf(type: string, status: string): GatewayDispute["step"] {
  if (status.endsWith("_MERCHANT_WON")) return "dispute_won";
  if (/_MERCHANT_(LOST|ACCEPTED)$/.test(status)) return "charged_back";
  return type === "DISPUTE_CLOSED" || status.endsWith("_CLOSED") ? "dispute_closed" : "dispute_opened";
}
