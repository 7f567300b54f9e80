import { type Avoidability, DECLINE_REASONS, type DeclineReason } from "@/lib/contract/decline-reasons";

/**
 * Whether another gateway could have made the payment succeed (decision 0312). What lies with the customer or with the
 * card itself is `unavoidable`. Another acquirer, risk check or set-up may do better: `mendable`. `unknown` counts
 * against the gateway: a failure that nobody explains must not make its rate look better.
 */
const AVOIDABILITY = {
  insufficient_funds: "unavoidable",
  limit_exceeded: "unavoidable",
  expired_card: "unavoidable",
  incorrect_details: "unavoidable",
  invalid_account: "unavoidable",
  lost_or_stolen_card: "unavoidable",
  authentication_failed: "unavoidable",
  customer_cancelled: "unavoidable",
  customer_abandoned: "unavoidable",
  // Banks decline the same card for one acquirer and accept it for another.
  issuer_declined: "mendable",
  // An acquirer in the card's own country may be allowed what another is not; most often none is.
  not_permitted: "unknown",
  authentication_required: "mendable",
  fraud_suspected: "mendable",
  // The first one may have succeeded.
  duplicate_transaction: "unknown",
  // A bank that is down is down for all; one that a gateway does not reach may be reached by another.
  issuer_unavailable: "unknown",
  gateway_error: "mendable",
  processing_error: "mendable",
  method_not_supported: "mendable",
  currency_not_supported: "mendable",
  amount_not_supported: "mendable",
  merchant_account_error: "mendable",
  unknown: "unknown",
} as const satisfies Record<DeclineReason, Avoidability>;

export function avoidabilityOf(reason: DeclineReason): Avoidability {
  return AVOIDABILITY[reason];
}

export function reasonsOf(avoidability: Avoidability): DeclineReason[] {
  return DECLINE_REASONS.filter((reason) => AVOIDABILITY[reason] === avoidability);
}

/** A vendor's codes in lower case, each with its reason. `unknown`: the code is known, and says nothing. */
export type DeclineCodes = Readonly<Record<string, DeclineReason>>;
