import { splitReasonText } from "@/lib/reasons/reason";
import { ok, type Result } from "@/lib/result";
import type { Ctx } from "../../context";
import { readReasonRules } from "../../reasons/store";
import { invalid, type InvalidReason, readReason, type RefundSubmission } from "./refund-request";

type Chosen = Pick<RefundSubmission, "reason" | "reasonCode">;

/**
 * Checks the reason of a refund against the list (decision 0277): it is offered, the text begins with its name, and has
 * the part that the reason requires. Without a code the text decides. Where an admin
 * requires a reason, one without is refused (decision 0277).
 */
export async function withReason<R extends Chosen>(ctx: Ctx, request: R): Promise<Result<R, InvalidReason>> {
  const { reason, reasonCode } = request;
  const { reasons, isReasonRequired } = await readReasonRules(ctx.pool);
  if (reasonCode === null) {
    const found = splitReasonText(reasons, reason ?? "");
    if (!isReasonRequired) return ok({ ...request, reasonCode: found?.reason.code ?? null });
    if (found === null) return invalid({ field: "reason", fault: "required" });
    return withText({ ...request, reasonCode: found.reason.code }, found);
  }
  const listed = reasons.find(({ code }) => code === reasonCode);
  const split = listed === undefined ? null : splitReasonText([listed], reason ?? "");
  if (split === null) return invalid({ field: "reason", fault: "changed" });
  return withText(request, split);
}

function withText<R extends Chosen>(
  request: R,
  { reason, rest }: { reason: { needsText: boolean }; rest: string },
): Result<R, InvalidReason> {
  return reason.needsText && rest.trim() === ""
    ? invalid({ field: "reason", fault: "needs_text" })
    : ok(request);
}

/** The reason of several requests at once, as typed. */
export async function checkReason(
  ctx: Ctx,
  typed: { reason: string; reasonCode: string | null },
): Promise<Result<Chosen, InvalidReason>> {
  const reason = readReason(typed.reason);
  return reason.ok ? withReason(ctx, { reason: reason.value, reasonCode: typed.reasonCode }) : reason;
}
