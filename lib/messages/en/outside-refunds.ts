/** What the payment service reported of refunds made outside Paydeck, beside a balance, a request or a row of a run. */
export const outsideRefunds = {
  reported:
    "{amount} was refunded or in progress outside Paydeck, reported by the payment service on <time></time>. It may have failed since, so the balance does not include it: the payment service checks each refund that is sent.",
} as const;
