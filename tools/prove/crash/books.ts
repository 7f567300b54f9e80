/** All records of one run: the responses that clients and staff received, and what each party stored. */
export type Books = {
  reported: Reported;
  service: ServiceBooks;
  gateway: GatewayBooks;
  desk: DeskBooks;
  /** The requests that reached the merchant's webhook endpoint, and its responses. */
  received: readonly { id: string; body: string; answered: number }[];
};

/** `open`: retried until the end without a response. */
export type Reported = {
  creations: {
    reference: string;
    amountPaise: bigint;
    outcome: { kind: "created"; transactionId: string } | { kind: "no_gateway" } | { kind: "open" };
  }[];
  /** Final statuses of payments that a response reported. */
  states: { transactionId: string; status: string }[];
  /** Refunds by the API, each retried under one Idempotency-Key until there was a response. */
  refunds: {
    key: string;
    transactionId: string;
    amountPaise: bigint;
    outcome: { kind: "accepted"; refundId: string } | { kind: "refused" } | { kind: "open" };
  }[];
  /** Refund forms that staff submitted; `kind` is null when there was no response. */
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
  reversals: readonly ServiceRefund[];
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
    /** The actions of its audit entries. */
    audit: readonly string[];
  }[];
  cancellations: readonly { id: string; transactionId: string; state: string }[];
};
