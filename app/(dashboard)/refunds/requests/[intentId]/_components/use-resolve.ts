"use client";

import { useRef, useState } from "react";
import type {
  ResolveUnknownRefundInput,
  ResolveUnknownRefundOutcome,
} from "@/lib/refunds/unknown-refund-views";
import { resolveUnknownRefundAction } from "../../../actions";

/** The outcomes that close the dialog: the refund is resolved, by this person or otherwise. */
export type ResolveEnd = Extract<ResolveUnknownRefundOutcome, { kind: "settled" | "not_open" }>;

/** Why nothing was resolved; `lost` when the browser got no response. */
export type ResolveProblem = Exclude<ResolveUnknownRefundOutcome, ResolveEnd> | { kind: "lost" };

/** Sends one resolution at a time, and keeps the reason of a refusal. */
export function useResolve(onEnd: (end: ResolveEnd) => void) {
  const isSending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<ResolveProblem | null>(null);

  const settle = async (input: ResolveUnknownRefundInput): Promise<void> => {
    if (isSending.current) return;
    isSending.current = true;
    setIsBusy(true);
    const outcome = await resolveUnknownRefundAction(input).catch(() => ({ kind: "lost" }) as const);
    isSending.current = false;
    setIsBusy(false);
    if (outcome.kind === "settled" || outcome.kind === "not_open") onEnd(outcome);
    else setProblem(outcome);
  };
  /** Typing clears a field error, but not a message of the service. */
  const forgetFault = (): void => {
    setProblem((before) => (before?.kind === "invalid" ? null : before));
  };
  return { settle, forgetFault, isBusy, problem };
}
