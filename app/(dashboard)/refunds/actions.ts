"use server";

import type { SettleRefundInput, SettleRefundOutcome } from "@/lib/refunds/unknown-refund-views";
import { settleRefund } from "@/server/dashboard/refunds/commands/resolve-unknown-refund";
import { currentCtx } from "@/server/dashboard/context";

export async function settleRefundAction(input: SettleRefundInput): Promise<SettleRefundOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : settleRefund(ctx, input);
}
