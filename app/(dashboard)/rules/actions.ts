"use server";

import type { OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { ActionOutcome } from "@/lib/ops-outcomes";
import { restoreRules } from "@/server/dashboard/rules/commands/restore-rules";
import {
  promoteExperiment,
  startTrial,
  stopExperiment,
} from "@/server/dashboard/rules/commands/change-experiment";
import { startExperiment } from "@/server/dashboard/rules/commands/start-experiment";
import { saveRules } from "@/server/dashboard/rules/commands/save-rules";
import { currentCtx } from "@/server/dashboard/context";

export async function saveRulesAction(input: {
  expectedVersion: number;
  rules: readonly WireRule[];
  note: string;
}): Promise<ActionOutcome<OpsResult<"rules.save">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : saveRules(ctx, input);
}

export async function restoreRulesAction(input: {
  version: number;
  expectedVersion: number;
  note: string;
}): Promise<ActionOutcome<OpsResult<"rules.restore">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : restoreRules(ctx, input);
}

export async function startExperimentAction(input: {
  expectedVersion: number;
  rules: readonly WireRule[];
  note: string;
}): Promise<ActionOutcome<OpsResult<"rules.start_experiment">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : startExperiment(ctx, input);
}

export async function startTrialAction(input: {
  experiment: number;
  sharePercent: number;
  guardrailPoints: number;
}): Promise<ActionOutcome<OpsResult<"rules.start_trial">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : startTrial(ctx, input);
}

export async function stopExperimentAction(input: {
  experiment: number;
}): Promise<ActionOutcome<OpsResult<"rules.stop_experiment">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : stopExperiment(ctx, input);
}

export async function promoteExperimentAction(input: {
  experiment: number;
  note: string;
}): Promise<ActionOutcome<OpsResult<"rules.promote_experiment">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : promoteExperiment(ctx, input);
}
