import type { PaymentStatus } from "./contract/statuses";
import type { Observed } from "./proportion";

/** The statuses of payments that their customer or gateway ended. A cancelled payment says nothing about either. */
export const RATED_STATUSES = ["SUCCESS", "FAILURE", "DROP"] as const satisfies readonly PaymentStatus[];

/**
 * The one success rate that screens, exports and notifications show (decision 0316): paid out of all that ended, without
 * cancelled ones. Null when none has ended; else 0 to 1.
 */
export function successRate({ hits, of }: Observed): number | null {
  return of === 0 ? null : hits / of;
}

/** The payments that the rate of these counts is made of. */
export function ratedOf(counts: Readonly<Record<PaymentStatus, number>>): Observed {
  return {
    hits: counts.SUCCESS,
    of: RATED_STATUSES.reduce((sum, status) => sum + counts[status], 0),
  };
}
