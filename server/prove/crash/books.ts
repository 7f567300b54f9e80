/** What everybody has of one run: what clients and staff were told, and what each party wrote down. */
export type Books = {
  told: Told;
  service: ServiceBooks;
  gateway: GatewayBooks;
  desk: DeskBooks;
  /** What reached the merchant's webhook receiver, and how it answered. */
  received: readonly { id: string; body: string; answered: number }[];
};

/** `open`: asked again and again until the end, and never told. */
export type Told = {
  creations: {
    reference: string;
    amountPaise: bigint;
    outcome: { kind: "created"; transactionId: string } | { kind: "no_gateway" } | { kind: "open" };
  }[];
  /** Terminal states that somebody was told of a payment. */
  states: { transactionId: string; status: string }[];
  /** Refunds by the API, each under one Idempotency-Key until there was an answer. */
  refunds: {
    key: string;
    transactionId: string;
    amountPaise: bigint;
    outcome: { kind: "accepted"; refundId: string } | { kind: "refused" } | { kind: "open" };
  }[];
  /** Refund forms that staff submitted; `kind` is null when they were told nothing. */
  forms: {
    intentId: string;
    transactionId: string;
    amountPaise: bigint;
    kind: string | null;
    refundId: string | null;
  }[];
};

export type ServicePayment = {
  id: string;
  merchantId: number;
  reference: string;
  amountPaise: bigint;
  status: string;
  checkoutId: string | null;
  gatewayTransactionId: string | null;
  hasLink: boolean;
};
export type ServiceRefund = {
  id: string;
  merchantId: number;
  paymentId: string;
  amountPaise: bigint;
  status: string;
};

export type ServiceBooks = {
  payments: readonly ServicePayment[];
  refunds: readonly ServiceRefund[];
  reversals: readonly {
    merchantId: number;
    paymentId: string;
    gatewayTransactionId: string;
    amountPaise: bigint;
    status: string;
  }[];
  deliveries: readonly {
    id: string;
    event: string;
    paymentId: string | null;
    status: string;
    body: string;
  }[];
};

/** The simulator's own records. */
export type GatewayBooks = {
  charges: readonly {
    checkoutId: string;
    transactionId: string;
    outcome: string;
    amountPaise: bigint;
  }[];
  refunds: readonly {
    idempotencyKey: string;
    transactionId: string;
    outcome: string;
    amountPaise: bigint;
  }[];
};

export type DeskBooks = {
  intents: readonly {
    id: string;
    transactionId: string;
    amountPaise: bigint;
    state: string;
    refundId: string | null;
    refundStatus: string | null;
    /** Actions of its audit rows. */
    audit: readonly string[];
  }[];
  cancellations: readonly { id: string; transactionId: string; state: string }[];
};
