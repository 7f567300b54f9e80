/** paid = refunded + in progress + remaining balance. In progress includes refunds of unknown outcome. */
export type BalanceView = {
  paid: string;
  refunded: string;
  inProgress: string;
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
