import type { JobOrigin } from "@/server/platform/run-job";
import { type Db, prepared } from "@/server/platform/pool";
import type { RecordWebhook } from "../../domain/webhooks/webhook-event";
import { webhooksAreDue } from "./due-endpoints";
import { deliveryId, webhookFanOutValues } from "./webhook-fan-out";

const WRITE = prepared(
  `insert into webhook_deliveries (merchant_id, id, endpoint_id, payment_id, merchant_transaction_id, event, sequence,
     occurred_at, body, next_attempt_at, origin)
   select merchant_id, ${deliveryId("$6::timestamptz")}, id, $2, $3, $4, $5::integer, $6, $7, $6, $8::jsonb
   from webhook_endpoints where merchant_id = $1 and enabled and $4 = any(events)`,
);

/**
 * What `webhookFanOut` writes, in a statement of its own: a Citus sends it to the merchant's node alone, where a statement
 * of several parts needs every node (decision 0393). The caller's transaction writes the status.
 */
export async function writeWebhooks(
  db: Db,
  payment: { merchantId: number; id: string; reference: string },
  webhook: RecordWebhook,
  origin: JobOrigin,
): Promise<void> {
  const { merchantId, id, reference } = payment;
  const values = [merchantId, id, reference, ...webhookFanOutValues(webhook, origin)];
  const { rowCount } = await db.query({ ...WRITE, values });
  if (rowCount !== 0) webhooksAreDue(db);
}
