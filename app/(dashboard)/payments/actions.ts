"use server";

import type { CancelOutcome, CancelPaymentInput } from "@/lib/payments/cancel-view";
import type { RefundOutcome, RequestRefundInput } from "@/lib/refunds/refund-form-view";
import { cancelPayment } from "@/server/dashboard/payments/commands/cancel-payment";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { withdrawRefund } from "@/server/dashboard/refunds/commands/withdraw-refund";
import { currentCtx } from "@/server/dashboard/context";

export async function cancelPaymentAction(input: CancelPaymentInput): Promise<CancelOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : cancelPayment(ctx, input);
}

export async function requestRefundAction(input: RequestRefundInput): Promise<RefundOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : requestRefund(ctx, input);
}

export async function withdrawRefundAction(input: RequestRefundInput): Promise<RefundOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : withdrawRefund(ctx, input);
}
