/**
 * What can happen to a merchant's own account at a vendor (0315). `added` and `used`: new payments' money goes there from now on.
 * `saved`: added without being in use. `retired`: it takes no new payments. `credentials`: it has other ones.
 */
export const ACCOUNT_CHANGES = ["added", "saved", "used", "retired", "credentials"] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];
