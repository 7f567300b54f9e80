"use client";

import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import type { WorkOutcomeView } from "@/lib/queues/work-views";

export type ShownWorkOutcome = WorkOutcomeView | CutOff;

/** Sends one change, however often it is clicked. */
export function useWorkStep() {
  const { sending, ...state } = useSend((action: () => Promise<WorkOutcomeView>) => action(), CUT_OFF);
  return { ...state, isBusy: sending !== null };
}
