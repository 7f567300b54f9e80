"use server";

import type { ReasonInput, ReasonOutcome } from "@/lib/reasons/reason-views";
import { currentCtx } from "@/server/dashboard/context";
import { deleteReason } from "@/server/dashboard/reasons/commands/delete-reason";
import { moveReason } from "@/server/dashboard/reasons/commands/move-reason";
import { requireReason } from "@/server/dashboard/reasons/commands/require-reason";
import { saveReason } from "@/server/dashboard/reasons/commands/save-reason";

export async function saveReasonAction(input: ReasonInput & { isNew: boolean }): Promise<ReasonOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : saveReason(ctx, input);
}

export async function moveReasonAction(input: { code: string; to: "up" | "down" }): Promise<ReasonOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : moveReason(ctx, input);
}

export async function deleteReasonAction(input: { code: string }): Promise<ReasonOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : deleteReason(ctx, input);
}

export async function requireReasonAction(input: { isRequired: boolean }): Promise<ReasonOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : requireReason(ctx, input);
}
