import { type Db, prepared } from "@/server/platform/pool";
import { STRUGGLING_FROM_FAILURES } from "../domain/webhooks/webhook-endpoint";

const WEBHOOK_DUE_SINCE = prepared(`select min(d.next_attempt_at) as "dueSince" from webhook_deliveries d
  join webhook_endpoints e on e.merchant_id = d.merchant_id and e.id = d.endpoint_id
  where d.status = 'WAITING' and d.next_attempt_at <= now() and e.consecutive_failures < $1`);

/**
 * The time for which the oldest due webhook was planned, except those of endpoints that keep failing: their delay is not the
 * service's. Null when none is due. Reads unfinished work only, by partial indexes.
 */
export async function webhookDueSince(db: Db): Promise<Date | null> {
  const { rows } = await db.query<{ dueSince: Date | null }>({
    ...WEBHOOK_DUE_SINCE,
    values: [STRUGGLING_FROM_FAILURES],
  });
  return rows[0]?.dueSince ?? null;
}
