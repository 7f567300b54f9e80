import type { ServiceError } from "@/lib/service-error";
import { type RefundIntent } from "../../refunds/domain";
import { paymentsRefundedBefore } from "../../refunds/store";
import { serviceErrorOf } from "../../routing-client/call-result";
import type { Services } from "../../runtime";

type Asked = Pick<Services, "routing" | "pool">;
type KnownPayment = { reference: string; transactionId: string };

/** Other payments that are asked for, one after the other, when the service does not have the one of the refund. */
const EVIDENCE = 3;

/**
 * Asks the service for the payment of a refund: null when it answers with that payment. A service that does not, even if
 * it has another payment of the same reference, may be asked with the key of another merchant, or may have lost more than
 * the payment: that it lists no refund of it then means nothing.
 */
export async function serviceErrorOfPayment(
  { routing }: Pick<Asked, "routing">,
  payment: KnownPayment,
): Promise<ServiceError | null> {
  const isThere = await hasPayment(routing, payment);
  if (typeof isThere !== "boolean") return isThere;
  return isThere ? null : { kind: "unavailable" };
}

/**
 * Answers for a person who knows what became of the refund: null, too, when the payment is gone at the service but each
 * of the payments that were refunded here before it is there. A payment that was refunded later may be another
 * merchant's, whose key came into use meanwhile. Otherwise the service answers, and does not have it.
 */
export async function serviceErrorOfKey(
  asked: Asked,
  intent: RefundIntent,
): Promise<ServiceError | { kind: "payment_gone" } | null> {
  const isThere = await hasPayment(asked.routing, intent);
  if (typeof isThere !== "boolean") return isThere;
  if (isThere) return null;
  const others = await paymentsRefundedBefore(asked.pool, intent, EVIDENCE);
  for (const other of others) {
    const isOtherThere = await hasPayment(asked.routing, other);
    if (typeof isOtherThere !== "boolean") return isOtherThere;
    if (!isOtherThere) return { kind: "payment_gone" };
  }
  return others.length > 0 ? null : { kind: "payment_gone" };
}

async function hasPayment(
  routing: Asked["routing"],
  { reference, transactionId }: KnownPayment,
): Promise<boolean | ServiceError> {
  const response = await routing.transactionStatus(reference);
  if (response.kind === "answered")
    return response.value.some(({ transaction_id: id }) => id === transactionId);
  return response.kind === "refused" && response.refusal.kind === "not_found"
    ? false
    : serviceErrorOf(response);
}
