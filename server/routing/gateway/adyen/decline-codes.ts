import type { DeclineReason } from "@/lib/contract/decline-reasons";
import type { DeclineCodes } from "../../domain/payments/decline-reason";

/** Adyen's refusal reasons: the number that its API returns, and the words that its notifications have instead. */
export const ADYEN_REFUSALS: readonly (readonly [code: number, words: string, reason: DeclineReason])[] = [
  [2, "Refused", "issuer_declined"],
  [3, "Referral", "issuer_declined"],
  [4, "Acquirer Error", "gateway_error"],
  [5, "Blocked Card", "invalid_account"],
  [6, "Expired Card", "expired_card"],
  [7, "Invalid Amount", "amount_not_supported"],
  [8, "Invalid Card Number", "incorrect_details"],
  [9, "Issuer Unavailable", "issuer_unavailable"],
  [10, "Not supported", "not_permitted"],
  [11, "3D Not Authenticated", "authentication_failed"],
  [12, "Not enough balance", "insufficient_funds"],
  [14, "Acquirer Fraud", "fraud_suspected"],
  [15, "Cancelled", "customer_cancelled"],
  [16, "Shopper Cancelled", "customer_cancelled"],
  [17, "Invalid Pin", "authentication_failed"],
  [18, "Pin tries exceeded", "authentication_failed"],
  [19, "Pin validation not possible", "processing_error"],
  [20, "FRAUD", "fraud_suspected"],
  [21, "Not Submitted", "processing_error"],
  [22, "FRAUD-CANCELLED", "fraud_suspected"],
  [23, "Transaction Not Permitted", "not_permitted"],
  [24, "CVC Declined", "incorrect_details"],
  [25, "Restricted Card", "not_permitted"],
  [26, "Revocation Of Auth", "customer_cancelled"],
  [27, "Declined Non Generic", "issuer_declined"],
  [28, "Withdrawal amount exceeded", "limit_exceeded"],
  [29, "Withdrawal count exceeded", "limit_exceeded"],
  [31, "Issuer Suspected Fraud", "fraud_suspected"],
  [32, "AVS Declined", "incorrect_details"],
  [33, "Card requires online pin", "authentication_required"],
  [34, "No checking account available on Card", "invalid_account"],
  [35, "No savings account available on Card", "invalid_account"],
  [36, "Mobile pin required", "authentication_required"],
  [37, "Contactless fallback", "method_not_supported"],
  [38, "Authentication required", "authentication_required"],
  [39, "RReq not received from DS", "processing_error"],
  [40, "Current AID is in Penalty Box.", "processing_error"],
  [41, "CVM Required Restart Payment", "authentication_required"],
  [42, "3DS Authentication Error", "processing_error"],
  [43, "Online PIN required", "authentication_required"],
  [44, "Try another interface", "method_not_supported"],
  [45, "Chip downgrade mode", "method_not_supported"],
  // Adyen sends it no more after many declines, which says nothing about the last one.
  [46, "Transaction blocked by Adyen to prevent excessive retry fees", "unknown"],
];

/** The words as a code: notifications have no other. */
export function adyenCodeOf(words: string): string {
  return words
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_|_$/g, "");
}

export const ADYEN_DECLINE_CODES: DeclineCodes = Object.fromEntries(
  ADYEN_REFUSALS.flatMap(([code, words, reason]) => [
    [String(code), reason],
    [adyenCodeOf(words), reason],
  ]),
);
