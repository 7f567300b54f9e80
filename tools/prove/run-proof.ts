import { rm } from "node:fs/promises";
import type { Clock } from "@/server/platform/clock";
import type { Logger } from "@/server/platform/log";
import { makeFolder } from "./make-folder";
import type { Outcome, Proof, ProofContext, Size } from "./proof";
import { createRandom } from "./random";

export type Result = { proof: Proof; size: Size; seconds: number; outcome: Outcome };

type RunOptions = {
  isLong: boolean;
  seed: number;
  minutes: number | null;
  clock: Clock;
  logger: Logger;
  postgres: ProofContext["postgres"];
  log: (line: string) => void;
  /** Whether a stop was requested. */
  isStopping: () => boolean;
};

/** Runs one proof and undoes what it started. A proof that throws did not show its promise, which is an anomaly. */
export async function runProof(proof: Proof, options: RunOptions): Promise<Result> {
  const size = options.isLong ? proof.long : proof.short;
  const startedAt = performance.now();
  const endsAt = options.minutes === null ? Infinity : startedAt + options.minutes * 60_000;
  const folder = await makeFolder(`paydeck-prove-${proof.name}-`);
  const undoing: (() => Promise<void> | void)[] = [() => rm(folder, { recursive: true, force: true })];
  let outcome: Outcome;
  try {
    outcome = await proof.run({
      size,
      seed: options.seed,
      random: createRandom(options.seed).fork(proof.name),
      clock: options.clock,
      logger: options.logger,
      log: (line) => options.log(`  ${line}`),
      hasTime: () => !options.isStopping() && performance.now() < endsAt,
      folder,
      postgres: options.postgres,
      onEnd: (undo) => void undoing.push(undo),
    });
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    outcome = { figures: {}, anomalies: [`the proof itself failed: ${message}`] };
  }
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  return { proof, size, seconds, outcome: withFaults(outcome, await undoAll(undoing)) };
}

/** Latest first; one that fails does not prevent the others. */
async function undoAll(undoing: readonly (() => Promise<void> | void)[]): Promise<string[]> {
  const faults: string[] = [];
  for (const undo of [...undoing].reverse()) {
    try {
      await undo();
    } catch (error) {
      faults.push(`could not be undone: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}

function withFaults(outcome: Outcome, faults: readonly string[]): Outcome {
  return { ...outcome, anomalies: [...outcome.anomalies, ...faults] };
}
