"use client";

import { type Unchanged, useListChange } from "@/components/forms/use-list-change";
import type { ChannelOutcome } from "@/lib/notifications/chat";

type Done = "saved" | "deleted";
export type ShownChannelOutcome = Unchanged<ChannelOutcome, Done>;

export function useChannelChange(onDone?: () => void) {
  return useListChange<ChannelOutcome, Done>({ done: ["saved", "deleted"], stale: ["not_found"], onDone });
}
