"use client";

import { useRef, useState } from "react";
import type { SettleRefundInput } from "@/lib/refunds/unknown-refund-views";
import { settleRefundAction } from "../../../actions";
import type { SettleEnd, SettleProblem } from "./resolve-end";

/** Sends a settlement, one at a time, and keeps why it was not taken. */
export function useSettle(onEnd: (end: SettleEnd) => void) {
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<SettleProblem | null>(null);

  const settle = async (input: SettleRefundInput): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    const outcome = await settleRefundAction(input).catch(() => ({ kind: "lost" }) as const);
    isSending.current = false;
    setIsBusy(false);
    if (outcome.kind === "settled" || outcome.kind === "not_open") onEnd(outcome);
    else setProblem(outcome);
  };
  /** A fault of the input is over once somebody goes on typing; what the service says is not. */
  const forgetFault = (): void => {
    setProblem((before) => (before?.kind === "invalid" ? null : before));
  };
  return { settle, forgetFault, isBusy, problem };
}
