import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { mayRetry, type Payment } from "../../domain/payments/payment";
import { hasPaymentEvent, isLinkClosed } from "../../store/payments/payment-events";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import type { Deps } from "../deps";

const CLOSED = { kind: "link_closed", detail: {} };

/**
 * Closes the link of the latest attempt, for which a cancel came too late: it can not be tried again. The caller holds
 * the lock of that attempt and has found no later one under it. A customer's new attempt is written first and looks for
 * this under the same lock, so one of the two always sees the other.
 */
export async function closeLink(db: Db, { merchantId, id }: Payment, at: Date): Promise<void> {
  if (await hasPaymentEvent(db, merchantId, id, CLOSED)) return;
  await insertPaymentEvent(db, merchantId, id, { ...CLOSED, at });
}

/**
 * Whether the customer may try again by the link of this attempt, the latest. An earlier one may carry the mark: the process that
 * wrote this attempt during the cancel may have died before it looked.
 */
export async function isRetryOpen(db: Db, payment: Payment, now: Date): Promise<boolean> {
  return mayRetry(payment, now) && !(await isLinkClosed(db, payment.merchantId, payment.reference));
}

/** Whether a cancel has closed the link of the attempt before one that was just written. */
export function wasClosedMeanwhile(deps: Pick<Deps, "pool">, { merchantId, id }: Payment): Promise<boolean> {
  return inTransaction(deps.pool, async (db) => {
    await lockPayment(db, merchantId, id);
    return hasPaymentEvent(db, merchantId, id, CLOSED);
  });
}
