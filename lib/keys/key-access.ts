/**
 * What a key may call (0315). `all`: everything of its merchant. `payments`: only the five endpoints of the specification, for
 * servers that create and refund payments.
 */
export const KEY_ACCESSES = ["all", "payments"] as const;
export type KeyAccess = (typeof KEY_ACCESSES)[number];
