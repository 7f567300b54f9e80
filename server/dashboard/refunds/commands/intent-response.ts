import { parseAmount } from "@/lib/money";
import type { CallResult } from "../../routing-client/call-result";
import { refusalError } from "../../routing-client/call-result";
import type { AcceptedRefund } from "../../routing-client/client";
import type { IntentResponse } from "../domain/refund-intent";

/** What the first call for an intent shows; null when it is unknown whether the call took effect. */
export function responseOfFirstCall(response: CallResult<AcceptedRefund>): IntentResponse | null {
  switch (response.kind) {
    case "answered":
      return accepted(response.value);
    case "not_sent":
      return { state: "NOT_SENT", serviceError: { kind: "unavailable" } };
    case "refused": {
      // A refused key or a rate limit means that this call did nothing, and there was none before it.
      const serviceError = refusalError(response.refusal);
      if (serviceError !== null) return { state: "NOT_SENT", serviceError };
      return refused(messageOf(response));
    }
    case "unknown":
      return null;
  }
}

/**
 * What a retry under the intent's idempotency key shows (decision 0005). A 401, a 429 or a lost connection concerns
 * only the retry and resolves nothing; a refusal of the refund itself holds for both calls. Nor does a 404 resolve
 * anything: the service had the payment when the refund was requested, so it was asked with the key of another merchant.
 */
export function responseOfResend(response: CallResult<AcceptedRefund>): IntentResponse | null {
  switch (response.kind) {
    case "answered":
      return accepted(response.value);
    case "refused": {
      const { refusal } = response;
      const isAboutRefund = refusal.kind === "rejected" && refusal.status <= 400;
      return isAboutRefund ? refused(refusal.message) : null;
    }
    case "not_sent":
    case "unknown":
      return null;
  }
}

function accepted(refund: AcceptedRefund): IntentResponse {
  return { state: "ACCEPTED", refundId: refund.refund_id, refundStatus: refund.refund_status };
}

function refused(message: string): IntentResponse {
  return { state: "REFUSED", message, reportedRemainingPaise: reportedRemaining(message) };
}

function messageOf(response: Extract<CallResult<unknown>, { kind: "refused" }>): string {
  return "message" in response.refusal ? response.refusal.message : "";
}

const REMAINING = /Remaining refundable: ([0-9]{1,13}\.[0-9]{2})\s*$/;

/** The remaining balance in paise at the end of the refusal's error text (specification 7). */
function reportedRemaining(message: string): bigint | null {
  const [, amount] = REMAINING.exec(message) ?? [];
  if (amount === undefined) return null;
  const parsed = parseAmount(amount);
  return parsed.ok ? parsed.value : null;
}
