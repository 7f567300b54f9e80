import { formatPaise } from "@/lib/money";
import type { WorkOwner, WorkQueueView } from "@/lib/queues/work-views";
import type { StateSum } from "../store/open-items";

/** The assignee that a list is filtered by, as the store takes it. */
export function assigneeOf(owner: WorkOwner, viewerId: string): string | null {
  if (owner === "mine") return viewerId;
  return owner === "unassigned" ? "unassigned" : null;
}

/** What is out of sight while it still has money at stake, by currency. */
export function hiddenOf(sums: readonly StateSum[]): WorkQueueView["hidden"] {
  const byCurrency = new Map<string, { count: number; paise: bigint }>();
  for (const { state, currency, count, amountPaise } of sums) {
    if (state === "open" || currency === null) continue;
    const before = byCurrency.get(currency) ?? { count: 0, paise: 0n };
    byCurrency.set(currency, { count: before.count + count, paise: before.paise + amountPaise });
  }
  return [...byCurrency].map(([currency, { count, paise }]) => ({
    currency,
    count,
    amount: formatPaise(paise),
  }));
}
