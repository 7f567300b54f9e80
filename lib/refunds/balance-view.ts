/** paid = refunded + in progress + left. In progress counts what is reserved by an unknown outcome. */
export type BalanceView = {
  paid: string;
  refunded: string;
  inProgress: string;
  left: string;
  /** How much of what is in progress is of unknown outcome, and may be counted twice: the service may count it already. */
  mayCountTwice: string | null;
  /** `service`: counts refunds made anywhere. `ledger`: only those made here, the service lists none. */
  source: "service" | "ledger";
};
