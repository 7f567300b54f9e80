import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { DECLINE_REASONS, type DeclineReason } from "@/lib/contract/decline-reasons";
import { projectRoot } from "@/server/platform/root";
import {
  loadVendorDocument,
  skippedWithout,
  vendorFile,
} from "@/tools/testing/routing/documents/vendor-document";
import { PAYPAL_ORDERS, PAYPAL_PAYMENTS } from "@/tools/testing/routing/paypal-double";
import { ADYEN_REFUSALS } from "./adyen/decline-codes";
import { declineCodesOf, declineReasonOf, isMapped, vendorOf } from "./decline-reasons";
import { declineReason } from "./simulator/fate";

const VENDORS = ["simulator", "stripe", "razorpay", "adyen", "paypal", "cashfree"];

test.each<[gateway: string, code: string | null, reason: DeclineReason]>([
  ["stripe", "insufficient_funds", "insufficient_funds"],
  ["stripe", "lost_card", "lost_or_stolen_card"],
  ["stripe", "card_declined", "issuer_declined"],
  ["adyen", "12", "insufficient_funds"],
  ["adyen", "not_enough_balance", "insufficient_funds"],
  ["adyen", "fraud_cancelled", "fraud_suspected"],
  ["paypal", "5120", "insufficient_funds"],
  ["paypal", "00N7", "incorrect_details"],
  ["paypal", "INSTRUMENT_DECLINED", "issuer_declined"],
  ["razorpay", "payment_timed_out", "customer_abandoned"],
  ["razorpay", "payment_failed/gateway", "gateway_error"],
  ["razorpay", "payment_failed/issuer_bank", "issuer_declined"],
  ["razorpay", "GATEWAY_ERROR", "gateway_error"],
  ["cashfree", "auth_declined", "issuer_declined"],
  ["cashfree", "USER_DROPPED", "customer_abandoned"],
  ["simulator", "do_not_honor", "issuer_declined"],
  // A further simulated gateway has the codes of the first.
  ["simulator-b", "expired_card", "expired_card"],
  // One vendor's code means nothing at another.
  ["stripe", "5120", "unknown"],
  ["stripe", "a_code_of_next_year", "unknown"],
  ["stripe", null, "unknown"],
  ["another", "insufficient_funds", "unknown"],
  // Names that every object has are no codes.
  ["stripe", "constructor", "unknown"],
])("at %s the code %s means %s", (gateway, code, reason) => {
  expect(declineReasonOf(gateway, code)).toBe(reason);
});

test("a code that is known to say nothing is mapped, an unknown one is not", () => {
  expect([isMapped("simulator", "sim_outage"), isMapped("simulator", "of_next_year")]).toEqual([true, false]);
  expect([vendorOf("simulator-b"), vendorOf("stripe")]).toEqual(["simulator", "stripe"]);
});

test.each(VENDORS)("the codes of %s are in lower case, fit the column, and have known reasons", (vendor) => {
  const codes = Object.entries(declineCodesOf(vendor) ?? {});
  expect(codes.length).toBeGreaterThan(5);
  for (const [code, reason] of codes) {
    expect([code, code.toLowerCase(), code.length <= 64]).toEqual([code, code, true]);
    expect(DECLINE_REASONS).toContain(reason);
  }
});

test("the simulator declines with nothing that is not mapped", () => {
  for (let paise = 0n; paise < 100n; paise += 1n) {
    expect(isMapped("simulator", declineReason(paise).code)).toBe(true);
  }
});

test("Adyen's refusal reasons have each number once", () => {
  const numbers = ADYEN_REFUSALS.map(([code]) => code);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.length).toBeGreaterThan(40);
});

describe("what the vendors' documents list", () => {
  test.skipIf(vendorFile(PAYPAL_PAYMENTS) === null)(
    `every response code of PayPal's processors is mapped${skippedWithout(PAYPAL_PAYMENTS)}`,
    () => {
      const codes = loadVendorDocument(PAYPAL_PAYMENTS)?.enumOf("processor_response", "response_code") ?? [];
      expect(codes.length).toBeGreaterThan(100);
      expect(codes.filter((code) => !isMapped("paypal", code))).toEqual([]);
    },
  );

  test.skipIf(vendorFile(PAYPAL_PAYMENTS) === null)(
    `every reason of a capture's status at PayPal is mapped${skippedWithout(PAYPAL_PAYMENTS)}`,
    () => {
      const reasons = loadVendorDocument(PAYPAL_PAYMENTS)?.enumOf("capture_status_details", "reason") ?? [];
      expect(reasons.length).toBeGreaterThan(5);
      expect(reasons.filter((reason) => !isMapped("paypal", reason))).toEqual([]);
    },
  );

  test.skipIf(vendorFile(PAYPAL_ORDERS) === null)(
    `every issue with which PayPal refuses a capture is mapped, or about the request${skippedWithout(PAYPAL_ORDERS)}`,
    () => {
      const document = loadVendorDocument(PAYPAL_ORDERS);
      const refusals = document?.responsesOf("POST", "/v2/checkout/orders/1/capture") ?? [];
      const issues = refusals
        .filter(({ status }) => status === "422")
        .flatMap(({ schema }) => document?.issuesOf(schema) ?? []);
      expect(issues.length).toBeGreaterThan(50);
      expect(
        issues.filter((issue) => !isMapped("paypal", issue) && !PAYPAL_ABOUT_THE_REQUEST.has(issue)),
      ).toEqual([]);
    },
  );

  test("every error code of Stripe's SDK is mapped, or not about a customer's attempt", () => {
    const types = readFileSync(
      join(projectRoot(), "node_modules/stripe/esm/resources/PaymentIntents.d.ts"),
      "utf8",
    );
    const union = /namespace LastPaymentError \{[\s\S]*?type Code = ([^;]*);/.exec(types)?.[1] ?? "";
    const codes = [...union.matchAll(/'([a-z0-9_]+)'/g)].map(([, code]) => code ?? "");
    expect(codes.length).toBeGreaterThan(150);
    expect(codes.filter((code) => !isMapped("stripe", code) && !STRIPE_NO_ATTEMPT.has(code))).toEqual([]);
  });
});

/** Issues about how the order was requested or stands, and about vaulted cards and other flows that are not used. */
const PAYPAL_ABOUT_THE_REQUEST = words(
  `BILLING_AGREEMENT_ID_MISMATCH BILLING_AGREEMENT_NOT_FOUND CANCEL_URL_REQUIRED IDENTIFIER_NOT_FOUND
   INCOMPATIBLE_PARAMETER_VALUE INVALID_PICKUP_ADDRESS INVALID_PREVIOUS_TRANSACTION_REFERENCE
   MERCHANT_INITIATED_WITH_AUTHENTICATION_RESULTS MERCHANT_INITIATED_WITH_MULTIPLE_PURCHASE_UNITS
   MERCHANT_INITIATED_WITH_SECURITY_CODE MISMATCHED_VAULT_ID_TO_PAYMENT_SOURCE MISSING_PREVIOUS_REFERENCE
   NOT_ELIGIBLE_FOR_PAYPAL_TRANSACTION_ID_PROCESSING NOT_ELIGIBLE_FOR_PNREF_PROCESSING
   ONLY_ONE_BANK_SOURCE_ALLOWED ORDER_ALREADY_CAPTURED ORDER_COMPLETION_IN_PROGRESS ORDER_NOT_APPROVED
   PAYMENT_SOURCE_MISMATCH PAYPAL_TRANSACTION_ID_EXPIRED PAYPAL_TRANSACTION_ID_NOT_FOUND
   PLATFORM_FEE_PAYEE_CANNOT_BE_SAME_AS_PAYER PNREF_EXPIRED PNREF_NOT_FOUND PREFERRED_PAYMENT_SOURCE_MISMATCH
   PREVIOUS_TRANSACTION_REFERENCE_HAS_CHARGEBACK PREVIOUS_TRANSACTION_REFERENCE_VOIDED
   REQUIRED_PARAMETER_FOR_CUSTOMER_INITIATED_PAYMENT RETURN_URL_REQUIRED VAULT_INSTRUCTION_REQUIRED`,
);

/** Codes of other objects, of the request, or of the account, which no customer's attempt ends with. */
const STRIPE_NO_ATTEMPT = words(
  `account_error_country_change_requires_additional_steps account_token_required_for_v2_account
   acss_debit_session_incomplete action_blocked alipay_upgrade_required api_key_expired
   application_fees_not_allowed approval_required balance_insufficient balance_invalid_parameter
   bank_account_exists bank_account_verification_failed billing_invalid_mandate bitcoin_upgrade_required
   capture_charge_authorization_expired capture_unauthorized_payment charge_already_captured
   charge_already_refunded charge_disputed charge_expired_for_capture charge_invalid_parameter
   charge_not_refundable clearing_code_unsupported country_code_invalid country_unsupported coupon_expired
   customer_max_payment_methods customer_max_subscriptions customer_session_expired
   customer_tax_location_invalid dispute_evidence_page_limit_exceeded failed_tax_calculation
   financial_account_balance_does_not_support_currency financial_account_capability_not_enabled
   financial_account_capability_restricted financial_connections_account_inactive
   financial_connections_account_pending_account_numbers
   financial_connections_account_unavailable_account_numbers financial_connections_consent_locale_invalid
   financial_connections_consent_locale_unsupported financial_connections_no_successful_transaction_refresh
   forwarding_api_inactive forwarding_api_invalid_parameter forwarding_api_retryable_upstream_error
   forwarding_api_upstream_connection_error forwarding_api_upstream_connection_timeout
   forwarding_api_upstream_error idempotency_key_in_use instant_payouts_config_disabled
   instant_payouts_currency_disabled instant_payouts_limit_exceeded instant_payouts_unsupported
   intent_invalid_state invalid_canceled_subscription_fields invalid_mandate_reference_prefix_format
   invalid_source_usage invalid_tax_location invoice_no_customer_line_items invoice_no_payment_method_types
   invoice_no_subscription_line_items invoice_not_editable invoice_on_behalf_of_not_editable
   invoice_payment_intent_requires_action invoice_upcoming_none livemode_mismatch missing
   not_allowed_on_standard_account out_of_inventory ownership_declaration_not_allowed parameter_invalid_empty
   parameter_invalid_integer parameter_invalid_string_blank parameter_invalid_string_empty parameter_missing
   parameter_unknown parameters_exclusive payment_evaluation_on_api_version_not_supported
   payment_intent_action_required payment_intent_invalid_parameter
   payment_intent_konbini_rejected_confirmation_number payment_intent_mandate_invalid
   payment_intent_unexpected_state payment_method_bank_account_already_verified
   payment_method_configuration_failures payment_method_invalid_parameter
   payment_method_invalid_parameter_testmode payment_method_microdeposit_failed
   payment_method_microdeposit_processing_error payment_method_microdeposit_verification_amounts_invalid
   payment_method_microdeposit_verification_amounts_mismatch
   payment_method_microdeposit_verification_attempts_exceeded
   payment_method_microdeposit_verification_descriptor_code_mismatch
   payment_method_microdeposit_verification_timeout payment_method_unexpected_state
   payout_reconciliation_not_ready payouts_limit_exceeded payouts_not_allowed platform_api_key_expired
   product_inactive progressive_onboarding_limit_exceeded refund_disputed_payment resource_already_exists
   resource_missing return_intent_already_processed secret_key_required
   service_period_coupon_with_metered_tiered_item_unsupported setup_attempt_failed
   setup_intent_invalid_parameter setup_intent_mandate_invalid setup_intent_mobile_wallet_unsupported
   setup_intent_setup_attempt_expired setup_intent_unexpected_state shipping_address_invalid
   shipping_calculation_failed siret_invalid sku_inactive smart_disputes_not_available state_unsupported
   status_transition_invalid storer_capability_missing storer_capability_not_active stripe_tax_inactive
   subscription_update_trial_after_billing_cycle_anchor tax_id_invalid tax_id_prohibited
   taxes_calculation_failed terminal_location_country_unsupported terminal_reader_busy
   terminal_reader_hardware_fault terminal_reader_invalid_location_for_activation
   terminal_reader_invalid_location_for_payment terminal_reader_offline terminal_reader_timeout
   tls_version_unsupported token_already_used token_in_use transfer_source_balance_parameters_mismatch
   transfers_not_allowed url_invalid`,
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
