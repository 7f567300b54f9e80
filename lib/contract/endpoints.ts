/**
 * The five endpoints of the specification, used by the service for routing and by the dashboard for its calls: the
 * exact path, the hashed body fields (specification 5), and the shape of a refusal (specification 7).
 */
export const ENDPOINTS = {
  initiate_payment: {
    path: "/v1/route/initiate_payment",
    hashed: ["merchant_transaction_id", "transaction_amount"],
    errorShape: "field_list",
  },
  transaction_status: {
    path: "/v1/route/transaction-status",
    hashed: ["merchant_transaction_id"],
    errorShape: "message",
  },
  transaction_cancel: {
    path: "/v1/route/transaction-cancel",
    hashed: ["merchant_transaction_id"],
    errorShape: "message",
  },
  refund_initiate: {
    path: "/v1/route/refund-initiate/",
    hashed: ["transaction_id", "refund_amount"],
    errorShape: "message_data",
  },
  refund_status: {
    path: "/v1/route/refund-status/",
    hashed: ["refund_id"],
    errorShape: "message_data",
  },
} as const;

export type EndpointName = keyof typeof ENDPOINTS;
export type Endpoint = (typeof ENDPOINTS)[EndpointName];
export type ErrorShape = Endpoint["errorShape"];

/** The response to a wrong key and to a wrong hash alike (specification 5, rule 2). */
export const AUTHENTICATION_FAILED = { detail: "Invalid authentication hash." } as const;
