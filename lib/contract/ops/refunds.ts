import { z } from "zod";
import { refundBalanceResponseSchema, refundSearchResponseSchema } from "../responses";
import { REFUND_STATUSES } from "../statuses";
import { cursorField, identifierField, limitField } from "./fields";
import type { OpsOperations } from "./operation";

export const REFUND_OPERATIONS = {
  "refunds.balance": {
    method: "POST",
    path: "/v1/ops/refunds/balance",
    summary: "What remains to refund of a payment, counting every refund of it.",
    isRead: true,
    request: z.strictObject({ transaction_id: identifierField }),
    response: refundBalanceResponseSchema,
    refusals: { 404: "The merchant has no such payment." },
  },
  "refunds.search": {
    method: "POST",
    path: "/v1/ops/refunds/search",
    summary: "Refunds by payment, merchant reference and status, newest first.",
    isRead: true,
    request: z.strictObject({
      transaction_id: identifierField.nullish(),
      merchant_transaction_id: identifierField.nullish(),
      status: z.enum(REFUND_STATUSES, `Must be one of ${REFUND_STATUSES.join(", ")}.`).nullish(),
      cursor: cursorField,
      limit: limitField,
    }),
    response: refundSearchResponseSchema,
    refusals: {},
  },
} as const satisfies OpsOperations;
