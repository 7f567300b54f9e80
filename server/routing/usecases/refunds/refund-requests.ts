import type { Db } from "@/server/platform/pool";
import type { Result } from "@/lib/result";
import type { Refund, RefundRefused } from "../../domain/refunds/refund";

export type RefundRequest = { paymentId: string; amountPaise: bigint; reason: string | null };
export type RequestRefundRefusal = { kind: "payment_not_found" } | RefundRefused;
export type RequestRefundOutcome = Result<Refund, RequestRefundRefusal>;

/** Accepts or refuses a refund; concurrent ones of different payments share a transaction (0323). */
export type RefundRequests = (wanted: {
  merchantId: number;
  request: RefundRequest;
  /** Stores the response in the refund's own transaction. */
  remember: (db: Db, outcome: RequestRefundOutcome) => Promise<void>;
}) => Promise<RequestRefundOutcome>;
