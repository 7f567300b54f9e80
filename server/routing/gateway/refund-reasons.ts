import type { RefundFailureReason } from "@/lib/contract/refund-failures";
import { vendorOf } from "./decline-reasons";

type Reasons = Readonly<Record<string, RefundFailureReason>>;

/**
 * What each vendor's codes of refused and failed refunds mean, from its API reference. Razorpay has one code for all of them, and
 * Adyen's reasons are free text: there the text alone says why.
 */
const REASONS: Readonly<Record<string, Reasons>> = {
  simulator: {
    sim_insufficient_balance: "insufficient_balance",
    sim_window_over: "window_over",
    sim_disputed: "disputed",
    sim_account_closed: "account_closed",
  },
  stripe: {
    amount_too_large: "refused",
    amount_too_small: "refused",
    balance_insufficient: "insufficient_balance",
    charge_already_refunded: "refused",
    charge_disputed: "disputed",
    charge_for_pending_refund_disputed: "disputed",
    declined: "refused",
    expired_or_canceled_card: "account_closed",
    insufficient_funds: "insufficient_balance",
    invalid_charge_amount: "refused",
    lost_or_stolen_card: "account_closed",
    merchant_request: "refused",
    parameter_invalid_integer: "refused",
    refund_disputed_payment: "disputed",
  },
  paypal: {
    cannot_be_negative: "refused",
    cannot_be_zero_or_negative: "refused",
    capture_fully_refunded: "refused",
    currency_mismatch: "refused",
    decimal_precision: "refused",
    decimals_not_supported: "refused",
    invalid_currency_code: "refused",
    max_number_of_refunds_exceeded: "refused",
    partial_refund_not_allowed: "refused",
    payer_account_locked_or_closed: "account_closed",
    refund_amount_exceeded: "refused",
    refund_amount_too_low: "refused",
    refund_capture_currency_mismatch: "refused",
    refund_failed_insufficient_funds: "insufficient_balance",
    refund_not_allowed: "refused",
    refund_not_permitted_due_to_chargeback: "disputed",
    refund_time_limit_exceeded: "window_over",
    transaction_disputed: "disputed",
  },
  adyen: { "137": "refused", "138": "refused" },
  cashfree: { refund_amount_invalid: "refused", refund_unsupported: "refused" },
};

/** `unknown` without a code, and for one that is not in the list. */
export function refundFailureReason(gateway: string, code: string | null): RefundFailureReason {
  const reasons = REASONS[vendorOf(gateway)] ?? {};
  const key = code?.toLowerCase() ?? "";
  return Object.hasOwn(reasons, key) ? (reasons[key] ?? "unknown") : "unknown";
}
