import type { RefundStatus } from "@/lib/contract/statuses";

/** Money that a gateway took for a payment that could no longer be paid, going back to the customer (decision 0033). */
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
  /** Until when its gateway is asked, once a day, whether a final status still holds; null when it is not asked any more. */
  watchedUntil: Date | null;
};
