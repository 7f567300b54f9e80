/** Failed tries of a password within a window, after which the next are refused (decision 0226). */
export type SignInLimits = { failuresPerNetwork: number; failuresInTotal: number };
