"use server";

import type {
  ManualRefundStepOutcome,
  RecordManualRefundInput,
  RecordManualRefundOutcome,
} from "@/lib/manual-refunds/manual-refund-views";
import { currentCtx } from "@/server/dashboard/context";
import {
  confirmManualRefund,
  declineManualRefund,
  keepManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
  withdrawManualRefund,
} from "@/server/dashboard/manual-refunds/commands/on-manual-refund";
import { recordManualRefund } from "@/server/dashboard/manual-refunds/commands/record-manual-refund";

type StepInput = { manualRefundId: string; reason: string };

export async function recordManualRefundAction(
  input: RecordManualRefundInput,
): Promise<RecordManualRefundOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : recordManualRefund(ctx, input);
}

export async function confirmManualRefundAction(input: StepInput): Promise<ManualRefundStepOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : confirmManualRefund(ctx, input);
}

export async function declineManualRefundAction(input: StepInput): Promise<ManualRefundStepOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : declineManualRefund(ctx, input);
}

export async function withdrawManualRefundAction(input: StepInput): Promise<ManualRefundStepOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : withdrawManualRefund(ctx, input);
}

export async function proposeVoidOfManualRefundAction(input: StepInput): Promise<ManualRefundStepOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : proposeVoidOfManualRefund(ctx, input);
}

export async function keepManualRefundAction(input: StepInput): Promise<ManualRefundStepOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : keepManualRefund(ctx, input);
}

export async function voidManualRefundAction(input: StepInput): Promise<ManualRefundStepOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : voidManualRefund(ctx, input);
}
