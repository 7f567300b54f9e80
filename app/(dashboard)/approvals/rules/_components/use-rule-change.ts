"use client";

import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import { useRouter } from "@/components/ui/use-router";
import type { RuleOutcome } from "@/lib/approvals/approval-views";

export type ShownRuleOutcome = RuleOutcome | CutOff;

/** Sends one change, however often it is clicked; the outcome stays, and the list is refreshed. */
export function useRuleChange() {
  const router = useRouter();
  const { sending, outcome, send } = useSend(
    (action: () => Promise<RuleOutcome>) => action(),
    CUT_OFF,
    ({ kind }) => {
      if (kind === "saved" || kind === "removed") router.refresh();
    },
  );
  return { isBusy: sending !== null, outcome, change: send };
}
