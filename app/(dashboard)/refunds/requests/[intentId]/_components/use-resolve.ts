"use client";

import { useState } from "react";
import { type CutOff, CUT_OFF, useSend } from "@/components/actions/use-send";
import type {
  ResolveUnknownRefundInput,
  ResolveUnknownRefundOutcome,
} from "@/lib/refunds/unknown-refund-views";
import { resolveUnknownRefundAction } from "../../../actions";

/** The outcomes that close the dialog: the refund is resolved, by this person or otherwise. */
export type ResolveEnd = Extract<ResolveUnknownRefundOutcome, { kind: "settled" | "not_open" }>;

/** Why nothing was resolved, as far as the browser knows. */
export type ResolveProblem = Exclude<ResolveUnknownRefundOutcome, ResolveEnd> | CutOff;

/** Sends one resolution at a time, and keeps the reason of a refusal. */
export function useResolve(onEnd: (end: ResolveEnd) => void) {
  const [problem, setProblem] = useState<ResolveProblem | null>(null);
  const { sending, send } = useSend(
    (input: ResolveUnknownRefundInput) => resolveUnknownRefundAction(input),
    CUT_OFF,
    (outcome) => {
      if (outcome.kind === "settled" || outcome.kind === "not_open") onEnd(outcome);
      else setProblem(outcome);
    },
  );
  /** Typing clears a field error, but not a message of the service. */
  const forgetFault = (): void => {
    setProblem((before) => (before?.kind === "invalid" ? null : before));
  };
  return { settle: send, forgetFault, isBusy: sending !== null, problem };
}
