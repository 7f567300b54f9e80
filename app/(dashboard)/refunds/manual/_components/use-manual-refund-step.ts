"use client";

import { useRef, useState } from "react";
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

/** The browser lost the connection: doing it again is safe, and says what was done. */
export type ShownStepOutcome = ManualRefundStepOutcome | { kind: "cut_off" };

/** Sends one step, however often it is clicked; `onChanged` fetches again what is shown. */
export function useManualRefundStep(manualRefundId: string, onChanged: (outcome: ShownStepOutcome) => void) {
  const isPending = useRef(false);
  const [busy, setBusy] = useState<ManualRefundStep | null>(null);
  const [outcome, setOutcome] = useState<ShownStepOutcome | null>(null);

  const send = async (step: ManualRefundStep, reason: string): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setBusy(step);
    const answered = await ACTIONS[step]({ manualRefundId, reason }).catch(
      () => ({ kind: "cut_off" }) as const,
    );
    isPending.current = false;
    setBusy(null);
    setOutcome(answered);
    if (answered.kind !== "invalid") onChanged(answered);
  };
  return { busy, outcome, send, clear: () => setOutcome(null) };
}
