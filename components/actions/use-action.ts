"use client";

import { useRef, useState } from "react";
import type { DeedOutcome } from "@/lib/ops-outcomes";

export type DeedState<I, T> = {
  isSending: boolean;
  outcome: DeedOutcome<T> | null;
  /** Sends once, however often it is pressed meanwhile: a further press is answered with null. */
  send: (input: I) => Promise<DeedOutcome<T> | null>;
  clear: () => void;
};

/** One deed of a screen, from its press to what came of it. */
export function useDeed<I, T>(action: (input: I) => Promise<DeedOutcome<T>>): DeedState<I, T> {
  const [isSending, setIsSending] = useState(false);
  const [outcome, setOutcome] = useState<DeedOutcome<T> | null>(null);
  const isUnderWay = useRef(false);

  const send = async (input: I): Promise<DeedOutcome<T> | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setIsSending(true);
    const answered = await settled(action(input));
    isUnderWay.current = false;
    setIsSending(false);
    setOutcome(answered);
    return answered;
  };
  return { isSending, outcome, send, clear: () => setOutcome(null) };
}

/** A call to our own server that breaks off may have been carried out all the same. */
async function settled<T>(work: Promise<DeedOutcome<T>>): Promise<DeedOutcome<T>> {
  try {
    return await work;
  } catch {
    return { kind: "unknown" };
  }
}
