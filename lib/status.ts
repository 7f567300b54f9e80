/** The parts of Paydeck that the status page names, from near to far. */
export const STATUS_PARTS = ["dashboard", "database", "service", "jobs", "webhooks"] as const;
export type StatusPart = (typeof STATUS_PARTS)[number];

/** `unknown`: the check did not finish, or this part cannot be checked. `late`: it works, too slowly. */
export const PART_STATES = ["works", "unknown", "late", "down"] as const;
export type PartState = (typeof PART_STATES)[number];

/**
 * `since`: an ISO time. `mayBeEarlier`: the state was found when this dashboard first checked, and may have begun before.
 */
export type PartStatus = { part: StatusPart; state: PartState; since: string; mayBeEarlier: boolean };

export type StatusView = { checkedAt: string; parts: PartStatus[] };

/** The state of the whole: that of the part which is worst. */
export function worstState(states: readonly PartState[]): PartState {
  return PART_STATES.findLast((state) => states.includes(state)) ?? "unknown";
}
