import type { DeclineCodes } from "../../domain/payments/decline-reason";

/**
 * Stripe's decline codes, which are the issuer's reasons, and the error codes that `last_payment_error` may have instead.
 * The SDK's types list the error codes, Stripe's documentation of declines the others.
 */
export const STRIPE_DECLINE_CODES: DeclineCodes = {
  insufficient_funds: "insufficient_funds",

  card_velocity_exceeded: "limit_exceeded",
  withdrawal_count_limit_exceeded: "limit_exceeded",
  charge_exceeds_source_limit: "limit_exceeded",
  charge_exceeds_transaction_limit: "limit_exceeded",
  card_decline_rate_limit_exceeded: "limit_exceeded",

  expired_card: "expired_card",
  expired_payment_method: "expired_card",

  incorrect_address: "incorrect_details",
  incorrect_cvc: "incorrect_details",
  incorrect_number: "incorrect_details",
  incorrect_postal_code: "incorrect_details",
  incorrect_zip: "incorrect_details",
  invalid_characters: "incorrect_details",
  invalid_cvc: "incorrect_details",
  invalid_expiry_month: "incorrect_details",
  invalid_expiry_year: "incorrect_details",
  invalid_number: "incorrect_details",
  postal_code_invalid: "incorrect_details",
  email_invalid: "incorrect_details",
  account_number_invalid: "incorrect_details",
  routing_number_invalid: "incorrect_details",
  bank_account_bad_routing_numbers: "incorrect_details",
  payment_method_billing_details_address_missing: "incorrect_details",
  cardholder_phone_number_required: "incorrect_details",
  account_information_mismatch: "incorrect_details",

  account_closed: "invalid_account",
  account_invalid: "invalid_account",
  invalid_account: "invalid_account",
  new_account_information_available: "invalid_account",
  no_account: "invalid_account",
  bank_account_restricted: "invalid_account",
  bank_account_unusable: "invalid_account",
  bank_account_unverified: "invalid_account",
  payment_method_bank_account_blocked: "invalid_account",
  payment_method_restricted: "invalid_account",
  payment_method_unactivated: "invalid_account",

  lost_card: "lost_or_stolen_card",
  stolen_card: "lost_or_stolen_card",
  pickup_card: "lost_or_stolen_card",

  authentication_failure: "authentication_failed",
  payment_intent_authentication_failure: "authentication_failed",
  setup_intent_authentication_failure: "authentication_failed",
  incorrect_pin: "authentication_failed",
  invalid_pin: "authentication_failed",
  pin_try_exceeded: "authentication_failed",
  authentication_not_handled: "authentication_failed",

  payment_method_customer_decline: "customer_cancelled",
  revocation_of_all_authorizations: "customer_cancelled",
  revocation_of_authorization: "customer_cancelled",
  stop_payment_order: "customer_cancelled",
  debit_not_authorized: "customer_cancelled",
  india_recurring_payment_mandate_canceled: "customer_cancelled",

  payment_intent_payment_attempt_expired: "customer_abandoned",

  approve_with_id: "issuer_declined",
  bank_account_declined: "issuer_declined",
  call_issuer: "issuer_declined",
  card_declined: "issuer_declined",
  do_not_honor: "issuer_declined",
  do_not_try_again: "issuer_declined",
  generic_decline: "issuer_declined",
  no_action_taken: "issuer_declined",
  payment_intent_payment_attempt_failed: "issuer_declined",
  payment_method_provider_decline: "issuer_declined",
  previously_declined_do_not_retry: "issuer_declined",
  refer_to_customer: "issuer_declined",

  card_not_supported: "not_permitted",
  not_permitted: "not_permitted",
  restricted_card: "not_permitted",
  service_not_allowed: "not_permitted",
  transaction_not_allowed: "not_permitted",
  sepa_unsupported_account: "not_permitted",

  authentication_required: "authentication_required",
  mobile_device_authentication_required: "authentication_required",
  offline_pin_required: "authentication_required",
  online_or_offline_pin_required: "authentication_required",
  three_d_secure_authentication_not_supported: "authentication_required",

  fraudulent: "fraud_suspected",
  merchant_blacklist: "fraud_suspected",
  security_violation: "fraud_suspected",
  highest_risk_level: "fraud_suspected",
  elevated_risk_level: "fraud_suspected",
  request_blocked: "fraud_suspected",
  anomalous_money_movement_request: "fraud_suspected",

  duplicate_transaction: "duplicate_transaction",

  issuer_not_available: "issuer_unavailable",
  reenter_transaction: "issuer_unavailable",
  try_again_later: "issuer_unavailable",
  payment_method_provider_timeout: "issuer_unavailable",

  lock_timeout: "gateway_error",
  rate_limit: "gateway_error",
  payment_intent_rate_limit_exceeded: "gateway_error",

  processing_error: "processing_error",
  three_d_secure_authentication_upstream_error: "processing_error",
  intent_verification_method_missing: "processing_error",
  token_card_network_invalid: "processing_error",

  invalid_card_type: "method_not_supported",
  payment_intent_incompatible_payment_method: "method_not_supported",
  payment_method_not_available: "method_not_supported",
  payment_method_unsupported_type: "method_not_supported",

  currency_not_supported: "currency_not_supported",
  payment_method_currency_mismatch: "currency_not_supported",

  amount_too_large: "amount_not_supported",
  amount_too_small: "amount_not_supported",
  invalid_amount: "amount_not_supported",
  invalid_charge_amount: "amount_not_supported",

  testmode_charges_only: "merchant_account_error",
  testmode_decline: "merchant_account_error",
  capability_not_active: "merchant_account_error",
  platform_account_required: "merchant_account_error",
  account_country_invalid_address: "merchant_account_error",
};
