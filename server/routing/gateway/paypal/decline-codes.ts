import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { DeclineCodes } from "../../domain/payments/decline-reason";

/** The processors' response codes of declined captures, and those that say nothing about a decline. */
const PROCESSOR = {
  insufficient_funds: "5120",
  limit_exceeded: "5710 ppax ppel ppnl ppdt",
  expired_card: "5400 ppef",
  incorrect_details: "00n7 1380 1382 5110 5170 5190 pcvv ppad ppav ppc2 ppex",
  invalid_account: "0390 1312 1330 1335 1352 5140 5180 5930 5950 6300 7800 pp06 ppab ppfi ppfr",
  lost_or_stolen_card: "5150 9520",
  authentication_failed: "0890 5130 5135 5500 7710 7900 pcnr",
  customer_cancelled: "0r00",
  customer_abandoned: "ppte",
  issuer_declined: "0100 0500 10br 5100 5900 9100 9530 9540 pprn ppse ppar ppdv 1393 5160",
  not_permitted: "0580 5210 5700 ppco ppag ppbg ppqc ppdi ppmc",
  authentication_required: "5650",
  fraud_suspected: "9500 9510 ppsc",
  duplicate_transaction: "5200",
  issuer_unavailable: "5910 5920",
  gateway_error: "8000 8010 8100 8110 8220 ppnt pper",
  processing_error:
    "0800 0880 0960 1300 1317 1360 1384 1390 7700 9600 ppd3 ppfv ppii ppim ppit pptf ppti ppve pptr pptv ppmb ppif pph1 ppvc",
  method_not_supported: "8030 ppae ppct ppdc pppm pptt ppui ppup ppvt ppnc ppue",
  currency_not_supported: "1320 ppcu ppuc",
  amount_not_supported: "1310 ppai",
  merchant_account_error: "1340 1350 1370 8020 ppau ppce ppnm pppi pprr ppua",
  unknown:
    "0000 1000 5800 7600 ppcr ppfe ppgr pplr ppls ppmd ppph ppre pprf pps0 pps1 pps2 pps3 pps4 pps5 pps6 ppsd ppur",
} as const satisfies Partial<Record<DeclineReason, string>>;

/** The issues with which PayPal refuses to capture an approved order; the order stays approved. */
const ISSUES = {
  incorrect_details:
    "invalid_security_code_length card_number_required card_expiry_required invalid_iban shipping_address_invalid",
  expired_card: "card_expired referenced_card_expired",
  invalid_account: "payer_account_locked_or_closed payer_account_restricted",
  customer_cancelled: "agreement_already_cancelled",
  limit_exceeded: "transaction_limit_exceeded max_number_of_payment_attempts_exceeded",
  issuer_declined: "instrument_declined redirect_payer_for_alternate_funding declined_due_to_related_txn",
  not_permitted: "payer_cannot_pay compliance_violation domestic_transaction_required",
  authentication_required: "payer_action_required",
  fraud_suspected: "transaction_refused transaction_blocked_by_payee payee_blocked_transaction",
  duplicate_transaction: "duplicate_invoice_id",
  processing_error:
    "missing_cryptogram apple_pay_amount_mismatch payee_fx_rate_id_expired setup_error_for_bank token_id_not_found",
  method_not_supported:
    "card_brand_not_supported payment_source_not_supported bank_not_supported_for_verification iban_country_not_supported",
  currency_not_supported: "currency_not_supported_for_bank",
  merchant_account_error:
    "transaction_receiving_limit_exceeded not_enabled_for_card_processing not_enabled_for_bank_processing payee_not_enabled_for_card_processing payee_not_enabled_for_bank_processing auth_capture_not_enabled payee_account_restricted payee_account_locked_or_closed permission_denied",
} as const satisfies Partial<Record<DeclineReason, string>>;

/** PayPal's own reasons of a capture's status, where there is no processor's code. */
const DETAILS = {
  fraud_suspected: "buyer_complaint chargeback",
  unknown: "other refunded echeck pending_review transaction_approved_awaiting_funding",
  merchant_account_error:
    "international_withdrawal receiving_preference_mandates_manual_action unilateral verification_required",
} as const satisfies Partial<Record<DeclineReason, string>>;

/** The codes of each reason, separated by spaces. */
export const PAYPAL_DECLINE_CODES: DeclineCodes = Object.fromEntries(
  [PROCESSOR, ISSUES, DETAILS].flatMap((group) =>
    Object.entries(group).flatMap(([reason, codes]) =>
      codes.split(" ").map((code) => [code, reason as DeclineReason] as const),
    ),
  ),
);
