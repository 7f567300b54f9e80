import { splitReasonText } from "@/lib/reasons/reason";
import { ok, type Result } from "@/lib/result";
import type { Ctx } from "../../context";
import { listReasons } from "../../reasons/store";
import { invalid, type InvalidRefund, type RefundSubmission } from "./refund-request";

/**
 * Checks the reason of a refund against the list (decision 0277): it is offered, the text begins with its name, and has
 * the part that the reason requires. The form of an earlier version names no code: then the text decides.
 */
export async function withReason(
  ctx: Ctx,
  request: RefundSubmission,
): Promise<Result<RefundSubmission, InvalidRefund>> {
  const { reason, reasonCode } = request;
  if (reason === null && reasonCode === null) return ok(request);
  const offered = (await listReasons(ctx.pool)).filter(({ isActive }) => isActive);
  if (reasonCode === null) {
    const found = splitReasonText(offered, reason ?? "");
    return ok({ ...request, reasonCode: found?.reason.code ?? null });
  }
  const listed = offered.find(({ code }) => code === reasonCode);
  const split = listed === undefined ? null : splitReasonText([listed], reason ?? "");
  if (split === null) return invalid({ field: "reason", fault: "changed" });
  if (split.reason.needsText && split.rest.trim() === "")
    return invalid({ field: "reason", fault: "needs_text" });
  return ok(request);
}
