"use server";

import type { OpenCustomerOutcome } from "@/lib/payments/customer-view";
import type { RevealOutcome } from "@/lib/payments/payment-detail-view";
import { openCustomer } from "@/server/dashboard/payments/commands/open-customer";
import { revealContact } from "@/server/dashboard/payments/commands/reveal-contact";
import { currentCtx } from "@/server/dashboard/context";

export async function revealContactAction(input: { transactionId: string }): Promise<RevealOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : revealContact(ctx, input);
}

export async function openCustomerAction(input: { transactionId: string }): Promise<OpenCustomerOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : openCustomer(ctx, input);
}
