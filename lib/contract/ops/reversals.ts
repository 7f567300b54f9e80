import { z } from "zod";
import { amountText, refundFailureField, timestampText } from "../responses";
import { REFUND_STATUSES } from "../statuses";
import { cursorField, identifierField, limitField, nextCursorField } from "./fields";
import type { OpsOperations } from "./operation";
import { listOf } from "./query-fields";

/** A reversal of money that a gateway charged for a payment that could no longer be paid (decision 0004). */
export const reversalSchema = z.looseObject({
  transaction_id: z.string().meta({ description: "The payment that the money came for." }),
  merchant_transaction_id: z.string(),
  gateway: z.string(),
  gateway_transaction_id: z.string().meta({ description: "The charge that is sent back." }),
  reversal_amount: amountText,
  currency: z.string(),
  reversal_status: z.enum(REFUND_STATUSES).meta({
    description:
      "FAILURE: the gateway did not return it, and the money must go back by hand. A gateway that changes a final status within 30 days changes it here too.",
  }),
  gateway_refund_id: z.string().nullable(),
  requested_at: timestampText,
  completed_at: timestampText.nullable(),
  failure: refundFailureField,
});
export type ReversalView = z.input<typeof reversalSchema>;

export const REVERSAL_OPERATIONS = {
  "reversals.search": {
    method: "POST",
    path: "/v1/ops/reversals/search",
    summary: "Late money on its way back: what failed first, then what is under way, then what is done.",
    isRead: true,
    request: z.strictObject({
      status: listOf(REFUND_STATUSES).meta({ description: "Only reversals in one of these states." }),
      transaction_id: identifierField.nullish(),
      cursor: cursorField,
      limit: limitField,
    }),
    response: z.looseObject({ reversals: z.array(reversalSchema), next_cursor: nextCursorField }),
    refusals: {},
  },
} as const satisfies OpsOperations;
