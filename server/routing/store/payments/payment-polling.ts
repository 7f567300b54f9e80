import type { PaymentMethod } from "@/lib/contract/statuses";
import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, type Pool, prepared } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { Payment } from "../../domain/payments/payment";
import { isDistributed } from "../distributed";
import { beginPolls, endPolls, INSERT_POLLS_OF_SAVED, type NewPoll } from "./due-polls";

type PaymentId = Pick<Payment, "merchantId" | "id">;

const SAVE_POLLED_UNTIL = prepared(
  `update payments set watched_until = $3 where merchant_id = $1 and id = $2`,
);

/** Sets the time until which a payment's gateway is polled, and its next poll. The caller holds the row lock. */
export async function savePolledUntil(
  db: Db,
  payment: Pick<Payment, "merchantId" | "id" | "gateway">,
  polledUntil: Date,
  poll: NewPoll,
): Promise<void> {
  await Promise.all([
    db.query({ ...SAVE_POLLED_UNTIL, values: [payment.merchantId, payment.id, polledUntil] }),
    beginPolls(db, payment, poll),
  ]);
}

/** Ends the polling of a payment. The caller holds the row lock. */
export async function endPolling(db: Db, { merchantId, id }: PaymentId): Promise<void> {
  await Promise.all([
    db.query({ ...SAVE_POLLED_UNTIL, values: [merchantId, id, null] }),
    endPolls(db, { merchantId, id }),
  ]);
}

const SAVE_CHARGE = `update payments set watched_until = $3, paid_method = $4
   where merchant_id = $1 and id = $2 and ${checkedOnRow("status = 'INITIATED'")}`;
const BEGIN_CHARGE = prepared(`with saved as (
     ${SAVE_CHARGE} returning merchant_id, id, gateway, $5::float8 as pause_ms, $6::jsonb as origin),
   poll as (${INSERT_POLLS_OF_SAVED})
   select from saved`);
/** A Citus gets this as a separate statement (decision 0393). */
const SAVE_CHARGE_IN_PARTS = prepared(SAVE_CHARGE);

/**
 * Saves that a payment is about to be charged, by which method, and its first poll, in a transaction of its own. False, with
 * nothing saved, when the payment is no longer INITIATED.
 */
export async function beginCharge(
  pool: Pool,
  payment: Pick<Payment, "merchantId" | "id" | "gateway">,
  begun: { polledUntil: Date; paidMethod: PaymentMethod | null; poll: NewPoll },
): Promise<boolean> {
  const { polledUntil, paidMethod, poll } = begun;
  const values = [payment.merchantId, payment.id, polledUntil, paidMethod];
  if (await isDistributed(pool)) {
    return inTransaction(pool, async (db) => {
      const isSaved = (await db.query({ ...SAVE_CHARGE_IN_PARTS, values })).rowCount === 1;
      if (isSaved) await beginPolls(db, payment, poll);
      return isSaved;
    });
  }
  const ofPoll = [poll.pauseMs, JSON.stringify(poll.origin)];
  return (await pool.query({ ...BEGIN_CHARGE, values: [...values, ...ofPoll] })).rowCount === 1;
}
