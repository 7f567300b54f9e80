/** paid = refunded + in progress + manual + remaining balance. In progress includes refunds of unknown outcome. */
export type BalanceView = {
  paid: string;
  refunded: string;
  inProgress: string;
  /** Returned without a gateway (decision 0289); null for none. */
  manual: string | null;
  left: string;
  /**
   * How much of the amount in progress has an unknown outcome and may be counted twice: the service may count it
   * already.
   */
  mayCountTwice: string | null;
  /**
   * `service`: includes refunds made outside the dashboard. `ledger`: only those made here, because the service lists
   * none.
   */
  source: "service" | "ledger";
};
