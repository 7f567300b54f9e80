import type { RefundRecord } from "@/lib/contract/responses";
import { formatPaise } from "@/lib/money";
import type { IntentAnswer, RefundIntent } from "../domain/refund-intent";
import type { Services } from "../runtime";
import { findIntentByRefund } from "../store/refund-intents";

const MAX_PAGES = 20;
/** How far the service's clock may be behind ours. */
const CLOCK_SKEW_MS = 5 * 60_000;
/** After this, a call that is not in the service's own list is not going to appear there. */
const ABSENCE_HOLDS_AFTER_MS = 60 * 60_000;

/**
 * Looks for an intent of unknown outcome among the payment's refunds at the service. Exactly one that fits and that
 * belongs to no other intent is taken for it. None with its amount, an hour after it was sent, means that it never took
 * effect. Anything else stays unknown: null.
 */
export async function lookForRefund(
  services: Services,
  intent: RefundIntent,
  ageMs: number,
): Promise<IntentAnswer | null> {
  const refunds = await listRefundsOfPayment(services, intent.transactionId);
  if (refunds === null) return null;

  const sameAmount: RefundRecord[] = [];
  for (const refund of refunds) {
    if (refund.refund_amount !== formatPaise(intent.amountPaise)) continue;
    const owner = await findIntentByRefund(services.pool, intent.serviceAddress, refund.refund_id);
    if (owner === null) sameAmount.push(refund);
  }
  if (sameAmount.length === 0 && ageMs > ABSENCE_HOLDS_AFTER_MS) {
    return { state: "NOT_SENT", trouble: { kind: "unavailable" } };
  }
  const [match, ...others] = sameAmount.filter((refund) => fits(refund, intent));
  if (match === undefined || others.length > 0) return null;
  return { state: "ACCEPTED", refundId: match.refund_id, refundStatus: match.refund_status };
}

function fits(refund: RefundRecord, intent: RefundIntent): boolean {
  const sentAt = intent.sentAt ?? intent.requestedAt;
  return (
    (refund.refund_reason ?? null) === intent.reason &&
    Date.parse(refund.refund_requested_at) >= sentAt.getTime() - CLOCK_SKEW_MS
  );
}

/** All of them, or null when the list could not be read to its end. */
async function listRefundsOfPayment(
  services: Services,
  transactionId: string,
): Promise<RefundRecord[] | null> {
  const refunds: RefundRecord[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await services.routing.refundSearch(transactionId, cursor);
    if (answer.kind !== "answered") return null;
    refunds.push(...answer.value.refunds);
    cursor = answer.value.next_cursor;
    if (cursor === null) return refunds;
  }
  return null;
}
