import type { RefundFailureView } from "@/lib/refunds/refund-failure";
import type { Services } from "../../runtime";
import { recordRefundFailure } from "../store/refund-intent-moves";

/** The most that one response has. Of a payment with more refunds, the oldest have no reason here. */
const LIMIT = 200;

/**
 * Why a refund failed, or why its gateway does not accept it yet; null where the service does not say, which the specification
 * does not ask of it. The reason of a failed one made here is kept for lists and exports.
 */
export async function readRefundFailure(
  { routing, pool }: Pick<Services, "routing" | "pool">,
  { refundId, transactionId, hasFailed }: { refundId: string; transactionId: string; hasFailed: boolean },
): Promise<RefundFailureView | null> {
  if (!(await routing.capabilities()).offers("refunds.search")) return null;
  const response = await routing.ops("refunds.search", { transaction_id: transactionId, limit: LIMIT });
  if (response.kind !== "answered") return null;
  const found = response.value.refunds.find((refund) => refund.refund_id === refundId)?.failure ?? null;
  if (found === null) return null;
  const failure = { reason: found.reason, message: found.message };
  if (hasFailed)
    await recordRefundFailure(pool, { serviceAddress: routing.serviceAddress, refundId, failure });
  return failure;
}
