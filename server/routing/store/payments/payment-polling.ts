import type { PaymentMethod } from "@/lib/contract/statuses";
import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";

/** The key of the job that polls a payment: at most one is scheduled. */
export function pollKey({ merchantId, id }: Pick<Payment, "merchantId" | "id">): string {
  return `payment:${merchantId}:${id}`;
}

const COUNT_POLLED = prepared(
  `select gateway, count(*)::int as polled from
     (select gateway from payments where watched_until is not null limit $1) t
   where gateway is not null group by gateway`,
);

/** The polled payments of all merchants at each gateway, counted up to `limit` together. */
export async function countPolledByGateway(db: Db, limit: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.query<{ gateway: string; polled: number }>({ ...COUNT_POLLED, values: [limit] });
  return new Map(rows.map(({ gateway, polled }) => [gateway, polled]));
}

const SAVE_POLLED_UNTIL = prepared(
  `update payments set watched_until = $3 where merchant_id = $1 and id = $2`,
);

/** Sets the time until which a payment's gateway is polled; null ends the polling. The caller holds the row lock. */
export async function savePolledUntil(
  db: Db,
  merchantId: number,
  id: string,
  polledUntil: Date | null,
): Promise<void> {
  await db.query({ ...SAVE_POLLED_UNTIL, values: [merchantId, id, polledUntil] });
}

const SAVE_CHARGE_BEGUN = prepared(
  `update payments set watched_until = $3, paid_method = $4 where merchant_id = $1 and id = $2`,
);

/** Saves that a payment is about to be charged, and by which method. The caller holds the row lock. */
export async function saveChargeBegun(
  db: Db,
  merchantId: number,
  id: string,
  begun: { polledUntil: Date; paidMethod: PaymentMethod | null },
): Promise<void> {
  await db.query({ ...SAVE_CHARGE_BEGUN, values: [merchantId, id, begun.polledUntil, begun.paidMethod] });
}
