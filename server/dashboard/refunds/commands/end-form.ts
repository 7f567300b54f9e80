import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { inTransaction } from "@/server/platform/transaction";
import type { Ctx } from "../../context";
import { lockForm, findApproval } from "../../approvals/store";
import { findEndedForm, insertEndedForm, type NothingRefunded } from "../store/ended-forms";
import { findIntent } from "../store/refund-intents";
import type { RefundSubmission } from "./refund-request";

export function isNothingRefunded(outcome: RefundOutcome): outcome is NothingRefunded {
  return (
    outcome.kind === "not_refundable" ||
    outcome.kind === "not_sent" ||
    outcome.kind === "exceeds_balance" ||
    outcome.kind === "above_limit" ||
    outcome.kind === "blocked" ||
    outcome.kind === "likely_duplicate" ||
    outcome.kind === "waiting_request" ||
    outcome.kind === "approval_not_needed" ||
    outcome.kind === "own_request" ||
    outcome.kind === "request_closed" ||
    outcome.kind === "request_missing" ||
    outcome.kind === "on_hold" ||
    outcome.kind === "withdrawn"
  );
}

/**
 * Closes a form without a refund before the user reads that nothing was refunded: another submission of the form may
 * still be in progress, and the user will try again under a new id (decision 0100). False when an intent, request or
 * closed form exists already; the caller then returns that outcome.
 */
export function endForm(ctx: Ctx, request: RefundSubmission, outcome: NothingRefunded): Promise<boolean> {
  const at = ctx.clock.now();
  const { intentId, transactionId, reference, amountPaise, reason } = request;
  return inTransaction(ctx.pool, async (db) => {
    await lockForm(db, intentId);
    const found = await Promise.all([
      findIntent(db, intentId),
      findApproval(db, intentId),
      findEndedForm(db, intentId),
    ]);
    if (found.some((one) => one !== null)) return false;
    const requestedById = ctx.actor.userId;
    const form = { intentId, transactionId, reference, amountPaise, reason, requestedById, outcome };
    await insertEndedForm(db, form, at);
    return true;
  });
}
