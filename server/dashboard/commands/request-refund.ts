import type { RefundOutcome } from "@/lib/views";
import { authorize } from "../auth/authorize";
import type { Ctx } from "../context";
import { placeRefund } from "./place-refund";
import { readRefundRequest } from "./refund-request";

/**
 * Refunds a payment: one intent and at most one call, however often and from wherever the same form is submitted. The
 * order is: permission, the words of the form, and then {@link placeRefund}.
 */
export async function requestRefund(ctx: Ctx, input: unknown): Promise<RefundOutcome> {
  const parsed = readRefundRequest(input);
  const subjectId = parsed.ok ? parsed.value.transactionId : "";
  if (!(await authorize(ctx, "refund_payment", { kind: "payment", id: subjectId })))
    return { kind: "forbidden" };
  if (!parsed.ok) return parsed.error;
  return placeRefund(ctx, parsed.value);
}
