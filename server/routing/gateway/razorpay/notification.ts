import { createHash, createHmac } from "node:crypto";
import { z } from "zod";
import { equalInConstantTime } from "@/server/platform/constant-time";
import { optionalText } from "../json-client";
import { fromMinorUnits } from "../minor-units";
import { readMark } from "../payment-mark";
import type { GatewayDispute, InboundNotification, NotificationReading } from "../port";
import { notes, refundId } from "./responses";
import { razorpayTerms } from "./currencies";

const entityWithNotes = z.object({ entity: z.object({ notes: notes.optional() }) });
const dispute = z.object({
  id: z.string().min(1),
  payment_id: z.string().min(1),
  amount: z.number(),
  currency: z.string(),
  amount_deducted: z.number().nullish().catch(null),
  reason_code: optionalText,
});
const eventSchema = z.object({
  event: z.string(),
  payload: z.object({
    dispute: z.object({ entity: dispute }).optional().catch(undefined),
    payment_link: entityWithNotes.optional(),
    payment: entityWithNotes.optional(),
    refund: z.object({ entity: z.object({ id: refundId, payment_id: z.string().nullish() }) }).optional(),
  }),
});
type RazorpayEvent = z.infer<typeof eventSchema>;

/**
 * Checks the signature over the raw body and says what the event is about. The SDK's own check compares character by
 * character and leaks by its timing how much of a forgery is right, so we compare here. Razorpay signs no timestamp: an
 * old notification can be sent again, which is harmless because it only triggers a lookup.
 */
export function readRazorpayNotification(
  { rawBody, headers }: InboundNotification,
  webhookSecret: string,
): NotificationReading {
  const signature = headers["x-razorpay-signature"];
  if (typeof signature !== "string" || !isGenuine(rawBody, signature, webhookSecret)) {
    return { kind: "refused", reason: "bad_signature" };
  }
  const event = eventSchema.safeParse(parsed(rawBody));
  if (!event.success) return { kind: "refused", reason: "malformed" };
  const eventId = headers["x-razorpay-event-id"];
  return meaning(event.data, typeof eventId === "string" && eventId !== "" ? eventId : bodyId(rawBody));
}

function isGenuine(rawBody: Buffer, signature: string, webhookSecret: string): boolean {
  return equalInConstantTime(createHmac("sha256", webhookSecret).update(rawBody).digest("hex"), signature);
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
}

/** The event id is in a header, outside the signature; without it, the id is derived from the body. */
function bodyId(rawBody: Buffer): string {
  return `body_${createHash("sha256").update(rawBody).digest("hex").slice(0, 24)}`;
}

function meaning({ event, payload }: RazorpayEvent, notificationId: string): NotificationReading {
  if (event.startsWith("refund.")) {
    const refund = payload.refund?.entity;
    if (refund === undefined) return { kind: "ignored", notificationId, reason: "it names no refund" };
    return {
      kind: "refund",
      notificationId,
      gatewayRefundId: refund.id,
      gatewayTransactionId: refund.payment_id ?? null,
    };
  }
  if (!/^(payment_link|payment)\.(?!downtime)/.test(event)) {
    return { kind: "ignored", notificationId, reason: `${event} is not acted upon` };
  }
  const mark = readMark(payload.payment_link?.entity.notes) ?? readMark(payload.payment?.entity.notes);
  if (event.startsWith("payment.dispute.")) {
    const disputed = payload.dispute?.entity;
    if (disputed === undefined) return { kind: "ignored", notificationId, reason: "it names no dispute" };
    const { payment_id: gatewayTransactionId } = disputed;
    return {
      kind: "dispute",
      notificationId,
      mark,
      gatewayTransactionId,
      dispute: disputeOf(event, disputed),
    };
  }
  return mark === null
    ? { kind: "ignored", notificationId, reason: "it names no payment of this service" }
    : { kind: "payment", notificationId, ...mark };
}

/** Razorpay takes the money of a charge-back when it begins, and says how much. */
function disputeOf(event: string, entity: z.infer<typeof dispute>): GatewayDispute {
  const { id: disputeId, amount, currency, reason_code: reason = null } = entity;
  const amountPaise = fromMinorUnits(amount, currency, razorpayTerms);
  const isTaken = (entity.amount_deducted ?? 0) > 0;
  return {
    disputeId,
    step: DECIDED.get(event) ?? (isTaken ? "charged_back" : "dispute_opened"),
    event,
    amount: amountPaise === null ? null : { amountPaise, currency },
    reason,
  };
}

const DECIDED: ReadonlyMap<string, GatewayDispute["step"]> = new Map([
  ["payment.dispute.won", "dispute_won"],
  ["payment.dispute.lost", "charged_back"],
  ["payment.dispute.closed", "dispute_closed"],
]);
