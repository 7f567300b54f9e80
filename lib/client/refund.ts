import type { z } from "zod";
import type { initiateRefundResponseSchema } from "../contract/responses";
import { parseAmount } from "../money";

/** The request body of a refund, with the wire's names (specification 4.4). */
export type InitiateRefundRequest = {
  /** The service's id of the payment, not the merchant reference. */
  transaction_id: string;
  /** Follows the grammar of decision 0025, "499.00"; sent exactly as hashed (specification 4.4, rule 3). */
  refund_amount: string;
  refund_reason?: string;
};

export type AcceptedRefund = z.infer<typeof initiateRefundResponseSchema>;

/** Whether an accepted refund is the requested one: "10" and "10.00" are the same amount. */
export function isRequestedRefund(refund: AcceptedRefund, requested: InitiateRefundRequest): boolean {
  const [returned, wanted] = [parseAmount(refund.refund_amount), parseAmount(requested.refund_amount)];
  return (
    refund.transaction_id === requested.transaction_id &&
    returned.ok &&
    wanted.ok &&
    returned.value === wanted.value
  );
}
