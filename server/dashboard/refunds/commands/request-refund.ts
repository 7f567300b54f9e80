import type { RefundOutcome } from "@/lib/refunds/refund-form-view";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import { earlierOutcome } from "./earlier-outcome";
import { endForm, isNothingRefunded } from "./end-form";
import { submitRefund } from "./submit-refund";
import { readRefundRequest, type RefundSubmission } from "./refund-request";
import { withReason } from "./with-reason";

/**
 * Refunds a payment: one intent and at most one call, however often and from wherever the same form is submitted.
 * Checks the permission, validates the input, then calls {@link submitRefund}. When the outcome is that nothing was
 * refunded, the form is closed: no other submission of it makes a refund (decision 0100).
 */
export async function requestRefund(ctx: Ctx, input: unknown): Promise<RefundOutcome> {
  const parsed = readRefundRequest(input);
  const subjectId = parsed.ok ? parsed.value.transactionId : "";
  if (!(await authorize(ctx, "refund_payment", { kind: "payment", id: subjectId })))
    return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  const request = await withReason(ctx, parsed.value);
  // A form that was sent before keeps its outcome, whatever became of its reason since.
  if (!request.ok) return (await earlierOutcome(ctx, parsed.value)) ?? request.error;
  const outcome = await submit(ctx, request.value);
  if (!isNothingRefunded(outcome) || (await endForm(ctx, request.value, outcome))) return outcome;
  // Another submission of the form was faster: its intent or request is found now.
  return submit(ctx, request.value);
}

async function submit(ctx: Ctx, request: RefundSubmission): Promise<RefundOutcome> {
  const outcome = await submitRefund(ctx, request);
  if (outcome.kind === "needs_approval" || outcome.kind === "other_currency")
    throw new Error("the refund of a form is treated as a row");
  return outcome;
}
