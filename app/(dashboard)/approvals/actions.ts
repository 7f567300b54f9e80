"use server";

import type { DecisionInput, DecisionOutcome } from "@/lib/approvals/approval-views";
import { approveRequest } from "@/server/dashboard/approvals/commands/approve-request";
import { declineApproval } from "@/server/dashboard/approvals/commands/decline-approval";
import { withdrawApproval } from "@/server/dashboard/approvals/commands/withdraw-approval";
import { currentCtx } from "@/server/dashboard/context";

export async function approveAction(input: DecisionInput): Promise<DecisionOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : approveRequest(ctx, input);
}

export async function declineAction(input: DecisionInput): Promise<DecisionOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : declineApproval(ctx, input);
}

export async function withdrawAction(input: DecisionInput): Promise<DecisionOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : withdrawApproval(ctx, input);
}
