import Stripe from "stripe";
import { z } from "zod";
import type { Clock } from "@/server/platform/clock";
import { readMark } from "../payment-mark";
import { fromMinorUnits } from "../minor-units";
import type { GatewayDispute, InboundNotification, NotificationReading } from "../port";
import { eventSchema, type StripeEvent } from "./responses";
import { stripeTerms } from "./currencies";

/** The maximum age of a signature: limits how long a recorded notification can be replayed. Clocks differ by less, too. */
const TOLERANCE_S = 300;

const refundObject = z.object({
  object: z.literal("refund"),
  id: z.string().min(1),
  payment_intent: z.string().nullish(),
});

const disputeObject = z.object({
  object: z.literal("dispute"),
  id: z.string().min(1),
  payment_intent: z.string().min(1),
  amount: z.number(),
  currency: z.string(),
  reason: z.string().nullish().catch(null),
  status: z.string(),
});

/** Checks the endpoint's signature over the raw body and says what the event is about. */
export function readStripeNotification(
  { rawBody, headers }: InboundNotification,
  options: { client: Stripe; webhookSecret: string; clock: Clock },
): NotificationReading {
  const signature = headers["stripe-signature"];
  if (typeof signature !== "string") return { kind: "refused", reason: "bad_signature" };
  let signed: unknown;
  try {
    signed = options.client.webhooks.constructEvent(
      rawBody,
      signature,
      options.webhookSecret,
      TOLERANCE_S,
      undefined,
      options.clock.now().getTime(),
    );
  } catch (error) {
    const isForged = error instanceof Stripe.errors.StripeSignatureVerificationError;
    return { kind: "refused", reason: isForged ? "bad_signature" : "malformed" };
  }
  // The SDK looks at the past alone.
  if (isOfFuture(signature, options.clock.now())) return { kind: "refused", reason: "bad_signature" };
  const event = eventSchema.safeParse(signed);
  return event.success ? meaning(event.data) : { kind: "refused", reason: "malformed" };
}

/** A signature with a time that has not come would be replayable until then. */
function isOfFuture(signature: string, now: Date): boolean {
  const times = [...signature.matchAll(/(?:^|,)t=([0-9]+)/g)].map(([, seconds = ""]) => Number(seconds));
  return Math.max(...times) > now.getTime() / 1000 + TOLERANCE_S;
}

function meaning(event: StripeEvent): NotificationReading {
  const { object } = event.data;
  if (/^(checkout\.session|payment_intent)\./.test(event.type)) {
    const mark = readMark(object.metadata);
    return mark === null
      ? ignored(event, "it names no payment of this service")
      : { kind: "payment", notificationId: event.id, ...mark };
  }
  if (/^(refund|charge\.refund)\./.test(event.type)) {
    const refund = refundObject.safeParse(object);
    if (!refund.success) return ignored(event, "it names no refund");
    return {
      kind: "refund",
      notificationId: event.id,
      gatewayRefundId: refund.data.id,
      gatewayTransactionId: refund.data.payment_intent ?? null,
    };
  }
  if (/^charge\.dispute\./.test(event.type)) return meaningOfDispute(event);
  if (event.type === "charge.refunded") return ignored(event, "refund.* events say which refund it was");
  return ignored(event, `${event.type} is not acted upon`);
}

function meaningOfDispute(event: StripeEvent): NotificationReading {
  const dispute = disputeObject.safeParse(event.data.object);
  if (!dispute.success) return ignored(event, "it names no dispute of a payment intent");
  const { id, payment_intent: intent, amount, currency, reason = null, status } = dispute.data;
  const step = stepOf(event.type, status);
  if (step === null) return ignored(event, `${event.type} says nothing new about the money`);
  const amountPaise = fromMinorUnits(amount, currency.toUpperCase(), stripeTerms);
  return {
    kind: "dispute",
    notificationId: event.id,
    mark: null,
    gatewayTransactionId: intent,
    dispute: {
      disputeId: id,
      step,
      event: event.type,
      amount: amountPaise === null ? null : { amountPaise, currency: currency.toUpperCase() },
      reason,
    },
  };
}

function stepOf(type: string, status: string): GatewayDispute["step"] | null {
  switch (type) {
    case "charge.dispute.created":
      return "dispute_opened";
    case "charge.dispute.funds_withdrawn":
      return "charged_back";
    case "charge.dispute.funds_reinstated":
      return "dispute_won";
    case "charge.dispute.closed":
      if (status === "lost") return "charged_back";
      return status === "won" || status === "warning_closed" ? "dispute_won" : "dispute_closed";
    default:
      return null;
  }
}

function ignored(event: StripeEvent, reason: string): NotificationReading {
  return { kind: "ignored", notificationId: event.id, reason };
}
