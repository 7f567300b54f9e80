/** What the triggers of a frozen merchant raise (migration 0047). */
export const MERCHANT_MOVING = "PDMOV";

/**
 * The merchant is moving to another cell, or has moved (decision 0334): this cell does nothing for it. The same code as the
 * error of the database, which refuses changes of its rows.
 */
export class MerchantMovingError extends Error {
  override name = "MerchantMovingError";
  readonly code = MERCHANT_MOVING;
}
