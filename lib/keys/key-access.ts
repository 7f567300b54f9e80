/**
 * What a key may call (0315), the most first. `all`: everything of its merchant. `payments`: the five endpoints of the
 * specification. `payments_without_refunds`: these without refund-initiate. `read_only`: what changes nothing, of payments
 * and refunds and of what is counted from them.
 */
export const KEY_ACCESSES = ["all", "payments", "payments_without_refunds", "read_only"] as const;
export type KeyAccess = (typeof KEY_ACCESSES)[number];
