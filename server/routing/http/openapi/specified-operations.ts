import type { z } from "zod";
import { ENDPOINTS, type EndpointName } from "@/lib/contract/endpoints";
import {
  cancelRequestSchema,
  initiatePaymentRequestSchema,
  initiateRefundRequestSchema,
  refundStatusRequestSchema,
  transactionStatusRequestSchema,
} from "@/lib/contract/requests";
import {
  cancelResponseSchema,
  initiatePaymentResponseSchema,
  initiateRefundResponseSchema,
  refundStatusResponseSchema,
  transactionStatusResponseSchema,
} from "@/lib/contract/responses";

/** One of the five endpoints, described for readers of the API (specification 4). */
type SpecifiedOperation = {
  summary: string;
  description: string;
  request: z.ZodType;
  success: { status: 200 | 201; description: string; schema: z.ZodType };
  /** When its own refusals are returned (specification 7, decision 0026); all endpoints return 400 for bad JSON. */
  refusals: Partial<Record<400 | 404, string>>;
  /** Whether the Idempotency-Key is used (decision 0005). */
  isIdempotent: boolean;
};

const READ_ONLY = "Changes nothing; it can be repeated freely.";

export const SPECIFIED_OPERATIONS: Record<EndpointName, SpecifiedOperation> = {
  initiate_payment: {
    summary: "Create a payment and get the link to its checkout.",
    description:
      "The service picks the gateway by your routing rules. Send the customer to `payment_link`. When they come back to " +
      "`surl` or `furl`, that is a hint only: call `transaction_status`, or wait for the webhook. A reference can be " +
      "created once.",
    request: initiatePaymentRequestSchema,
    success: {
      status: 201,
      description:
        "The record exists. With `success: false` no gateway could open a checkout, and it has failed.",
      schema: initiatePaymentResponseSchema,
    },
    refusals: {
      400: "Fields are missing or wrong, all of them listed at once; the reference exists already; or no rule matches.",
    },
    isIdempotent: true,
  },
  transaction_status: {
    summary: "The records of a reference, newest first.",
    description: `A reference has one record for each attempt of the customer to pay it. ${READ_ONLY}`,
    request: transactionStatusRequestSchema,
    success: {
      status: 200,
      description: "At least one record.",
      schema: transactionStatusResponseSchema,
    },
    refusals: { 400: "The reference is missing, blank or too long.", 404: "There is no record of it." },
    isIdempotent: false,
  },
  transaction_cancel: {
    summary: "Cancel a payment that nobody has paid yet.",
    description:
      "Only the most recent record of the reference, and only while it is `INITIATED`. It cannot be undone.",
    request: cancelRequestSchema,
    success: {
      status: 200,
      description: "It is cancelled and can no longer be paid.",
      schema: cancelResponseSchema,
    },
    refusals: {
      400: "The reference is missing or blank, or its latest record is not `INITIATED` any more.",
      404: "There is no record of it.",
    },
    isIdempotent: false,
  },
  refund_initiate: {
    summary: "Refund a payment, in full or in part.",
    description:
      "Refunds that have not failed must not exceed the amount paid. The refund is accepted here and carried out afterwards: " +
      "poll `refund_status` until `refund_completed_at` is set.",
    request: initiateRefundRequestSchema,
    success: { status: 201, description: "The refund is accepted.", schema: initiateRefundResponseSchema },
    refusals: {
      400: "A field is missing or wrong, the payment is not `SUCCESS`, or the amount exceeds what remains, which the message states.",
      404: "There is no such payment of yours.",
    },
    isIdempotent: true,
  },
  refund_status: {
    summary: "The status of a refund.",
    description: `Poll with growing pauses until \`refund_completed_at\` is set, then stop. ${READ_ONLY}`,
    request: refundStatusRequestSchema,
    success: { status: 200, description: "The refund.", schema: refundStatusResponseSchema },
    refusals: { 400: "The id is missing or blank.", 404: "There is no such refund of yours." },
    isIdempotent: false,
  },
};

/** The names are in the order of specification 4. */
export const SPECIFIED_NAMES = Object.keys(ENDPOINTS) as EndpointName[];
