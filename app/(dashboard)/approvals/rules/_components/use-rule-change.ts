"use client";

import { useRef, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { RuleOutcome } from "@/lib/approvals/approval-views";

export type ShownRuleOutcome = RuleOutcome | { kind: "cut_off" };

/** Sends one change, however often it is clicked; the outcome stays, and the list is refreshed. */
export function useRuleChange() {
  const router = useRouter();
  const isUnderWay = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShownRuleOutcome | null>(null);

  const change = async (action: () => Promise<RuleOutcome>): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setIsBusy(true);
    const answered = await action().catch(() => ({ kind: "cut_off" }) as const);
    isUnderWay.current = false;
    setIsBusy(false);
    setOutcome(answered);
    if (answered.kind === "saved" || answered.kind === "removed") router.refresh();
  };
  return { isBusy, outcome, change };
}
