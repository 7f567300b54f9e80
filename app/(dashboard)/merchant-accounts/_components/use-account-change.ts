"use client";

import { type Unchanged, useListChange } from "@/components/forms/use-list-change";
import type { AccountOutcome } from "@/lib/accounts/account-views";

type Done = "saved" | "added";
export type ShownAccountOutcome = Unchanged<AccountOutcome, Done>;

export function useAccountChange(onDone?: () => void) {
  return useListChange<AccountOutcome, Done>({
    done: ["saved", "added"],
    stale: ["cut_off", "not_found"],
    onDone,
  });
}
