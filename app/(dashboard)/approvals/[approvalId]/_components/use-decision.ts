"use client";

import { useRef, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { approveAction, declineAction, withdrawAction } from "../../actions";

const ACTIONS = { approve: approveAction, decline: declineAction, withdraw: withdrawAction };
type DecisionAction = keyof typeof ACTIONS;

/** The browser lost the connection to Paydeck during the decision: reloading the page shows the current state. */
export type ShownOutcome = DecisionOutcome | { kind: "cut_off" };

/** Sends one decision, however often it is clicked; the outcome stays, and the page around it is refreshed. */
export function useDecision(approvalId: string) {
  const router = useRouter();
  const isUnderWay = useRef(false);
  const [busy, setBusy] = useState<DecisionAction | null>(null);
  const [outcome, setOutcome] = useState<ShownOutcome | null>(null);

  const decide = async (
    action: DecisionAction,
    note: string,
    confirmed: { confirmedDuplicates: string[]; requestId?: string; requestSteps?: number } = {
      confirmedDuplicates: [],
    },
  ): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setBusy(action);
    const answered = await ACTIONS[action]({ approvalId, note, ...confirmed }).catch(
      () => ({ kind: "cut_off" }) as const,
    );
    isUnderWay.current = false;
    setBusy(null);
    setOutcome(answered);
    if (answered.kind !== "invalid" && answered.kind !== "cut_off") router.refresh();
  };
  return { busy, outcome, decide };
}
