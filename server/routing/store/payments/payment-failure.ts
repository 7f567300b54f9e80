import type { PaymentFailure } from "../../domain/payments/failure";
import { type Db, prepared } from "@/server/platform/pool";

const SAVE_FAILURE = prepared(
  `update payments set failure_code = $3, failure_message = $4 where merchant_id = $1 and id = $2`,
);

/** Saves why the customer's last attempt failed. The caller holds the row lock. */
export async function savePaymentFailure(
  db: Db,
  merchantId: number,
  id: string,
  { code, message }: PaymentFailure,
): Promise<void> {
  await db.query({ ...SAVE_FAILURE, values: [merchantId, id, code, message] });
}
