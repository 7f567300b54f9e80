import type { SearchFinding, SearchMethod } from "@/lib/refunds/unknown-refund-views";
import type { IntentAnswer, RefundIntent } from "../domain/refund-intent";
import {
  ABSENCE_HOLDS_AFTER_MS,
  ABSENCE_HOLDS_UNTIL_MS,
  balanceExcludes,
  evaluateSearch,
} from "../domain/unknown-refund";
import { refundsOfPayment, unowned } from "../../payments";
import { spentOfPayment } from "../queries/spent-of-payment";
import type { Services } from "../../runtime";

export type Look =
  | { means: SearchMethod; answer: IntentAnswer }
  | { means: SearchMethod; finding: SearchFinding };

type Sent = {
  lastSentAt: Date;
  /** It may still be sent again: then that it is not there says nothing, and only an unmistakable refund is taken for it. */
  mayBeSentAgain: boolean;
  /** It comes from a restored backup: a service that was restored too does not list what it accepted after the backup. */
  isRestored: boolean;
};

const NEVER_TOOK_EFFECT = { state: "NOT_SENT", trouble: { kind: "unavailable" } } as const;

/**
 * Looks for an intent of unknown outcome among the payment's refunds at the service. Exactly one that fits and that
 * belongs to no other intent is taken for it. None that could be it, an hour after it was last sent, means that it never
 * took effect. Anything else stays unknown.
 */
export async function searchForRefund(services: Services, intent: RefundIntent, sent: Sent): Promise<Look> {
  const means = "search";
  const list = await refundsOfPayment(services, intent.transactionId);
  if (list.kind === "trouble") return { means, finding: "unreadable" };

  const verdict = evaluateSearch(await unowned(services, intent, list.refunds), intent, sent.lastSentAt);
  switch (verdict.kind) {
    case "absent":
      return isOver(services, sent) ? { means, answer: NEVER_TOOK_EFFECT } : { means, finding: "absent" };
    case "unclear":
    case "several":
      return { means, finding: verdict.kind };
    case "found": {
      // Without a reason it looks like any other refund; sending it again tells for certain.
      if (sent.mayBeSentAgain && intent.reason === null) return { means, finding: "unclear" };
      const { refund_id: refundId, refund_status: refundStatus } = verdict.refund;
      return { means, answer: { state: "ACCEPTED", refundId, refundStatus } };
    }
  }
}

/**
 * The same by the balance alone, where the service lists no refunds. It can only say that there is no room for the refund;
 * which one took effect has an id that a balance does not tell.
 */
export async function searchByBalance(services: Services, intent: RefundIntent, sent: Sent): Promise<Look> {
  const means = "balance";
  const spent = await spentOfPayment(services, intent.transactionId);
  if (spent.kind === "trouble") return { means, finding: "unreadable" };
  if (!balanceExcludes(spent.spentPaise, spent.knownPaise, intent.amountPaise)) {
    return { means, finding: "unclear" };
  }
  return isOver(services, sent) ? { means, answer: NEVER_TOOK_EFFECT } : { means, finding: "absent" };
}

/** Whether what was last sent would have arrived by now, if it ever does, and would still be told of. */
function isOver(services: Services, sent: Sent): boolean {
  const sinceMs = services.clock.now().getTime() - sent.lastSentAt.getTime();
  if (sent.mayBeSentAgain || sent.isRestored) return false;
  return sinceMs > ABSENCE_HOLDS_AFTER_MS && sinceMs < ABSENCE_HOLDS_UNTIL_MS;
}
