"use server";

import type {
  ResolveUnknownRefundInput,
  ResolveUnknownRefundOutcome,
} from "@/lib/refunds/unknown-refund-views";
import { resolveUnknownRefund } from "@/server/dashboard/refunds/commands/resolve-unknown-refund";
import { currentCtx } from "@/server/dashboard/context";

export async function resolveUnknownRefundAction(
  input: ResolveUnknownRefundInput,
): Promise<ResolveUnknownRefundOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : resolveUnknownRefund(ctx, input);
}
