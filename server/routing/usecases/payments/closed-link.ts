import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { mayRetry, type Payment } from "../../domain/payments/payment";
import { hasPaymentEvent } from "../../store/payments/payment-events";
import { insertPaymentEvent, lockPayment } from "../../store/payments/payments";
import type { Deps } from "../deps";

const CLOSED = { kind: "link_closed", detail: {} };

/**
 * After a cancel that came too late for the latest attempt, its link can not be tried again. The caller holds the lock of that attempt
 * and has found no later one under it. A customer's new attempt is written first and looks for this under the same lock, so one of
 * the two always sees the other.
 */
export async function closeLink(db: Db, { merchantId, id }: Payment, at: Date): Promise<void> {
  if (await hasPaymentEvent(db, merchantId, id, CLOSED)) return;
  await insertPaymentEvent(db, merchantId, id, { ...CLOSED, at });
}

/** Whether the customer may try again by the link of this attempt, the latest. */
export async function isRetryOpen(db: Db, payment: Payment, now: Date): Promise<boolean> {
  if (!mayRetry(payment, now)) return false;
  return !(await hasPaymentEvent(db, payment.merchantId, payment.id, CLOSED));
}

/** Whether a cancel has closed the link of the attempt before one that was just written. */
export function wasClosedMeanwhile(deps: Pick<Deps, "pool">, { merchantId, id }: Payment): Promise<boolean> {
  return inTransaction(deps.pool, async (db) => {
    await lockPayment(db, merchantId, id);
    return hasPaymentEvent(db, merchantId, id, CLOSED);
  });
}
