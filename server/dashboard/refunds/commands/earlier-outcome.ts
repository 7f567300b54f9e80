import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import type { Ctx } from "../../context";
import { withConnection } from "@/server/platform/connection";
import { refundTotal } from "../../approvals/domain";
import { findApproval } from "../../approvals/store";
import { findEndedForm } from "../store/ended-forms";
import { findIntent } from "../store/refund-intents";
import { invalid, isSameRequest, type RefundSubmission } from "./refund-request";
import { mayReopen, type SubmitOptions } from "./reserve-refund";
import { waitForIntent } from "./send-refund-intent";

/**
 * The outcome of an earlier submission of the same form. A form whose id belongs to a different request gets no outcome
 * of it. Null when the id is new.
 */
export async function earlierOutcome(
  ctx: Ctx,
  request: RefundSubmission,
  options: SubmitOptions = {},
): Promise<RefundOutcome | null> {
  // The order matters: whoever sees the request approved also sees the intent that its approval stored.
  const [approval, intent, ended] = await withConnection(ctx.pool, (db) =>
    Promise.all([
      findApproval(db, request.intentId),
      findIntent(db, request.intentId),
      findEndedForm(db, request.intentId),
    ]),
  );
  // A row keeps its id when another person resumes its run: its refund is the same, whoever requested it.
  const personOf = (earlier: { requestedById: string }): string =>
    options.ofRun === undefined ? ctx.actor.userId : earlier.requestedById;
  // A closed form is final, but a row is not: a bulk run sends a row that was not sent again, under the same id.
  if (ended !== null && options.again === undefined)
    return isSameRequest(request, ctx.actor.userId, ended) ? ended.outcome : notTheSame();
  if (intent !== null && approval?.state !== "WAITING" && !mayReopen(intent, request, options)) {
    return isSameRequest(request, personOf(intent), intent) ? waitForIntent(ctx, intent.id) : notTheSame();
  }
  if (approval === null) return null;
  if (approval.kind !== "refund") return notTheSame();
  const requested = { ...approval, amountPaise: refundTotal(approval).amountPaise };
  if (!isSameRequest(request, personOf(approval), requested)) return notTheSame();
  if (approval.state !== "WAITING") return { kind: "approval_ended", approvalId: approval.id };
  return {
    kind: "awaiting_approval",
    approvalId: approval.id,
    expiresAt: approval.expiresAt.toISOString(),
  };
}

/** The form's id belongs to another request, or to another person's. */
export function notTheSame(): RefundOutcome {
  return invalid({ field: "form", fault: "other_values" }).error;
}
