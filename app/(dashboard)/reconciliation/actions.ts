"use server";

import type { ActionOutcome } from "@/lib/ops-outcomes";
import type { FindingView, RunView, SettlementOutcome } from "@/lib/reconciliation/views";
import { currentCtx } from "@/server/dashboard/context";
import { confirmSettlement } from "@/server/dashboard/reconciliation/commands/confirm-settlement";
import { proposeSettlement } from "@/server/dashboard/reconciliation/commands/propose-settlement";
import { repairFinding } from "@/server/dashboard/reconciliation/commands/repair-finding";
import { startRun } from "@/server/dashboard/reconciliation/commands/start-run";
import { withdrawSettlement } from "@/server/dashboard/reconciliation/commands/withdraw-settlement";

export async function startReconciliationAction(input: {
  requestId: string;
  from: string;
  until: string;
  gateway: string | null;
  repairs: boolean;
}): Promise<ActionOutcome<RunView>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : startRun(ctx, input);
}

export async function repairFindingAction(input: {
  findingId: string;
  version: number;
}): Promise<ActionOutcome<FindingView>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : repairFinding(ctx, input);
}

export async function proposeSettlementAction(input: {
  settlementId: string;
  findingId: string;
  version: number;
  evidence: string;
  vendorReference: string;
}): Promise<SettlementOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : proposeSettlement(ctx, input);
}

export async function confirmSettlementAction(input: { settlementId: string }): Promise<SettlementOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : confirmSettlement(ctx, input);
}

export async function withdrawSettlementAction(input: { settlementId: string }): Promise<SettlementOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : withdrawSettlement(ctx, input);
}
