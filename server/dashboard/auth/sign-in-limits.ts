/** Failed password attempts within a window, after which further ones are refused (decision 0226). */
export type SignInLimits = { failuresPerNetwork: number; failuresInTotal: number };
