"use server";

import type { RevealOutcome } from "@/lib/payments/payment-detail-view";
import { revealContact } from "@/server/dashboard/payments/commands/reveal-contact";
import { currentCtx } from "@/server/dashboard/context";

export async function revealContactAction(input: { transactionId: string }): Promise<RevealOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : revealContact(ctx, input);
}
