import { verify } from "node:crypto";
import { z } from "zod";
import { optionalText, vendorTime } from "../json-client";
import { readReference } from "../payment-mark";
import type { GatewayDispute, InboundNotification, NotificationReading } from "../port";
import { paypalId } from "./responses";
import type { PayPalKeys } from "./certificates";
import { crc32 } from "./crc32";
import { readMoney } from "./currencies";

const unit = z.looseObject({ custom_id: optionalText });
const eventSchema = z.object({
  id: z.string().min(1).max(200),
  event_type: z.string(),
  resource: z.looseObject({
    id: z.string().nullish().catch(null),
    custom_id: optionalText,
    purchase_units: z.array(unit).nullish().catch(null),
    links: z
      .array(z.object({ rel: z.string(), href: z.string() }))
      .nullish()
      .catch(null),
  }),
});
type PayPalEvent = z.infer<typeof eventSchema>;

const money = z.object({ currency_code: z.string(), value: z.string() }).nullish().catch(null);
const disputeSchema = z.looseObject({
  dispute_id: z.string().min(1).max(200),
  reason: optionalText,
  status: optionalText,
  update_time: vendorTime,
  dispute_amount: money,
  dispute_outcome: z.looseObject({ outcome_code: optionalText }).nullish().catch(null),
  disputed_transactions: z.array(z.looseObject({ seller_transaction_id: paypalId })).min(1),
});

/**
 * Checks PayPal's signature (RSA with SHA-256 over the transmission's id and time, the webhook's id and the CRC-32 of
 * the raw body) with the key of PayPal's own certificate, and says what the event is about. PayPal sends again for
 * three days, so no age is refused: a repeated notification only triggers a lookup.
 */
export async function readPayPalNotification(
  { rawBody, headers, isDoubted = false }: InboundNotification,
  options: { keys: PayPalKeys; webhookId: string },
): Promise<NotificationReading> {
  const text = (name: string): string => {
    const value = headers[name];
    return typeof value === "string" ? value : "";
  };
  const id = text("paypal-transmission-id");
  const signature = text("paypal-transmission-sig");
  if (id === "" || signature === "" || text("paypal-auth-algo") !== "SHA256withRSA") {
    return { kind: "refused", reason: "bad_signature" };
  }
  const certificate = await options.keys(text("paypal-cert-url"), { isDoubted });
  if (certificate === null) return { kind: "refused", reason: "bad_signature" };
  const signed = `${id}|${text("paypal-transmission-time")}|${options.webhookId}|${crc32(rawBody)}`;
  const isGenuine =
    certificate.publicKey.asymmetricKeyType === "rsa" &&
    verify("sha256", Buffer.from(signed), certificate.publicKey, Buffer.from(signature, "base64"));
  if (!isGenuine) return { kind: "refused", reason: "bad_signature" };
  const event = eventSchema.safeParse(parsed(rawBody));
  return event.success ? meaning(event.data) : { kind: "refused", reason: "malformed" };
}

function meaning(event: PayPalEvent): NotificationReading {
  const { id: notificationId, event_type: type, resource } = event;
  if (/^PAYMENT\.(CAPTURE\.REFUNDED|REFUND\..+)$/.test(type)) {
    const refundId = paypalId.safeParse(resource.id);
    if (!refundId.success) return { kind: "ignored", notificationId, reason: "it names no refund" };
    const gatewayTransactionId = captureOf(event);
    return { kind: "refund", notificationId, gatewayRefundId: refundId.data, gatewayTransactionId };
  }
  if (/^CUSTOMER\.DISPUTE\./.test(type)) return meaningOfDispute(event);
  if (type === "PAYMENT.CAPTURE.REVERSED") return meaningOfReversed(event);
  if (!/^(CHECKOUT\.ORDER|PAYMENT\.CAPTURE)\./.test(type)) {
    return { kind: "ignored", notificationId, reason: `${type} is not acted upon` };
  }
  const reference = resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? null;
  const mark = readReference(reference);
  return mark === null
    ? { kind: "ignored", notificationId, reason: "it names no payment of this service" }
    : { kind: "payment", notificationId, ...mark };
}

function captureOf({ resource }: PayPalEvent): string | null {
  const capture = resource.links?.find(({ rel }) => rel === "up")?.href;
  return /\/captures\/([A-Za-z0-9-]+)$/.exec(capture ?? "")?.[1] ?? null;
}

function meaningOfDispute({
  id: notificationId,
  event_type: type,
  resource,
}: PayPalEvent): NotificationReading {
  const dispute = disputeSchema.safeParse(resource);
  if (!dispute.success)
    return { kind: "ignored", notificationId, reason: "it names no dispute of a capture" };
  const { dispute_id: disputeId, reason, dispute_amount: amount, dispute_outcome: outcome } = dispute.data;
  const isResolved = type === "CUSTOMER.DISPUTE.RESOLVED" || dispute.data.status === "RESOLVED";
  const code = outcome?.outcome_code ?? null;
  return {
    kind: "dispute",
    notificationId,
    mark: null,
    gatewayTransactionId: dispute.data.disputed_transactions[0]?.seller_transaction_id ?? null,
    dispute: {
      disputeId,
      step: isResolved ? outcomeOf(code) : "dispute_opened",
      event: code === null ? type : `${type} ${code}`,
      amount: amountOf(amount),
      reason: reason ?? null,
      changedAt: dispute.data.update_time,
    },
  };
}

function outcomeOf(code: string | null): GatewayDispute["step"] {
  switch (code) {
    case "RESOLVED_BUYER_FAVOUR":
    case "ACCEPTED":
      return "charged_back";
    case "RESOLVED_SELLER_FAVOUR":
    case "CANCELED_BY_BUYER":
    case "DENIED":
      return "dispute_won";
    case null:
    default:
      return "dispute_closed";
  }
}

/** A bank took the money of a capture back. The resource is the capture, or its reversal with a link to the capture. */
function meaningOfReversed(event: PayPalEvent): NotificationReading {
  const { id: notificationId, event_type: type, resource } = event;
  const id = paypalId.safeParse(resource.id);
  if (!id.success) return { kind: "ignored", notificationId, reason: "it names no capture" };
  const reversed = z.looseObject({ amount: money }).safeParse(resource).data;
  return {
    kind: "dispute",
    notificationId,
    mark: readReference(resource.custom_id),
    gatewayTransactionId: captureOf(event) ?? id.data,
    dispute: {
      disputeId: id.data,
      step: "charged_back",
      event: type,
      amount: amountOf(reversed?.amount),
      reason: null,
    },
  };
}

function amountOf(
  money: { currency_code: string; value: string } | null | undefined,
): GatewayDispute["amount"] {
  const amountPaise = money === null || money === undefined ? null : readMoney(money);
  return amountPaise === null ? null : { amountPaise, currency: money?.currency_code ?? "" };
}

function parsed(rawBody: Buffer): unknown {
  try {
    return JSON.parse(rawBody.toString("utf8"));
  } catch {
    return null;
  }
}
