"use client";

import { type Unchanged, useListChange } from "@/components/forms/use-list-change";
import type { ReasonOutcome } from "@/lib/reasons/reason-views";

type Done = "saved" | "deleted";
export type ShownReasonOutcome = Unchanged<ReasonOutcome, Done>;

export function useReasonChange(onDone?: () => void) {
  return useListChange<ReasonOutcome, Done>({
    done: ["saved", "deleted"],
    stale: ["in_use", "not_found"],
    onDone,
  });
}
