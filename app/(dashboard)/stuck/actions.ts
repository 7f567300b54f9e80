"use server";

import type { CancelStuckInput, CancelStuckOutcome } from "@/lib/payments/stuck-view";
import { cancelStuck } from "@/server/dashboard/bulk/commands/cancel-stuck";
import { currentCtx } from "@/server/dashboard/context";

export async function cancelStuckAction(input: CancelStuckInput): Promise<CancelStuckOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : cancelStuck(ctx, input);
}
