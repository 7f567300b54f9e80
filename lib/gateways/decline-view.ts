import type { Avoidability, DeclineReason } from "../contract/decline-reasons";

/** The periods of the decline reasons: those of the list that each number leads to. */
export const DECLINE_RANGES = ["today", "7d", "30d"] as const;
export type DeclineRange = (typeof DECLINE_RANGES)[number];

/** Payments that were not paid, by reason and gateway (decision 0312). */
export type DeclineView = {
  /** The gateways with any such payments, the one with the most first. */
  gateways: readonly { name: string; total: number }[];
  /** Grouped by what another gateway could have done; within a group, the most frequent reason first. */
  groups: readonly { avoidability: Avoidability; rows: readonly DeclineRow[] }[];
  total: number;
  /** Codes of vendors without a decline reason, the most frequent first. `payments`: all that have one, also of codes not listed. */
  unmapped: { codes: readonly { gateway: string; code: string; count: number }[]; payments: number };
  /** Since when payments are counted, in UTC, if there were too many to count all; else null. */
  onlySince: string | null;
};
export type DeclineRow = {
  reason: DeclineReason;
  /** One for each gateway, in their order. `share`: of all that were not paid there, 0 to 1. */
  cells: readonly { count: number; share: number }[];
  total: number;
};
