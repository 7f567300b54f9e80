"use client";

import { useState } from "react";
import { usePageRead } from "@/components/live/use-page-read";
import { fetchOutcome } from "@/components/live/fetch-view";
import type { WireRule } from "@/lib/contract/rules/rule";
import type { ActionNotDone, OpsRead } from "@/lib/ops-outcomes";

type Trial<T> = OpsRead<T> | { kind: "forbidden" | "malformed" | "signed_out" };

type TrialResult<T> = { outcome: Trial<T>; rules: readonly WireRule[] };

/** A trial of unsaved rules by the handler at `path`, and the rules that its result belongs to. */
export function useTrial<I, T>(path: string) {
  const { isReading: isAsking, read } = usePageRead();
  const [result, setResult] = useState<TrialResult<T> | null>(null);

  const run = async (input: I, rules: readonly WireRule[]): Promise<Trial<T> | null> => {
    if (isAsking) return null;
    const outcome = await read((signal) =>
      fetchOutcome<Trial<T>>(path, signal, JSON.stringify(input)).catch((): Trial<T> => ({
        kind: "service_error",
        serviceError: { kind: "unavailable" },
      })),
    );
    if (outcome !== null) setResult({ outcome, rules });
    return outcome;
  };
  return { isAsking, result, run };
}

/** Why a trial failed, as an action outcome; null when it succeeded. A trial changes nothing. */
export function whyNoTrial(outcome: Trial<unknown>): ActionNotDone | null {
  switch (outcome.kind) {
    case "found":
      return null;
    case "service_error":
      return { kind: "not_sent", serviceError: outcome.serviceError };
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
