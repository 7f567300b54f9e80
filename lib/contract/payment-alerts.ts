/**
 * What a gateway may report of a payment after its status became final: its money has left, may leave, or is back. The status
 * stays as it is (specification 3.1).
 */
export const PAYMENT_ALERTS = [
  /** Paid here; the gateway has no money for it any more. */
  "charge_missing",
  /** It has the money after all. */
  "charge_found",
  /** The customer, or their bank, demands the money back. */
  "dispute_opened",
  /** The money was taken back from the merchant. */
  "charged_back",
  /** Decided for the merchant, or withdrawn: the money is theirs. */
  "dispute_won",
  /** The dispute is over, and the gateway did not say who has the money. */
  "dispute_closed",
] as const;
export type PaymentAlertKind = (typeof PAYMENT_ALERTS)[number];
export type DisputeAlertKind = Exclude<PaymentAlertKind, "charge_missing" | "charge_found">;

/** What the alerts of a payment come to, until the gateway says that the money is there. */
export const OPEN_ALERTS = ["charge_missing", "charged_back", "disputed"] as const;
export type OpenAlert = (typeof OPEN_ALERTS)[number];

/** What refunds and disputes of a paid payment come to. Values on the wire: only add to them. */
export const MONEY_STATES = [
  "paid",
  "refund_in_progress",
  "partly_refunded",
  "refunded",
  /** Disputed, or charged back, whatever was refunded. */
  "disputed",
] as const;
export type MoneyState = (typeof MONEY_STATES)[number];

/** Null for none, and for a word that this version does not know. */
export function readOpenAlert(word: string | null | undefined): OpenAlert | null {
  return OPEN_ALERTS.find((known) => known === word) ?? null;
}
