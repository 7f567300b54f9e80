"use client";

import { useRef, useState } from "react";
import type { WorkOutcomeView } from "@/lib/queues/work-views";

export type ShownWorkOutcome = WorkOutcomeView | { kind: "cut_off" };

/** Sends one change, however often it is clicked. */
export function useWorkStep() {
  const isPending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShownWorkOutcome | null>(null);

  const send = async (action: () => Promise<WorkOutcomeView>): Promise<ShownWorkOutcome | null> => {
    if (isPending.current) return null;
    isPending.current = true;
    setIsBusy(true);
    const answered = await action().catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    setIsBusy(false);
    setOutcome(answered);
    return answered;
  };
  return { isBusy, outcome, send };
}
