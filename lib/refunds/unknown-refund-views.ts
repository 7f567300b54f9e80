import type { RefundStatus } from "../contract/statuses";
import type { RefundIntentView } from "./refund-intent-view";
import type { ServiceError } from "../service-error";

/**
 * The result of sending a refund of unknown outcome again. `unknown_payment`: a 404, which settles nothing, because the
 * service had the payment when the refund was requested.
 */
export type ResendFinding = "unreachable" | "no_response" | "busy" | "key_refused" | "unknown_payment";
/** How it was searched for at the service, and the result: `absent` does not prove that it never arrived. */
export type SearchMethod = "search" | "balance";
export type SearchFinding = "unreadable" | "absent" | "unclear" | "several";
/** Why its outcome is not found automatically. `restored`: it comes from a restored backup (decision 0237). */
export type ResolutionObstacle = "no_means" | "other_service" | "restored";
/** Nothing is tried because of these: a person has to find the outcome. */
export const OBSTACLES_FOR_PEOPLE: readonly Exclude<ResolutionObstacle, "restored">[] = [
  "no_means",
  "other_service",
];

export function endsTries(
  obstacle: ResolutionObstacle | null,
): obstacle is (typeof OBSTACLES_FOR_PEOPLE)[number] {
  return OBSTACLES_FOR_PEOPLE.some((one) => one === obstacle);
}

/** `obstacle`: see `ResolutionObstacle`; null when there is none, or none is known yet. */
export type PolledRefundIntent = RefundIntentView & { obstacle: ResolutionObstacle | null };

export type ResolutionVerdict = "accepted" | "not_sent";

/** A refund made in the dashboard, with everything known about its outcome. */
export type RefundIntentDetail = {
  intent: RefundIntentView;
  sentAt: string | null;
  answeredAt: string | null;
  /** What was tried to find the outcome; null before the first try. */
  resolution: {
    tries: number;
    resent: { at: string; finding: ResendFinding } | null;
    searched: { at: string; means: SearchMethod; finding: SearchFinding } | null;
    obstacle: ResolutionObstacle | null;
    nextTryAt: string | null;
  } | null;
  settlement: { verdict: ResolutionVerdict; reason: string; by: string; at: string } | null;
  /** The server's time when this was read. */
  now: string;
};

/** What the service can report now about a refund of unknown outcome. */
export type UnknownEvidence =
  | {
      kind: "weighed";
      /** Refunds of the payment that may be this one; null where the service lists none. */
      candidates: UnknownCandidate[] | null;
      /** What the service has refunded or is refunding, and how much of it belongs to refunds whose id is known. */
      balance: { spent: string; known: string; unexplained: string } | null;
    }
  | { kind: "other_service" }
  | { kind: "service_error"; serviceError: ServiceError };

export type UnknownCandidate = {
  refundId: string;
  amount: string;
  status: RefundStatus;
  reason: string | null;
  requestedAt: string;
};

export type ResolveUnknownRefundInput =
  | { verdict: "accepted"; intentId: string; refundId: string; reason: string }
  /** `confirmation` is the amount, typed. */
  | { verdict: "not_sent"; intentId: string; confirmation: string; reason: string };

export type ResolveUnknownRefundOutcome =
  | { kind: "settled"; verdict: ResolutionVerdict; refundId: string | null }
  | {
      kind: "invalid";
      field: "refundId" | "reason" | "confirmation" | "form";
      fault: "empty" | "too_long" | "characters" | "mismatch";
    }
  /** Its outcome is known already: found by the job, or resolved by another person. */
  | { kind: "not_open"; intent: RefundIntentView | null }
  /** The job is trying to find the outcome right now: resolving waits until it ends. */
  | { kind: "being_tried" }
  | { kind: "wrong_refund"; fault: "not_found" | "older" | "taken" }
  | { kind: "wrong_refund"; fault: "other_payment" | "other_amount"; actual: string }
  /** The service's data contradicts "not sent". */
  | { kind: "contradicted"; by: "search"; refundId: string }
  | { kind: "contradicted"; by: "balance"; unexplained: string }
  /** The service does not have the payment, nor enough others to show that the key in use is this merchant's. */
  | { kind: "payment_gone" }
  | { kind: "other_service" }
  | { kind: "service_error"; serviceError: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
