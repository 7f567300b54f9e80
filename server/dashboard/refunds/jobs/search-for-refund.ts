import type { SearchFinding, SearchMethod } from "@/lib/refunds/unknown-refund-views";
import type { IntentResponse, RefundIntent } from "../domain/refund-intent";
import {
  ABSENCE_HOLDS_AFTER_MS,
  ABSENCE_HOLDS_UNTIL_MS,
  balanceExcludes,
  evaluateSearch,
} from "../domain/unknown-refund";
import { refundsOfPayment, serviceErrorOfPayment, unowned } from "../../payments";
import { spentOfPayment } from "../queries/spent-of-payment";
import type { Services } from "../../runtime";

type RefundSearch =
  | { means: SearchMethod; response: IntentResponse }
  | { means: SearchMethod; finding: SearchFinding };

type Sent = {
  lastSentAt: Date;
  sinceMs: number;
  /** It may still be sent again: then its absence proves nothing, and only an unambiguous refund is matched. */
  mayBeSentAgain: boolean;
  /** It comes from a restored backup: a service restored too does not list what it accepted after the backup. */
  isRestored: boolean;
};

const NEVER_TOOK_EFFECT = { state: "NOT_SENT", serviceError: { kind: "unavailable" } } as const;

/**
 * Searches the payment's refunds at the service for an intent of unknown outcome. Exactly one refund that fits and
 * belongs to no other intent is matched. If none could be it one hour after the last send, and the service has the
 * payment, the intent never took effect. In all other cases it stays unknown.
 */
export async function searchForRefund(
  services: Services,
  intent: RefundIntent,
  sent: Sent,
): Promise<RefundSearch> {
  const means = "search";
  const list = await refundsOfPayment(services, intent.transactionId);
  if (list.kind === "service_error") return { means, finding: "unreadable" };

  const verdict = evaluateSearch(await unowned(services, intent, list.refunds), intent, sent.lastSentAt);
  switch (verdict.kind) {
    case "absent":
      if (!isOver(sent)) return { means, finding: "absent" };
      // Another merchant's list has no refund of this payment either.
      if ((await serviceErrorOfPayment(services, intent)) !== null) return { means, finding: "unreadable" };
      return { means, response: NEVER_TOOK_EFFECT };
    case "unclear":
    case "several":
      return { means, finding: verdict.kind };
    case "found": {
      // A refund without a reason looks like any other; a retry gives a certain result.
      if (sent.mayBeSentAgain && intent.reason === null) return { means, finding: "unclear" };
      const { refund_id: refundId, refund_status: refundStatus } = verdict.refund;
      return { means, response: { state: "ACCEPTED", refundId, refundStatus } };
    }
  }
}

/**
 * Searches by the balance alone, for a service that lists no refunds. It can only show that there is no room for the
 * refund; if the refund took effect, the balance does not give its id.
 */
export async function searchByBalance(
  services: Services,
  intent: RefundIntent,
  sent: Sent,
): Promise<RefundSearch> {
  const means = "balance";
  const spent = await spentOfPayment(services, intent);
  if (spent.kind === "service_error") return { means, finding: "unreadable" };
  if (!balanceExcludes(spent.spentPaise, spent.knownPaise, intent.amountPaise)) {
    return { means, finding: "unclear" };
  }
  return isOver(sent) ? { means, response: NEVER_TOOK_EFFECT } : { means, finding: "absent" };
}

/** Whether the last request sent would have arrived by now, and the service would still list its refund. */
function isOver({ sinceMs, ...sent }: Sent): boolean {
  if (sent.mayBeSentAgain || sent.isRestored) return false;
  return sinceMs > ABSENCE_HOLDS_AFTER_MS && sinceMs < ABSENCE_HOLDS_UNTIL_MS;
}
