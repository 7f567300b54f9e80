"use client";

import { useRef, useState } from "react";
import { useRouter } from "@/components/ui/use-router";
import type { ChannelOutcome } from "@/lib/notifications/chat";

export type ShownChannelOutcome =
  | Exclude<ChannelOutcome, { kind: "saved" | "deleted" }>
  | { kind: "cut_off" };

/** Sends one change, however often it is clicked, and refreshes the list. `outcome`: what there is to say of it. */
export function useChannelChange(onDone?: () => void) {
  const router = useRouter();
  const isPending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShownChannelOutcome | null>(null);

  const change = async (action: () => Promise<ChannelOutcome>): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setIsBusy(true);
    setOutcome(null);
    const answered = await action().catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    setIsBusy(false);
    if (answered.kind === "saved" || answered.kind === "deleted") {
      router.refresh();
      onDone?.();
      return;
    }
    setOutcome(answered);
    if (answered.kind === "not_found") router.refresh();
  };
  return { isBusy, outcome, change };
}
