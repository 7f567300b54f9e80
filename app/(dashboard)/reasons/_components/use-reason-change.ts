"use client";

import { useRef, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { ReasonOutcome } from "@/lib/reasons/reason-views";

export type ShownReasonOutcome = Exclude<ReasonOutcome, { kind: "saved" | "deleted" }> | { kind: "cut_off" };

/** Sends one change, however often it is clicked, and refreshes the list. `outcome`: why nothing was changed. */
export function useReasonChange(onDone?: () => void) {
  const router = useRouter();
  const isPending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShownReasonOutcome | null>(null);

  const change = async (action: () => Promise<ReasonOutcome>): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setIsBusy(true);
    const answered = await action().catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    setIsBusy(false);
    if (answered.kind === "saved" || answered.kind === "deleted") {
      setOutcome(null);
      router.refresh();
      onDone?.();
    } else {
      setOutcome(answered);
      if (answered.kind === "in_use" || answered.kind === "not_found") router.refresh();
    }
  };
  return { isBusy, outcome, change };
}
