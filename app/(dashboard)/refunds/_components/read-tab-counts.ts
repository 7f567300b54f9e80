import { countApprovals } from "@/server/dashboard/approvals/queries/count-approvals";
import type { Ctx } from "@/server/dashboard/context";
import { countRefundsNeedingAttention } from "@/server/dashboard/refunds/queries/count-refunds-needing-attention";
import { countRequests } from "@/server/dashboard/requests/queries/count-requests";
import type { RefundTabCounts } from "./refund-tabs";

/** What the tabs of refunds count. Throws ForbiddenError. */
export async function readTabCounts(ctx: Ctx): Promise<RefundTabCounts> {
  const [refunds, requests, approvals] = await Promise.all([
    countRefundsNeedingAttention(ctx),
    countRequests(ctx),
    countApprovals(ctx),
  ]);
  return { ...refunds, requests, approvals };
}
