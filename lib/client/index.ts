/** The client for merchants' own code, described in docs/client.md. */
export type {
  CallResult,
  Called,
  FieldFault,
  Keyed,
  LostReason,
  Refusal,
  UnknownReason,
} from "./call-result";
export { createPaydeckClient, type PaydeckClient, type WriteOptions } from "./client";
export type { Clock } from "./clock";
export { type Fetch, fetchTransport } from "./fetch-transport";
export type { PaydeckClientOptions } from "./options";
export type { InitiatedPayment, InitiatePaymentRequest } from "./payment";
export type { AcceptedRefund, InitiateRefundRequest } from "./refund";
export type { CallOptions } from "./call";
export type { Exchange, Transport, TransportRequest } from "./transport";
export type { RefundWait, WaitOptions } from "./wait-for-refund";
