/**
 * Why a gateway made no refund, whatever words it uses. `window_over`: the payment is too old to be refunded there.
 * `disputed`: the customer has disputed the payment at the bank. `insufficient_balance`: the merchant has too little money at the
 * gateway. `account_closed`: the customer's card or account takes no money any more. `refused`: another reason that does not pass.
 */
export const REFUND_FAILURES = [
  "window_over",
  "disputed",
  "insufficient_balance",
  "account_closed",
  "refused",
  "unknown",
] as const;
export type RefundFailureReason = (typeof REFUND_FAILURES)[number];
