import type { OpsResult } from "@/lib/contract/ops";
import type { PaymentStatus } from "@/lib/contract/statuses";
import {
  END_CAUSES,
  type EndCause,
  type FailureReason,
  type FailureView,
} from "@/lib/payments/payment-detail-view";

type Detail = OpsResult<"payments.get">;

/**
 * Stripe's decline and error codes, Razorpay's reasons and codes, Adyen's refusal reasons as its adapter writes them, the
 * response codes of PayPal's processors, and those of the simulator, by what support can do.
 */
const CODES = new Map<string, FailureReason>(
  Object.entries({
    insufficient_funds: "insufficient_funds",
    insufficient_balance: "insufficient_funds",
    not_enough_balance: "insufficient_funds",
    "5120": "insufficient_funds",

    card_velocity_exceeded: "limit_exceeded",
    withdrawal_count_limit_exceeded: "limit_exceeded",
    amount_too_large: "limit_exceeded",
    transaction_limit_exceeded: "limit_exceeded",
    transaction_daily_limit_exceeded: "limit_exceeded",
    withdrawal_amount_exceeded: "limit_exceeded",
    withdrawal_count_exceeded: "limit_exceeded",

    authentication_required: "authentication_failed",
    authentication_failed: "authentication_failed",
    payment_intent_authentication_failure: "authentication_failed",
    incorrect_otp: "authentication_failed",
    otp_expired: "authentication_failed",
    incorrect_pin: "authentication_failed",
    invalid_pin: "authentication_failed",
    pin_try_exceeded: "authentication_failed",
    pin_tries_exceeded: "authentication_failed",
    "3d_not_authenticated": "authentication_failed",

    expired_card: "card_expired",
    card_expired: "card_expired",
    "5400": "card_expired",

    incorrect_number: "wrong_details",
    invalid_number: "wrong_details",
    incorrect_cvc: "wrong_details",
    invalid_cvc: "wrong_details",
    invalid_expiry_month: "wrong_details",
    invalid_expiry_year: "wrong_details",
    incorrect_card_details: "wrong_details",
    incorrect_cvv: "wrong_details",
    incorrect_card_expiry_date: "wrong_details",
    invalid_vpa: "wrong_details",
    invalid_card_number: "wrong_details",
    cvc_declined: "wrong_details",
    "00n7": "wrong_details",
    "1330": "wrong_details",
    "5110": "wrong_details",

    card_declined: "declined",
    generic_decline: "declined",
    do_not_honor: "declined",
    call_issuer: "declined",
    transaction_not_allowed: "declined",
    fraudulent: "declined",
    lost_card: "declined",
    stolen_card: "declined",
    pickup_card: "declined",
    restricted_card: "declined",
    payment_declined: "declined",
    payment_risk_check_failed: "declined",
    debit_declined: "declined",
    refused: "declined",
    blocked_card: "declined",
    transaction_not_permitted: "declined",
    fraud: "declined",
    issuer_suspected_fraud: "declined",
    "0500": "declined",
    "5100": "declined",
    "9500": "declined",
    "9520": "declined",

    processing_error: "gateway_error",
    issuer_not_available: "gateway_error",
    reenter_transaction: "gateway_error",
    try_again_later: "gateway_error",
    gateway_technical_error: "gateway_error",
    bank_technical_error: "gateway_error",
    server_error: "gateway_error",
    gateway_error: "gateway_error",
    acquirer_error: "gateway_error",
    issuer_unavailable: "gateway_error",

    payment_cancelled: "customer_left",
    shopper_cancelled: "customer_left",

    payment_timed_out: "timed_out",
    payment_intent_payment_attempt_expired: "timed_out",
  } as const),
);

const CAUSES: Record<EndCause, FailureReason> = {
  gateway_initialisation: "no_checkout",
  initialisation_abandoned: "no_checkout",
  charge_mismatch: "charge_mismatch",
  customer_left: "customer_left",
  expired: "timed_out",
  gateway_closed: "timed_out",
};

/**
 * Why a payment was not paid; null unless it failed or was dropped. What the service knows for certain comes first, then
 * the gateway's reason, then how the payment ended. `detail` is null without the ops extension.
 */
export function failureOf(status: PaymentStatus, detail: Detail | null): FailureView | null {
  if (status !== "FAILURE" && status !== "DROP") return null;
  if (detail === null) return { reason: "none", code: null, message: null };
  const cause = causeOf(detail);
  const ended = cause === null ? "none" : CAUSES[cause];
  if (ended === "no_checkout") return { reason: ended, code: null, message: lastRefusal(detail) };
  const { code = null, message = null } = detail.failure ?? {};
  if (ended === "charge_mismatch") return { reason: ended, code: null, message: null };
  if (code === null && message === null) return { reason: ended, code, message };
  return { reason: reasonOf(code), code, message };
}

/** Vendors write codes in either case. */
function reasonOf(code: string | null): FailureReason {
  return (code === null ? undefined : CODES.get(code.toLowerCase())) ?? "other";
}

function causeOf({ events }: Detail): EndCause | null {
  const ended = events.findLast(({ kind }) => kind === "failed" || kind === "dropped");
  return END_CAUSES.find((known) => known === ended?.detail["cause"]) ?? null;
}

/** What the last gateway said that opened no checkout. */
function lastRefusal({ routing_decision: { attempts } }: Detail): string | null {
  return attempts.findLast(({ message }) => message !== null)?.message ?? null;
}
