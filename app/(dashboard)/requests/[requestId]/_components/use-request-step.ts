"use client";

import { CUT_OFF, type CutOff, useSend } from "@/components/actions/use-send";
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
export type ShownStepOutcome = RequestOutcome | CutOff;

/** Sends one step, however often it is clicked, and refreshes the page around it. */
export function useRequestStep(requestId: string) {
  const router = useRouter();
  const { sending, ...state } = useSend(
    ({ name, text }: { name: RequestStepName; text: string }) => ACTIONS[name]({ requestId, text }),
    CUT_OFF,
    ({ kind }) => {
      if (kind !== "invalid" && kind !== "cut_off") router.refresh();
    },
  );
  return { ...state, busy: sending?.name ?? null };
}
