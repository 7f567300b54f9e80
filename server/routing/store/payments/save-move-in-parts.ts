import type { JobOrigin } from "@/server/platform/add-job";
import { type Db, prepared } from "@/server/platform/pool";
import type { Payment } from "../../domain/payments/payment";
import { paymentWebhook } from "../../domain/webhooks/webhook-event";
import { writeWebhooks } from "../webhooks/write-webhooks";
import { insertPaymentEvent } from "./payments";
import { HAS_OUTCOME, IS_COMPARED, type MoveEvent } from "./move-outcome";

const MOVE = prepared(
  `update payments p set status = $3, completed_at = $4, gateway_transaction_id = $5, watched_until = $6
   where merchant_id = $1 and id = $2
   returning gateway, ${HAS_OUTCOME} as has_outcome, ${IS_COMPARED} as is_compared`,
);
const INSERT_OUTCOME = prepared(
  "insert into payment_outcomes (merchant_id, payment_id, gateway, is_success, at) values ($1, $2, $3, $4, $5)",
);

type Moved = { gateway: string | null; has_outcome: boolean; is_compared: boolean | null };

/**
 * As `savePaymentMove`, in statements of their own, for a Citus (decision 0332): each is sent to the merchant's node alone.
 * The caller holds the row lock.
 */
export async function savePaymentMoveInParts(
  db: Db,
  payment: Payment,
  { kind, at, detail = {} }: MoveEvent,
  origin: JobOrigin,
): Promise<void> {
  const { merchantId, id, status, completedAt, gatewayTransactionId, polledUntil } = payment;
  const { rows } = await db.query<Moved>({
    ...MOVE,
    values: [merchantId, id, status, completedAt, gatewayTransactionId, polledUntil],
  });
  const [moved] = rows;
  if (moved === undefined) return;
  const isSuccess = moved.has_outcome ? status === "SUCCESS" : null;
  const counts = moved.gateway !== null && (moved.has_outcome || moved.is_compared === true);
  await Promise.all([
    insertPaymentEvent(db, merchantId, id, { kind, at, detail }),
    ...(counts
      ? [db.query({ ...INSERT_OUTCOME, values: [merchantId, id, moved.gateway, isSuccess, at] })]
      : []),
    writeWebhooks(db, payment, paymentWebhook(payment), origin),
  ]);
}
