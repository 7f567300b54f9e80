import type { DeclineCodes } from "../../domain/payments/decline-reason";

/**
 * Cashfree's reasons of failed attempts, its codes where an attempt has no reason, and the status where it has neither.
 * Cashfree lists its codes (docs/api-reference/payments/errors) and no reasons: of those only the two that its examples
 * show are known. Others count as unmapped until an operator reports them.
 */
export const CASHFREE_DECLINE_CODES: DeclineCodes = {
  auth_declined: "issuer_declined",
  bank_rejected: "issuer_declined",
  transaction_declined: "issuer_declined",

  user_dropped: "customer_abandoned",
  order_inactive: "customer_abandoned",
  cancelled: "customer_cancelled",

  otp_expired_failed: "authentication_failed",
  otp_invalid_failed: "authentication_failed",
  customer_email_invalid: "incorrect_details",
  customer_phone_invalid: "incorrect_details",
  card_not_found: "incorrect_details",
  bank_account_verification_failed: "invalid_account",
  order_already_paid: "duplicate_transaction",

  issuer_not_available: "issuer_unavailable",
  bank_processing_failure: "issuer_unavailable",
  api_request_timeout: "gateway_error",
  api_request_failed: "gateway_error",
  api_error: "gateway_error",
  bad_gateway_error: "gateway_error",
  otp_generation_failed: "processing_error",
  headless_otp_submit_request_failed: "processing_error",
  order_pay_failed: "processing_error",
  risk_data_ip_address_request_failed: "processing_error",

  card_unsupported: "method_not_supported",
  payment_method_unsupported: "method_not_supported",
  payment_method_invalid: "method_not_supported",
  netbanking_bank_code_invalid: "method_not_supported",
  order_amount_invalid: "amount_not_supported",
  payment_amount_invalid: "amount_not_supported",
  // Cards of India in another currency.
  request_invalid: "currency_not_supported",

  card_submission_disabled: "merchant_account_error",
  feature_not_enabled: "merchant_account_error",
  payment_gateway_inactive: "merchant_account_error",
  payment_gateway_inactive_request_failed: "merchant_account_error",
  payment_gateway_unsupported: "merchant_account_error",

  failed: "unknown",
  void: "unknown",
  request_failed: "unknown",
};
