"use client";

import { useState } from "react";
import type { Trial } from "@/app/(dashboard)/rules/actions";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { ActionNotDone } from "@/lib/ops-outcomes";

export type TrialResult<T> = { outcome: Trial<T>; rules: readonly WireRule[] };

/** A trial of unsaved rules, and the rules that its result belongs to. */
export function useTrial<I, T>(ask: (input: I) => Promise<Trial<T>>) {
  const [isAsking, setIsAsking] = useState(false);
  const [result, setResult] = useState<TrialResult<T> | null>(null);

  const run = async (input: I, rules: readonly WireRule[]): Promise<Trial<T> | null> => {
    if (isAsking) return null;
    setIsAsking(true);
    const outcome = await ask(input).catch((): Trial<T> => ({
      kind: "trouble",
      trouble: { kind: "unavailable" },
    }));
    setIsAsking(false);
    setResult({ outcome, rules });
    return outcome;
  };
  return { isAsking, result, run };
}

/** Why a trial failed, as an action outcome; null when it succeeded. A trial changes nothing. */
export function whyNoTrial(outcome: Trial<unknown>): ActionNotDone | null {
  switch (outcome.kind) {
    case "found":
      return null;
    case "trouble":
      return { kind: "not_sent", trouble: outcome.trouble };
    case "refused":
    case "not_found":
    case "forbidden":
    case "malformed":
    case "signed_out":
      return outcome;
    case "not_offered":
      return { kind: "not_offered" };
  }
}
