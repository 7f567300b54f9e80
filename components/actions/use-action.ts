"use client";

import { useRef, useState } from "react";
import type { ActionOutcome } from "@/lib/ops-outcomes";

export type ActionState<I, T> = {
  isSending: boolean;
  outcome: ActionOutcome<T> | null;
  /** Sends one request at a time: a call during another returns null. */
  send: (input: I) => Promise<ActionOutcome<T> | null>;
  clear: () => void;
};

/** One action of a screen, from the click to its outcome. */
export function useAction<I, T>(action: (input: I) => Promise<ActionOutcome<T>>): ActionState<I, T> {
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<ActionOutcome<T> | null>(null);
  const isPending = useRef(false);

  const send = async (input: I): Promise<ActionOutcome<T> | null> => {
    if (isPending.current) return null;
    isPending.current = true;
    setIsSending(true);
    const answered = await settled(action(input));
    isPending.current = false;
    setIsSending(false);
    setOutcome(answered);
    return answered;
  };
  return { isSending, outcome, send, clear: () => setOutcome(null) };
}

/** A call to our own server that breaks off may still have taken effect. */
async function settled<T>(work: Promise<ActionOutcome<T>>): Promise<ActionOutcome<T>> {
  try {
    return await work;
  } catch {
    return { kind: "unknown" };
  }
}
