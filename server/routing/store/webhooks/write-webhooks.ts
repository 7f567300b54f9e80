import { insertJobs, type JobOrigin, jobsAdded } from "@/server/platform/add-job";
import { type Db, prepared } from "@/server/platform/pool";
import { STRUGGLING_FROM_FAILURES } from "../../domain/webhooks/webhook-endpoint";
import type { RecordWebhook } from "../../domain/webhooks/webhook-event";
import { deliveryId, webhookFanOutValues } from "./webhook-fan-out";
import { DELIVER_WEBHOOKS } from "./webhook-tasks";

const SUBSCRIBED = prepared(
  "select id, consecutive_failures from webhook_endpoints where merchant_id = $1 and enabled and $2 = any(events)",
);
const INSERT_DELIVERY = prepared(
  `insert into webhook_deliveries (merchant_id, id, endpoint_id, payment_id, merchant_transaction_id, event, sequence,
     occurred_at, body, next_attempt_at)
   values ($1, ${deliveryId("$7::timestamptz")}, $2, $3, $4, $5, $6, $7, $8, $7)`,
);
const ADD_JOBS = prepared(
  insertJobs({
    task: DELIVER_WEBHOOKS,
    payload: "jsonb_build_object('merchantId', $1::integer, 'endpointId', endpoint.id) || $3::jsonb",
    of: "unnest($2::text[]) as endpoint (id)",
    where: "true",
  }),
);

/**
 * What `webhookFanOut` writes, in statements of its own, for a Citus (decision 0393): each is sent to the merchant's node
 * alone, where a statement of several parts needs every node. The caller's transaction writes the status.
 */
export async function writeWebhooks(
  db: Db,
  payment: { merchantId: number; id: string; reference: string },
  webhook: RecordWebhook,
  origin: JobOrigin,
): Promise<void> {
  const { merchantId, id, reference } = payment;
  const [event, sequence, occurredAt, body, jobs] = webhookFanOutValues(webhook, origin);
  const { rows: endpoints } = await db.query<{ id: string; consecutive_failures: number }>({
    ...SUBSCRIBED,
    values: [merchantId, event],
  });
  if (endpoints.length === 0) return;
  const working = endpoints.filter(
    ({ consecutive_failures: failures }) => failures < STRUGGLING_FROM_FAILURES,
  );
  const [added] = await Promise.all([
    db.query({ ...ADD_JOBS, values: [merchantId, working.map((endpoint) => endpoint.id), jobs] }),
    ...endpoints.map((endpoint) =>
      db.query({
        ...INSERT_DELIVERY,
        values: [merchantId, endpoint.id, id, reference, event, sequence, occurredAt, body],
      }),
    ),
  ]);
  if (added.rowCount !== 0) jobsAdded(db, DELIVER_WEBHOOKS);
}
