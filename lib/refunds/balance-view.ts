/**
 * What was refunded or in progress outside the dashboard when the service last reported it, in a refusal. It is no part of a
 * balance: it may have failed since, and only the service knows (decision 0119).
 */
export type OutsideRefundsView = { amount: string; reportedAt: string };

/** paid = refunded + in progress + manual + requested + remaining balance. In progress includes refunds of unknown outcome. */
export type BalanceView = {
  paid: string;
  refunded: string;
  inProgress: string;
  /** Returned without a gateway (decision 0289); null for none. */
  manual: string | null;
  /** Reserved by a refund request that nobody has decided yet (decision 0278); null for none. */
  requested: string | null;
  left: string;
  /**
   * How much of the amount in progress has an unknown outcome and may be counted twice: the service may count it
   * already.
   */
  mayCountTwice: string | null;
  /** Null where nothing is known of any, and where the balance includes them. */
  outside: OutsideRefundsView | null;
  /**
   * `service`: includes refunds made outside the dashboard. `ledger`: only those made here, because the service lists
   * none.
   */
  source: "service" | "ledger";
};
