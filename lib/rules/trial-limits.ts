/** The share of payments in percent; at most half, so that the rules in force always decide most of them. */
export const TRIAL_SHARES = { least: 1, most: 50 };
/** Percentage points of the success rate. */
export const GUARDRAILS = { least: 0.5, most: 50 };
