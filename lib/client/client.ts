import { z } from "zod";
import type { OpsArguments, OpsName, OpsResult } from "../contract/ops";
import {
  cancelResponseSchema,
  initiateRefundResponseSchema,
  refundStatusResponseSchema,
  type RefundRecord,
  type TransactionRecord,
  transactionStatusResponseSchema,
} from "../contract/responses";
import type { Called, Keyed } from "./answer";
import { callEndpoint, callOperation } from "./call";
import { type PaydeckClientOptions, readOptions } from "./options";
import { type InitiatedPayment, initiatedPaymentSchema, type InitiatePaymentRequest } from "./payment";
import { type AcceptedRefund, type InitiateRefundRequest, isRequestedRefund } from "./refund";
import type { CallOptions } from "./send";
import { type RefundWait, waitForRefund, type WaitOptions } from "./wait-for-refund";

export type WriteOptions = CallOptions & {
  /**
   * Under one key a deed takes effect once, however often it is sent with the same fields in the same order (decision 0036).
   * Generated unless given, and told with the answer: a repetition after `unknown` must bring the same one.
   */
  idempotencyKey?: string;
};

/**
 * The service for a merchant's own code: signs, sends once, waits no longer than its time-out, and says what is known
 * afterwards. Nothing here throws for what the service or the network does; see {@link Called}.
 */
export type PaydeckClient = {
  /** Which service this is. Holds no secret. */
  readonly serviceAddress: string;
  readonly timeoutMs: number;
  initiatePayment(payment: InitiatePaymentRequest, options?: WriteOptions): Promise<Keyed<InitiatedPayment>>;
  /** Every record of a merchant reference, newest first. */
  transactionStatus(reference: string, options?: CallOptions): Promise<Called<TransactionRecord[]>>;
  cancelTransaction(reference: string, options?: CallOptions): Promise<Called<{ message: string }>>;
  initiateRefund(refund: InitiateRefundRequest, options?: WriteOptions): Promise<Keyed<AcceptedRefund>>;
  refundStatus(refundId: string, options?: CallOptions): Promise<Called<RefundRecord>>;
  /** Asks until the refund has ended, less and less often (specification 4.5). */
  waitForRefund(refundId: string, options?: WaitOptions): Promise<RefundWait>;
  /** An operation of the ops extension, by its name. */
  ops<N extends OpsName>(
    name: N,
    fields: OpsArguments<N>,
    options?: CallOptions,
  ): Promise<Called<OpsResult<N>>>;
};

const cancelledSchema = cancelResponseSchema.extend({ success: z.literal(true) });

/** Throws a TypeError for options that cannot be worked with; it names them and never tells their values. */
export function createPaydeckClient(options: PaydeckClientOptions): PaydeckClient {
  // Kept in this closure: nothing that can be printed holds the key or the salt.
  const settings = readOptions(options);

  const refundStatus: PaydeckClient["refundStatus"] = (refundId, callOptions = {}) =>
    callEndpoint(
      settings,
      {
        endpoint: "refund_status",
        body: { refund_id: refundId },
        expected: {
          statuses: [200],
          schema: refundStatusResponseSchema,
          isAboutRequest: (refund) => refund.refund_id === refundId,
        },
        isWrite: false,
      },
      callOptions,
    );

  return {
    serviceAddress: settings.serviceAddress,
    timeoutMs: settings.timeoutMs,
    async initiatePayment(payment, writeOptions = {}) {
      const idempotencyKey = writeOptions.idempotencyKey ?? crypto.randomUUID();
      const reference = payment.merchant_transaction_id;
      const answer = await callEndpoint(
        settings,
        {
          endpoint: "initiate_payment",
          body: payment,
          expected: {
            statuses: [200, 201],
            schema: initiatedPaymentSchema,
            isAboutRequest: (created) => created.merchant_transaction_id === reference,
          },
          isWrite: true,
          idempotencyKey,
        },
        writeOptions,
      );
      return { ...answer, idempotencyKey };
    },
    transactionStatus: (reference, callOptions = {}) =>
      callEndpoint(
        settings,
        {
          endpoint: "transaction_status",
          body: { merchant_transaction_id: reference },
          expected: {
            statuses: [200],
            schema: transactionStatusResponseSchema,
            isAboutRequest: (records) =>
              records.every((record) => record.merchant_transaction_id === reference),
          },
          isWrite: false,
        },
        callOptions,
      ),
    cancelTransaction: (reference, callOptions = {}) =>
      callEndpoint(
        settings,
        {
          endpoint: "transaction_cancel",
          body: { merchant_transaction_id: reference },
          expected: { statuses: [200], schema: cancelledSchema, isAboutRequest: () => true },
          isWrite: true,
        },
        callOptions,
      ),
    async initiateRefund(refund, writeOptions = {}) {
      const idempotencyKey = writeOptions.idempotencyKey ?? crypto.randomUUID();
      const answer = await callEndpoint(
        settings,
        {
          endpoint: "refund_initiate",
          body: refund,
          expected: {
            statuses: [200, 201],
            schema: initiateRefundResponseSchema,
            isAboutRequest: (accepted) => isRequestedRefund(accepted, refund),
          },
          isWrite: true,
          idempotencyKey,
        },
        writeOptions,
      );
      return { ...answer, idempotencyKey };
    },
    refundStatus,
    waitForRefund: (refundId, waitOptions = {}) => waitForRefund(refundStatus, refundId, waitOptions),
    ops: (name, fields, callOptions = {}) => callOperation(settings, name, fields, callOptions),
  };
}
