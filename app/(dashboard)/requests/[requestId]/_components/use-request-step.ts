"use client";

import { useRef, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { RequestOutcome } from "@/lib/requests/request-views";
import {
  answerQuestionAction,
  askQuestionAction,
  changeRequestAmountAction,
  declineRequestAction,
  withdrawRequestAction,
} from "../../actions";

const ACTIONS = {
  decline: declineRequestAction,
  question: askQuestionAction,
  answer: answerQuestionAction,
  amount: changeRequestAmountAction,
  withdraw: withdrawRequestAction,
};
export type RequestStepName = keyof typeof ACTIONS;
export type ShownStepOutcome = RequestOutcome | { kind: "cut_off" };

/** Sends one step, however often it is clicked, and refreshes the page around it. */
export function useRequestStep(requestId: string) {
  const router = useRouter();
  const isPending = useRef(false);
  const [busy, setBusy] = useState<RequestStepName | null>(null);
  const [outcome, setOutcome] = useState<ShownStepOutcome | null>(null);

  const send = async (name: RequestStepName, text: string): Promise<boolean> => {
    if (isPending.current) return false;
    isPending.current = true;
    setBusy(name);
    const answered = await ACTIONS[name]({ requestId, text }).catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    setBusy(null);
    setOutcome(answered);
    if (answered.kind !== "invalid" && answered.kind !== "cut_off") router.refresh();
    return answered.kind === "done";
  };
  return { busy, outcome, send, clear: () => setOutcome(null) };
}
