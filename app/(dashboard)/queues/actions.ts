"use server";

import type {
  AssignWorkInput,
  FinishWorkInput,
  WaitInput,
  WorkOutcomeView,
  WorkTargetInput,
} from "@/lib/queues/work-views";
import { currentCtx } from "@/server/dashboard/context";
import { assignWork } from "@/server/dashboard/queues/commands/assign-work";
import { finishWork } from "@/server/dashboard/queues/commands/finish-work";
import { reopenWork } from "@/server/dashboard/queues/commands/reopen-work";
import { waitForWork } from "@/server/dashboard/queues/commands/wait-for-work";

export async function assignWorkAction(input: AssignWorkInput): Promise<WorkOutcomeView> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : assignWork(ctx, input);
}

export async function waitForWorkAction(input: WaitInput): Promise<WorkOutcomeView> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : waitForWork(ctx, input);
}

export async function finishWorkAction(input: FinishWorkInput): Promise<WorkOutcomeView> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : finishWork(ctx, input);
}

export async function reopenWorkAction(input: WorkTargetInput): Promise<WorkOutcomeView> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : reopenWork(ctx, input);
}
