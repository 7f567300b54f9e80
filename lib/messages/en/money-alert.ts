/** Money of a paid payment that may be gone, wherever a refund is decided. */
export const moneyAlert = {
  charge_missing: {
    title: "The gateway has no money for this payment any more",
    body: "It was paid, and the gateway now reports it as unpaid. Check there before you ship or refund.",
  },
  charged_back: {
    title: "The money was taken back by a chargeback",
    body: "A refund would pay the customer twice.",
  },
  disputed: {
    title: "The customer disputes this payment",
    body: "The money may be taken back. Answer the dispute at the gateway. A refund as well could pay the customer twice.",
  },
} as const;
