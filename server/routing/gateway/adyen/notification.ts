import { z } from "zod";
import { equalInConstantTime } from "@/server/platform/constant-time";
import { fromMinorUnits } from "../minor-units";
import type { GatewayDispute, InboundNotification, NotificationEvent, NotificationReading } from "../port";
import { optionalText } from "../json-client";
import { pspReference } from "./responses";
import { adyenTerms } from "./currencies";
import type { AdyenEvent, AdyenEvents } from "./events";
import { readReference } from "../payment-mark";
import { signAdyenItem } from "./signature";

const text = z
  .string()
  .max(1_000)
  .regex(/^[^\0]*$/);
const itemSchema = z.object({
  /** A report has the name of its file here. */
  pspReference: text.min(1),
  originalReference: z.union([z.literal("").transform(() => null), text]).nullish(),
  merchantAccountCode: text,
  merchantReference: text,
  // No colon: the signature's fields could be cut at others than Adyen's.
  amount: z.object({ value: z.int(), currency: z.string().regex(/^[A-Z]{0,3}$/) }),
  eventCode: text,
  success: z.enum(["true", "false"]),
  reason: optionalText,
  additionalData: z.looseObject({ hmacSignature: optionalText }).nullish(),
});
type Item = z.infer<typeof itemSchema>;

const MAX_ITEMS = 50;
const bodySchema = z.object({
  notificationItems: z
    .array(z.object({ NotificationRequestItem: z.looseObject({}) }))
    .min(1)
    .max(MAX_ITEMS),
});

/** About a payment that was or was not made, and about one that gives no money after all. */
const OF_PAYMENTS = /^(AUTHORISATION|CANCELLATION|TECHNICAL_CANCEL|CAPTURE_FAILED)$/;
const OF_REFUNDS = /^(REFUND|REFUND_FAILED|REFUNDED_REVERSED)$/;
const OF_DISPUTES: ReadonlyMap<string, GatewayDispute["step"]> = new Map([
  ["REQUEST_FOR_INFORMATION", "dispute_opened"],
  ["NOTIFICATION_OF_CHARGEBACK", "dispute_opened"],
  ["CHARGEBACK", "charged_back"],
  ["SECOND_CHARGEBACK", "charged_back"],
  ["CHARGEBACK_REVERSED", "dispute_won"],
  ["ISSUER_RESPONSE_TIMEFRAME_EXPIRED", "dispute_won"],
  ["PREARBITRATION_OPEN", "dispute_opened"],
  ["PREARBITRATION_ACCEPTED", "dispute_closed"],
  ["PREARBITRATION_DECLINED", "dispute_closed"],
  ["PREARBITRATION_ISSUER_WITHDRAWN", "dispute_won"],
  ["PREARBITRATION_WON", "dispute_won"],
  ["PREARBITRATION_LOST", "charged_back"],
  ["SCHEME_ARBITRATION", "dispute_opened"],
  ["SCHEME_ARBITRATION_WON", "dispute_won"],
  ["SCHEME_ARBITRATION_LOST", "charged_back"],
]);

/**
 * Checks the signature of every item, stores what is needed later, and says what the notification is about. Adyen signs
 * no time: an old notification can be sent again, and is already stored. Adyen sends one item in JSON; of several, each is
 * reported, because nothing polls a payment that has ended.
 */
export async function readAdyenNotification(
  { rawBody }: InboundNotification,
  options: { events: AdyenEvents; hmacKey: string; merchantAccount: string },
): Promise<NotificationReading> {
  const body = bodySchema.safeParse(parsed(rawBody));
  if (!body.success) return { kind: "refused", reason: "malformed" };
  const items = body.data.notificationItems.map((item) => itemSchema.safeParse(item.NotificationRequestItem));
  const whole = items.flatMap((item) => (item.success ? [item.data] : []));
  // A body in another shape has no signature that could be right.
  if (whole.length < items.length) return { kind: "refused", reason: "malformed" };
  if (!whole.every((item) => isGenuine(item, options.hmacKey))) {
    return { kind: "refused", reason: "bad_signature" };
  }
  const ours = whole.filter(({ merchantAccountCode }) => merchantAccountCode === options.merchantAccount);
  const about = ours.filter(isActedUpon);
  const events = about.filter(({ eventCode }) => !OF_DISPUTES.has(eventCode)).map(eventOf);
  const isOurs = await Promise.all(events.map((event) => isOfThisService(event, options.events)));
  await options.events.record(events.filter((_, index) => isOurs[index]));
  const [event, ...others] = about.map(meaning);
  if (event !== undefined) {
    if (others.length === 0) return event;
    return { kind: "several", notificationId: event.notificationId, events: [event, ...others] };
  }
  const [first] = whole;
  const id = first === undefined ? "" : notificationId(first);
  const reason =
    ours.length === 0 ? "it is of another merchant account" : `${first?.eventCode ?? ""} is not acted upon`;
  return { kind: "ignored", notificationId: id, reason };
}

function isActedUpon({ eventCode, success, pspReference: psp, originalReference }: Item): boolean {
  const isNamed = [psp, originalReference ?? psp].every((id) => pspReference.safeParse(id).success);
  const isOfDispute = OF_DISPUTES.has(eventCode) && success === "true";
  return isNamed && (isOfDispute || OF_PAYMENTS.test(eventCode) || OF_REFUNDS.test(eventCode));
}

/** The keys of our refunds and reversals. */
const OUR_KEY = /^[0-9a-f]{64}$/;

/**
 * A merchant account may serve other systems too, whose payments nobody looks up here. Refunds of our payments made
 * elsewhere have any reference.
 */
async function isOfThisService(
  { merchantReference, originalReference }: AdyenEvent,
  events: AdyenEvents,
): Promise<boolean> {
  if (OUR_KEY.test(merchantReference) || readReference(merchantReference) !== null) return true;
  return originalReference !== null && (await events.ofModification(originalReference)).length > 0;
}

function isGenuine(item: Item, hmacKey: string): boolean {
  const signature = item.additionalData?.hmacSignature;
  return typeof signature === "string" && equalInConstantTime(signAdyenItem(item, hmacKey), signature);
}

function eventOf(item: Item): AdyenEvent {
  const success = item.success === "true";
  return {
    pspReference: item.pspReference,
    eventCode: item.eventCode,
    success,
    originalReference: item.originalReference ?? null,
    merchantReference: item.merchantReference,
    units: BigInt(item.amount.value),
    currency: item.amount.currency,
    // That of a success holds digits of the card.
    reason: success ? null : (item.reason?.replaceAll("\0", "").slice(0, 300) ?? null),
  };
}

/** Adyen's events have no id of their own; the same event has the same code and reference. */
function notificationId({ eventCode, pspReference: psp, success }: Item): string {
  return `${eventCode}:${psp}:${success}`;
}

function meaning(item: Item): NotificationEvent {
  const id = notificationId(item);
  if (OF_REFUNDS.test(item.eventCode)) {
    return {
      kind: "refund",
      notificationId: id,
      gatewayRefundId: item.pspReference,
      gatewayTransactionId: item.originalReference ?? null,
    };
  }
  const mark = readReference(item.merchantReference);
  const step = OF_DISPUTES.get(item.eventCode);
  if (step !== undefined) return { ...disputeOf(item, step), notificationId: id, mark };
  return mark === null
    ? { kind: "ignored", notificationId: id, reason: "it names no payment of this service" }
    : { kind: "payment", notificationId: id, ...mark };
}

function disputeOf(
  { eventCode, pspReference: psp, originalReference, amount, reason }: Item,
  step: GatewayDispute["step"],
): Omit<Extract<NotificationEvent, { kind: "dispute" }>, "notificationId" | "mark"> {
  const amountPaise = fromMinorUnits(amount.value, amount.currency, adyenTerms);
  return {
    kind: "dispute",
    gatewayTransactionId: originalReference ?? null,
    dispute: {
      // Arbitration begins after a dispute was decided, and must not look like its announcement coming late.
      disputeId: /ARBITRATION/.test(eventCode) ? `${psp}-arbitration` : psp,
      step,
      event: eventCode,
      amount: amountPaise === null ? null : { amountPaise, currency: amount.currency },
      reason: reason ?? null,
    },
  };
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
}
