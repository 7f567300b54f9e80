/**
 * Why a payment was not paid, in one vocabulary for all gateways (decision 0312). Values on the wire and in the address:
 * only add to them.
 */
export const DECLINE_REASONS = [
  "insufficient_funds",
  /** A card or account has reached a limit of an amount or of a number of payments. */
  "limit_exceeded",
  "expired_card",
  /** A wrong card number, security code, UPI id or address. */
  "incorrect_details",
  /** A card or account that is closed, blocked, not activated or unknown to its bank. */
  "invalid_account",
  "lost_or_stolen_card",
  /** The customer failed 3-D Secure, an OTP or a PIN. */
  "authentication_failed",
  "customer_cancelled",
  /** The customer left, or the time to pay ran out. */
  "customer_abandoned",
  /** The bank gave no reason: "do not honor". */
  "issuer_declined",
  /** The bank does not allow this kind of payment with the card or account. */
  "not_permitted",
  /** The bank wants 3-D Secure, which was not asked for. */
  "authentication_required",
  /** The risk checks of the gateway, the network or the bank stopped it. */
  "fraud_suspected",
  "duplicate_transaction",
  "issuer_unavailable",
  /** The gateway or its acquirer does not work. */
  "gateway_error",
  /** Something in between failed, for technical reasons. */
  "processing_error",
  "method_not_supported",
  "currency_not_supported",
  /** Too small or too large for the gateway. */
  "amount_not_supported",
  /** The merchant's account at the gateway is restricted or not set up for the payment. */
  "merchant_account_error",
  /** The gateway gave no reason, or one that has no name here. */
  "unknown",
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** Whether another gateway may succeed (`mendable`), none could (`unavoidable`), or nobody can say. */
export const AVOIDABILITIES = ["mendable", "unavoidable", "unknown"] as const;
export type Avoidability = (typeof AVOIDABILITIES)[number];
