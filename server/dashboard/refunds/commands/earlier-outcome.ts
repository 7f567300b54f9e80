import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import type { Ctx } from "../../context";
import { withConnection } from "@/server/platform/connection";
import { refundTotal } from "../../approvals/domain";
import { findApproval } from "../../approvals/store";
import { findEndedForm } from "../store/ended-forms";
import { findIntent } from "../store/refund-intents";
import { invalid, isSameRequest, type RefundRequest } from "./refund-request";
import { mayReopen, type SubmitOptions } from "./reserve-refund";
import { waitForIntent } from "./send-refund-intent";

/**
 * The same form again gets the same outcome; a form with an id that stands for something else gets none. Null when its id
 * is new.
 */
export async function earlierOutcome(
  ctx: Ctx,
  request: RefundRequest,
  options: SubmitOptions = {},
): Promise<RefundOutcome | null> {
  const [intent, approval, ended] = await withConnection(ctx.pool, (db) =>
    Promise.all([
      findIntent(db, request.intentId),
      findApproval(db, request.intentId),
      findEndedForm(db, request.intentId),
    ]),
  );
  // A form's end is not a row's: a bulk run sends what was not sent once more, under the same id.
  if (ended !== null && options.again === undefined)
    return isSameRequest(request, ctx.actor.userId, ended) ? ended.outcome : notTheSame();
  if (intent !== null && approval?.state !== "WAITING" && !mayReopen(intent, request, options)) {
    return isSameRequest(request, ctx.actor.userId, intent) ? waitForIntent(ctx, intent.id) : notTheSame();
  }
  if (approval === null) return null;
  if (approval.kind !== "refund") return notTheSame();
  const asked = { ...approval, amountPaise: refundTotal(approval).amountPaise };
  if (!isSameRequest(request, ctx.actor.userId, asked)) return notTheSame();
  return {
    kind: "awaiting_approval",
    approvalId: approval.id,
    expiresAt: approval.expiresAt.toISOString(),
  };
}

/** The id of a form that stands for another request, or another person's. */
export function notTheSame(): RefundOutcome {
  return invalid({ field: "form", fault: "other_values" }).error;
}
