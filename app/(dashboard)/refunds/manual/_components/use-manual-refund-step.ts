"use client";

import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
import type { ManualRefundStep, ManualRefundStepOutcome } from "@/lib/manual-refunds/manual-refund-views";
import {
  confirmManualRefundAction,
  declineManualRefundAction,
  keepManualRefundAction,
  proposeVoidOfManualRefundAction,
  voidManualRefundAction,
  withdrawManualRefundAction,
} from "../actions";

const ACTIONS = {
  confirm: confirmManualRefundAction,
  decline: declineManualRefundAction,
  withdraw: withdrawManualRefundAction,
  propose_void: proposeVoidOfManualRefundAction,
  void: voidManualRefundAction,
  keep: keepManualRefundAction,
};

/** After a lost connection, doing it again is safe, and says what was done. */
export type ShownStepOutcome = ManualRefundStepOutcome | CutOff;

/** Sends one step, however often it is clicked; `onChanged` fetches again what is shown. */
export function useManualRefundStep(manualRefundId: string, onChanged: (outcome: ShownStepOutcome) => void) {
  const { sending, ...state } = useSend(
    ({ step, reason }: { step: ManualRefundStep; reason: string }) =>
      ACTIONS[step]({ manualRefundId, reason }),
    CUT_OFF,
    (outcome) => {
      if (outcome.kind !== "invalid") onChanged(outcome);
    },
  );
  return { ...state, busy: sending?.step ?? null };
}
