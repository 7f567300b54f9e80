"use client";

import { useRouter } from "@/components/ui/use-router";
import { useRef, useState } from "react";
import type { AccountOutcome } from "@/lib/accounts/account-views";

export type ShownAccountOutcome = Exclude<AccountOutcome, { kind: "saved" | "added" }> | { kind: "cut_off" };

/** Sends one change, however often it is clicked, and refreshes the list. `outcome`: why nothing was changed. */
export function useAccountChange(onDone?: () => void) {
  const router = useRouter();
  const isPending = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [outcome, setOutcome] = useState<ShownAccountOutcome | null>(null);

  const change = async (action: () => Promise<AccountOutcome>): Promise<void> => {
    if (isPending.current) return;
    isPending.current = true;
    setIsBusy(true);
    const answered = await action().catch(() => ({ kind: "cut_off" }) as const);
    isPending.current = false;
    setIsBusy(false);
    if (answered.kind === "saved" || answered.kind === "added") {
      setOutcome(null);
      router.refresh();
      onDone?.();
    } else {
      setOutcome(answered);
      if (answered.kind === "cut_off" || answered.kind === "not_found") router.refresh();
    }
  };
  return { isBusy, outcome, change };
}
