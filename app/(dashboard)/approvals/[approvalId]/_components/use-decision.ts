"use client";

import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import { useRouter } from "@/components/ui/use-router";
import type { DecisionOutcome } from "@/lib/approvals/approval-views";
import { approveAction, declineAction, withdrawAction } from "../../actions";

const ACTIONS = { approve: approveAction, decline: declineAction, withdraw: withdrawAction };
type Decision = {
  action: keyof typeof ACTIONS;
  note: string;
  confirmedDuplicates: string[];
  requestId?: string;
  requestSteps?: number;
};

/** After a lost connection, reloading the page shows the current state. */
export type ShownOutcome = DecisionOutcome | CutOff;

/** Sends one decision, however often it is clicked; the outcome stays, and the page around it is refreshed. */
export function useDecision(approvalId: string) {
  const router = useRouter();
  const { sending, outcome, send } = useSend(
    ({ action, ...decision }: Decision) => ACTIONS[action]({ approvalId, ...decision }),
    CUT_OFF,
    ({ kind }) => {
      if (kind !== "invalid" && kind !== "cut_off") router.refresh();
    },
  );
  return { busy: sending?.action ?? null, outcome, decide: send };
}
