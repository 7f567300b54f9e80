"use server";

import type { AssignRefundsInput, AssignRefundsOutcome } from "@/lib/refunds/assign-refunds";
import type {
  ResolveUnknownRefundInput,
  ResolveUnknownRefundOutcome,
} from "@/lib/refunds/unknown-refund-views";
import { assignRefunds } from "@/server/dashboard/queues/commands/assign-refunds";
import { resolveUnknownRefund } from "@/server/dashboard/refunds/commands/resolve-unknown-refund";
import { currentCtx } from "@/server/dashboard/context";

export async function assignRefundsAction(input: AssignRefundsInput): Promise<AssignRefundsOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : assignRefunds(ctx, input);
}

export async function resolveUnknownRefundAction(
  input: ResolveUnknownRefundInput,
): Promise<ResolveUnknownRefundOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : resolveUnknownRefund(ctx, input);
}
