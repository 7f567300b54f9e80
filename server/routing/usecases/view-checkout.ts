import { type Payment } from "../domain/payment";
import { merchantName } from "../store/merchants";
import { findPaymentOfCheckout } from "../store/payments";
import type { Deps } from "./deps";

/** The unguessable part of a payment link: `<merchant>-<token>`. */
export type CheckoutKey = { merchantId: number; token: string };

export type CheckoutView = { payment: Payment; merchantName: string };

const LINK = /^([1-9][0-9]{0,8})-([A-Za-z0-9_-]{24})$/;

export function parseCheckoutKey(segment: string): CheckoutKey | null {
  const match = LINK.exec(segment);
  if (match?.[1] === undefined || match[2] === undefined) return null;
  return { merchantId: parseInt(match[1], 10), token: match[2] };
}

/** What stands behind a payment link: the latest attempt. Null for a link that was never handed out. Moves nothing. */
export async function viewCheckout(deps: Deps, key: CheckoutKey): Promise<CheckoutView | null> {
  const payment = await findPaymentOfCheckout(deps.pool, key.merchantId, key.token);
  if (payment === null) return null;
  return { payment, merchantName: await merchantName(deps.pool, key.merchantId) };
}
