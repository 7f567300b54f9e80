import type { OpsResult } from "@/lib/contract/ops";
import type { PaymentStatus } from "@/lib/contract/statuses";
import {
  END_CAUSES,
  type EndCause,
  type FailureReason,
  type FailureView,
} from "@/lib/payments/payment-detail-view";
import { readDeclineReason } from "@/lib/payments/decline-reason";

type Detail = OpsResult<"payments.get">;

const CAUSES: Record<EndCause, FailureReason> = {
  gateway_initialisation: "no_checkout",
  initialisation_abandoned: "no_checkout",
  charge_mismatch: "charge_mismatch",
  customer_left: "customer_left",
  expired: "timed_out",
  gateway_closed: "timed_out",
  sent_back: "none",
};

/**
 * Why a payment was not paid; null unless it failed or was dropped. What the service knows for certain comes first, then
 * the gateway's reason, then how the payment ended. `detail` is null without the ops extension.
 */
export function failureOf(status: PaymentStatus, detail: Detail | null): FailureView | null {
  if (status !== "FAILURE" && status !== "DROP") return null;
  if (detail === null) return { reason: "not_told", code: null, message: null };
  const cause = causeOf(detail);
  const ended = cause === null ? "none" : CAUSES[cause];
  if (ended === "no_checkout") return { reason: ended, code: null, message: lastRefusal(detail) };
  const { code = null, message = null } = detail.failure ?? {};
  if (ended === "charge_mismatch") return { reason: ended, code: null, message: null };
  if (code === null && message === null) return { reason: ended, code, message };
  // When there is no code, the service derives its reason from the status alone, and the message says more.
  const reason = code === null ? "unknown" : (readDeclineReason(detail.payment.decline_reason) ?? "unknown");
  return { reason, code, message };
}

function causeOf({ events }: Detail): EndCause | null {
  const ended = events.findLast(({ kind }) => kind === "failed" || kind === "dropped");
  return END_CAUSES.find((known) => known === ended?.detail["cause"]) ?? null;
}

/** What the last gateway said that opened no checkout. */
function lastRefusal({ routing_decision: { attempts } }: Detail): string | null {
  return attempts.findLast(({ message }) => message !== null)?.message ?? null;
}
