"use server";

import type {
  ConfirmBulkRowInput,
  FulfilBulkRequestsInput,
  StartBulkInput,
  StartBulkOutcome,
  SteerBulkOutcome,
} from "@/lib/bulk";
import { confirmBulkRow } from "@/server/dashboard/bulk/commands/confirm-bulk-row";
import { discardBulkRun } from "@/server/dashboard/bulk/commands/discard-bulk-run";
import { fulfilBulkRequests } from "@/server/dashboard/bulk/commands/fulfil-bulk-requests";
import { pauseBulkRun } from "@/server/dashboard/bulk/commands/pause-bulk-run";
import { resumeBulkRun } from "@/server/dashboard/bulk/commands/resume-bulk-run";
import { startBulkRun } from "@/server/dashboard/bulk/commands/start-bulk-run";
import { stopBulkRun } from "@/server/dashboard/bulk/commands/stop-bulk-run";
import { currentCtx } from "@/server/dashboard/context";

export async function startBulkAction(input: StartBulkInput): Promise<StartBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : startBulkRun(ctx, input);
}

export async function confirmBulkRowAction(input: ConfirmBulkRowInput): Promise<SteerBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : confirmBulkRow(ctx, input);
}

export async function fulfilBulkRequestsAction(input: FulfilBulkRequestsInput): Promise<SteerBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : fulfilBulkRequests(ctx, input);
}

export async function pauseBulkAction(input: { runId: string }): Promise<SteerBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : pauseBulkRun(ctx, input);
}

export async function resumeBulkAction(input: {
  runId: string;
  isApprovalExpected: boolean;
}): Promise<SteerBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : resumeBulkRun(ctx, input);
}

export async function stopBulkAction(input: { runId: string }): Promise<SteerBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : stopBulkRun(ctx, input);
}

export async function discardBulkAction(input: { runId: string }): Promise<SteerBulkOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : discardBulkRun(ctx, input);
}
