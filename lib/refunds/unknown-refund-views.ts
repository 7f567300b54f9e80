import type { RefundStatus } from "../contract/statuses";
import type { RefundIntentView } from "./refund-intent-view";
import type { ServiceError } from "../service-error";

/** What sending a refund of unknown outcome again has brought. */
export type ResendFinding = "unreachable" | "no_answer" | "busy" | "key_refused";
/** How it was looked for at the service, and what that has brought: `absent` does not prove that it never arrived. */
export type SearchMethod = "search" | "balance";
export type SearchFinding = "unreadable" | "absent" | "unclear" | "several";
/** Why its outcome is not found automatically. `restored`: it comes from a restored backup (decision 0237). */
export type ResolutionObstacle = "no_means" | "other_service" | "restored";
export type ResolutionVerdict = "accepted" | "not_sent";

/** A refund asked for here, with all that is known of what became of it. */
export type RefundRequestView = {
  intent: RefundIntentView;
  sentAt: string | null;
  answeredAt: string | null;
  /** What was tried to find out; null while nothing was. */
  resolution: {
    tries: number;
    resent: { at: string; finding: ResendFinding } | null;
    looked: { at: string; means: SearchMethod; finding: SearchFinding } | null;
    obstacle: ResolutionObstacle | null;
    nextTryAt: string | null;
  } | null;
  settlement: { verdict: ResolutionVerdict; reason: string; by: string; at: string } | null;
  /** The service's clock and ours aside: when this was read. */
  now: string;
};

/** What the service can say just now about a refund of unknown outcome. */
export type UnknownEvidence =
  | {
      kind: "weighed";
      /** Refunds of the payment that may be this one; null where the service lists none. */
      candidates: UnknownCandidate[] | null;
      /** What the service has refunded or is refunding, and how much of it certainly went back by refunds known by their id. */
      balance: { spent: string; known: string; unexplained: string } | null;
    }
  | { kind: "other_service" }
  | { kind: "trouble"; trouble: ServiceError };

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
  /** Its outcome is known by now: found by the job, or settled by somebody else. */
  | { kind: "not_open"; intent: RefundIntentView | null }
  /** A try to find out is under way at this moment: settling waits for its end. */
  | { kind: "being_tried" }
  | { kind: "wrong_refund"; fault: "not_found" | "older" | "taken" }
  | { kind: "wrong_refund"; fault: "other_payment" | "other_amount"; told: string }
  /** What the service says speaks against "not sent". */
  | { kind: "contradicted"; by: "search"; refundId: string }
  | { kind: "contradicted"; by: "balance"; unexplained: string }
  | { kind: "other_service" }
  | { kind: "trouble"; trouble: ServiceError }
  | { kind: "forbidden" }
  | { kind: "signed_out" };
