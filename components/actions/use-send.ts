"use client";

import { useRef, useState } from "react";

/** The browser got no response: what was sent may have taken effect. */
export const CUT_OFF = { kind: "cut_off" } as const;
export type CutOff = typeof CUT_OFF;

type Sending<I, O> = {
  /** What is being sent; null when nothing is. */
  sending: I | null;
  /** The last outcome; it stays while more is sent. */
  outcome: O | null;
  /** Sends one input at a time: a call during another sends nothing and returns null. */
  send: (input: I) => Promise<O | null>;
  clear: () => void;
};

/**
 * What a press sends, from the press to its outcome; an input is never null, because null says that nothing is being sent. `lost` is the outcome when no response arrived. TanStack's
 * `useMutation` would hold back what is sent without a connection and send it later, when nobody expects it.
 */
export function useSend<I extends NonNullable<unknown>, O, L>(
  call: (input: I) => Promise<O>,
  lost: L,
  onOutcome?: (outcome: O | L, input: I) => void,
): Sending<I, O | L> {
  const isPending = useRef(false);
  const [sending, setSending] = useState<{ input: I } | null>(null);
  const [outcome, setOutcome] = useState<O | L | null>(null);

  const send = async (input: I): Promise<O | L | null> => {
    if (isPending.current) return null;
    isPending.current = true;
    setSending({ input });
    const received = await call(input).catch(() => lost);
    isPending.current = false;
    setSending(null);
    setOutcome(received);
    onOutcome?.(received, input);
    return received;
  };
  return { sending: sending?.input ?? null, outcome, send, clear: () => setOutcome(null) };
}
