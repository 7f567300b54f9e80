import { formatPaise } from "@/lib/money";
import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import type { ServiceError } from "@/lib/service-error";
import type { IntentResponse, RefundIntent } from "./refund-intent";

/** The outcome shown for a call's response; null means that no response came. */
export function outcomeOfResponse(intentId: string, response: IntentResponse | null): RefundOutcome {
  if (response === null) return { kind: "unknown", intentId };
  switch (response.state) {
    case "ACCEPTED":
      return { kind: "accepted", intentId, refundId: response.refundId };
    case "REFUSED": {
      const left = response.reportedRemainingPaise;
      return { kind: "refused", message: response.message, left: left === null ? null : formatPaise(left) };
    }
    case "NOT_SENT":
      return { kind: "not_sent", serviceError: response.serviceError };
  }
}

/** The outcome by an intent's record; null while its call is in progress. */
export function outcomeOfIntent(intent: RefundIntent): RefundOutcome | null {
  switch (intent.state) {
    case "RECORDED":
    case "SENDING":
      return null;
    case "UNKNOWN":
      return { kind: "unknown", intentId: intent.id };
    case "ACCEPTED":
      // A constraint of the table guarantees a refund id for every accepted intent.
      return { kind: "accepted", intentId: intent.id, refundId: intent.refundId ?? "" };
    case "REFUSED":
      return outcomeOfResponse(intent.id, {
        state: "REFUSED",
        message: intent.message ?? "",
        reportedRemainingPaise: intent.reportedRemainingPaise,
      });
    case "NOT_SENT":
      return { kind: "not_sent", serviceError: serviceErrorOfIntent(intent) };
  }
}

function serviceErrorOfIntent(intent: RefundIntent): ServiceError {
  if (intent.serviceError === "busy")
    return { kind: "busy", retryAfterSeconds: intent.retryAfterSeconds ?? 1 };
  return { kind: intent.serviceError ?? "unavailable" };
}
