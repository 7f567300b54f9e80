import type { RefundStatus } from "@/lib/contract/statuses";
import type { RefundFailure } from "../refunds/refund";

/**
 * The return of a charge to the customer: the payment could no longer be paid, so it must not be kept (decision 0004).
 */
export type Reversal = {
  merchantId: number;
  paymentId: string;
  gatewayTransactionId: string;
  gateway: string;
  amountPaise: bigint;
  currency: string;
  status: RefundStatus;
  gatewayRefundId: string | null;
  requestedAt: Date;
  completedAt: Date | null;
  failure: RefundFailure | null;
};

/** A reversal at its gateway: in the account of its payment (decision 0311). */
export type PlacedReversal = Reversal & { gatewayAccount: number | null };
