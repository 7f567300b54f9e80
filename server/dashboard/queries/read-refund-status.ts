import { isTerminalRefund } from "@/lib/contract/statuses";
import type { RefundRecord } from "@/lib/contract/responses";
import type { Answer } from "../routing-client/answer";
import type { Services } from "../runtime";
import { noteRefundStatus } from "../store/refund-intent-moves";

/** Asks the service for a refund and notes on its intent, if it was asked for here, what it said. */
export async function readRefundStatus(services: Services, refundId: string): Promise<Answer<RefundRecord>> {
  const checkedAt = services.clock.now();
  const answer = await services.routing.refundStatus(refundId);
  if (answer.kind === "answered") {
    const refund = answer.value;
    const isOver = isTerminalRefund(refund.refund_status) && refund.refund_completed_at !== null;
    await noteRefundStatus(services.pool, {
      serviceAddress: services.routing.serviceAddress,
      refundId,
      status: refund.refund_status,
      gatewayRefundId: refund.gateway_refund_id,
      completedAt:
        isOver && refund.refund_completed_at !== null ? new Date(refund.refund_completed_at) : null,
      checkedAt,
    });
  }
  return answer;
}
