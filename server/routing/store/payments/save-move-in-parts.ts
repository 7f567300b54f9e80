import type { JobOrigin } from "@/server/platform/run-job";
import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { paymentWebhook } from "../../domain/webhooks/webhook-event";
import { writeWebhooks } from "../webhooks/write-webhooks";
import { insertPaymentEvent } from "./payments";
import { endPolls } from "./due-polls";
import type { MoveEvent } from "./move-event";

const MOVE = prepared(
  `update payments set status = $3, completed_at = $4, gateway_transaction_id = $5, watched_until = $6
   where merchant_id = $1 and id = $2`,
);

/**
 * Saves as `savePaymentMove` does, in separate statements for a Citus (decision 0393): each is sent to the merchant's
 * node alone. The caller holds the row lock.
 */
export async function savePaymentMoveInParts(
  db: Db,
  payment: Payment,
  { kind, at, detail = {} }: MoveEvent,
  origin: JobOrigin,
): Promise<void> {
  const { merchantId, id, status, completedAt, gatewayTransactionId, polledUntil } = payment;
  const { rowCount } = await db.query({
    ...MOVE,
    values: [merchantId, id, status, completedAt, gatewayTransactionId, polledUntil],
  });
  if (rowCount !== 1) return;
  await Promise.all([
    insertPaymentEvent(db, merchantId, id, { kind, at, detail }),
    writeWebhooks(db, payment, paymentWebhook(payment), origin),
    polledUntil === null ? endPolls(db, payment) : undefined,
  ]);
}
