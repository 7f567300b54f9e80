"use client";

import type { ActionOutcome } from "@/lib/ops-outcomes";
import { useSend } from "./use-send";

export type ActionState<I, T> = {
  isSending: boolean;
  outcome: ActionOutcome<T> | null;
  /** Sends one request at a time: a call during another returns null. */
  send: (input: I) => Promise<ActionOutcome<T> | null>;
  clear: () => void;
};

/** An operation of the service: a call to our own server that breaks off may still have taken effect there. */
export function useAction<I extends NonNullable<unknown>, T>(
  action: (input: I) => Promise<ActionOutcome<T>>,
  onOutcome?: (outcome: ActionOutcome<T>) => void,
): ActionState<I, T> {
  const { sending, ...state } = useSend<I, ActionOutcome<T>, { kind: "unknown" }>(
    action,
    { kind: "unknown" },
    onOutcome,
  );
  return { ...state, isSending: sending !== null };
}
