"use server";

import type { OpsArguments, OpsResult } from "@/lib/contract/ops";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { ActionOutcome, OpsRead } from "@/lib/ops-outcomes";
import { restoreRules } from "@/server/dashboard/rules/commands/restore-rules";
import {
  promoteExperiment,
  startTrial,
  stopExperiment,
} from "@/server/dashboard/rules/commands/change-experiment";
import { startExperiment } from "@/server/dashboard/rules/commands/start-experiment";
import { saveRules } from "@/server/dashboard/rules/commands/save-rules";
import { orForbidden } from "@/server/dashboard/auth/authorize";
import { currentCtx } from "@/server/dashboard/context";
import { type CurrentRules, currentRules } from "@/server/dashboard/rules/queries/current-rules";
import { replayRules, type RuleTrial, simulateRules } from "@/server/dashboard/rules/queries/try-rules";

export type Trial<T> = RuleTrial<T> | { kind: "signed_out" };

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

/** The rules now in force, for a draft of an older version. */
export async function currentRulesAction(): Promise<OpsRead<CurrentRules> | null> {
  const ctx = await currentCtx();
  return ctx === null ? null : orForbidden(currentRules(ctx));
}

export async function simulateRulesAction(
  input: OpsArguments<"rules.simulate">,
): Promise<Trial<OpsResult<"rules.simulate">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : simulateRules(ctx, input);
}

export async function replayRulesAction(
  input: OpsArguments<"rules.replay">,
): Promise<Trial<OpsResult<"rules.replay">>> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : replayRules(ctx, input);
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
